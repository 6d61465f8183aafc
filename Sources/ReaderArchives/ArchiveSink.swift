internal import Formats

/// Receives subscriptions and articles from the readers of all formats, and applies the limits and rules common to all
/// formats.
struct ArchiveSink {
    var report = ArchiveReport()
    private let onSubscription: (MovedSubscription) throws -> Void
    private let onArticle: (MovedArticle) throws -> Void

    /// Limits in UTF-8 bytes. Longer content is refused; longer titles and author names are truncated.
    static let longestContent = 32 << 20
    static let longestText = 4096
    static let maxTags = 256
    static let deepestFolder = 32

    init(
        onSubscription: @escaping (MovedSubscription) throws -> Void,
        onArticle: @escaping (MovedArticle) throws -> Void
    ) {
        self.onSubscription = onSubscription
        self.onArticle = onArticle
    }

    /// - Parameter address: the address as written in the file.
    mutating func subscription(
        _ address: String?, title: String?, home: String?, folders: [[String]], at place: ArchiveReport.Place
    ) throws {
        guard let address, !address.isEmpty else { return report.refuse(place, .noAddress) }
        guard let url = ImportedAddress.ofFeed(address) else {
            return report.refuse(place, Self.reason(for: address))
        }
        report.subscriptions += 1
        try onSubscription(
            MovedSubscription(
                url: url, title: Self.filled(title), homeURL: ImportedAddress.kept(home),
                folders: folders.map { $0.compactMap(Self.filled).suffix(Self.deepestFolder) }.filter { !$0.isEmpty }))
    }

    /// Passes on an article. All fields except the feed's address are normalised first.
    ///
    /// - Parameter needsAddress: whether the article is refused if it has no address. True for a saved link.
    mutating func article(
        _ draft: MovedArticle, needsAddress: Bool = false, at place: ArchiveReport.Place
    ) throws {
        var article = draft
        article.url = ImportedAddress.kept(draft.url)
        if needsAddress, article.url == nil {
            let address = draft.url ?? ""
            return report.refuse(place, address.isEmpty ? .noAddress : Self.reason(for: address))
        }
        if article.guid.isEmpty { article.guid = article.url ?? "" }
        guard !article.guid.isEmpty else { return report.refuse(place, .noIdentity) }
        guard article.html?.count ?? 0 <= Self.longestContent, article.text?.utf8.count ?? 0 <= Self.longestContent,
            article.guid.utf8.count <= ImportedAddress.longest
        else { return report.refuse(place, .tooLarge) }
        if article.html?.isEmpty == true { article.html = nil }
        if article.text?.isEmpty == true { article.text = nil }
        article.title = Self.filled(draft.title) ?? ""
        article.feedTitle = draft.feedTitle.flatMap(Self.filled)
        article.author = draft.author.flatMap(Self.filled)
        article.tags = Self.labels(draft.tags)
        article.categories = Self.labels(draft.categories)
        article.published = draft.published.flatMap { $0 != 0 && CivilTime.fourDigitYears.contains($0) ? $0 : nil }
        report.articles += 1
        try onArticle(article)
    }

    /// The text without surrounding white space, truncated to `longestText`; nil if nothing is left.
    static func filled(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        if text.utf8.count > longestText {
            var count = 0
            scalars = scalars.prefix { scalar in
                count += UTF8.width(scalar)
                return count <= longestText
            }
        }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return scalars.isEmpty ? nil : String(scalars)
    }

    private static func labels(_ texts: [String]) -> [String] {
        guard !texts.isEmpty else { return [] }
        var seen: Set<String> = []
        return texts.prefix(maxTags).compactMap(filled).filter { seen.insert($0).inserted }
    }

    private static func reason(for address: String) -> ArchiveReport.Reason {
        .notAWebAddress(String(address.unicodeScalars.prefix(80)))
    }
}
