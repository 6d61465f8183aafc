internal import Articles
internal import FeedWriting
internal import Formats

extension AlertMessage {
    /// The values for templates.
    ///
    /// - Parameters:
    ///   - count: the number of articles that are listed; the others are counted as `more`.
    ///   - detail: which parts of the articles are included.
    func values(
        _ environment: AlertEnvironment, listing count: Int = .max, detail: Detail = .full
    ) -> MessageValue {
        let listed = articles.prefix(count)
        let last = listed.count - 1
        let values = listed.enumerated().map { index, article in
            Self.values(of: article, hits[article.id], environment, detail, isFirst: index == 0, isLast: index == last)
        }
        return .object([
            ("type", .text(type)), ("id", .text(uid)), ("timestamp", .text(CivilTime.rfc3339(created))),
            ("subject", .text(MailComposer.subject(self, environment.language))),
            ("heading", .text(heading(environment.language))), ("test", .bool(isTest)), ("digest", .bool(isDigest)),
            ("count", .number(Int64(articles.count))), ("folded", .number(Int64(foldedCount))),
            ("more", .number(Int64(articles.count - listed.count))), ("single", .bool(articles.count == 1)),
            (
                "search",
                .object([
                    ("name", .text(search.name)), ("query", .text(search.query)), ("comment", .text(search.comment)),
                ])
            ),
            ("reader", .text(environment.readerAddress(of: search))),
            (
                "trend",
                trend.map { .object([("text", .text(Self.text(of: $0, environment.language)))] + Self.json(of: $0)) }
            ),
            ("articles", .list(values)), ("article", articles.count == 1 ? values.first : nil),
            ("payload", json(environment)),
        ])
    }

    /// Which parts of articles a message includes. If a message exceeds the length that a service accepts, it is
    /// written with fewer parts.
    enum Detail: CaseIterable {
        case full, withoutSnippets, titlesOnly
    }

    private static func values(
        of article: Article, _ hit: SearchHit?, _ environment: AlertEnvironment, _ detail: Detail, isFirst: Bool,
        isLast: Bool
    ) -> MessageValue {
        let title = article.titleOrBeginning
        let hasTitle = !article.title.isEmpty && hit?.title == article.title
        let snippet = detail == .full ? hit?.snippet ?? PlainText.line(summary(of: article), limit: 200) : ""
        let address = detail == .titlesOnly ? nil : article.url.flatMap(WebLink.address)
        return .object([
            ("n", .number(article.id)), ("guid", .text(article.guid)), ("title", .text(PlainText.line(title))),
            (
                "title_parts",
                .list(MarkedText.parts(title, hasTitle ? hit?.titleHighlights ?? [] : [], limit: 300))
            ),
            ("feed", .text(article.feed)), ("feed_title", .text(PlainText.line(article.feedTitle ?? article.feed))),
            ("author", .text(article.author.map { PlainText.line($0) })),
            ("published", .text(article.published.map(CivilTime.rfc3339))),
            ("received", .text(CivilTime.rfc3339(article.received))), ("language", .text(article.language)),
            ("tags", .list((article.ownTags + article.tags).map { .text($0) })),
            ("summary", .text(summary(of: article))), ("snippet", .text(PlainText.line(snippet))),
            (
                "parts",
                .list(MarkedText.parts(snippet, detail == .full ? hit?.snippetHighlights ?? [] : [], limit: 400))
            ),
            ("link", .text(address)),
            ("reader", .text(detail == .titlesOnly ? nil : environment.readerAddress(ofArticle: article.id))),
            ("first", .bool(isFirst)), ("last", .bool(isLast)),
        ])
    }
}

/// A text as a list of marked and unmarked parts.
enum MarkedText {
    /// Objects with `text` and `mark`. Line breaks and control characters become spaces.
    ///
    /// - Parameters:
    ///   - ranges: UTF-8 ranges, ascending. Ranges outside the text are left out.
    ///   - limit: the maximum length in Unicode scalars.
    static func parts(_ text: String, _ ranges: [Range<Int>], limit: Int) -> [MessageValue] {
        let bytes = Array(text.utf8)
        var parts: [MessageValue] = []
        var length = 0
        func add(_ range: Range<Int>, isMarked: Bool) {
            guard !range.isEmpty, length < limit else { return }
            let part = PlainText.part(String(decoding: bytes[range], as: UTF8.self), limit: limit - length)
            guard !part.isEmpty else { return }
            length += part.unicodeScalars.count
            parts.append(.object([("text", .text(part)), ("mark", .bool(isMarked))]))
        }
        var at = 0
        for range in ranges where range.lowerBound >= at && range.upperBound <= bytes.count {
            add(at..<range.lowerBound, isMarked: false)
            add(range, isMarked: true)
            at = range.upperBound
        }
        add(at..<bytes.count, isMarked: false)
        return parts
    }
}

extension AlertEnvironment {
    /// The address of an article in the web reader; nil without `base-url`.
    func readerAddress(ofArticle id: Int64) -> String? { readerBase.map { "\($0)/article/\(id)" } }

    /// The address of a saved search in the web reader; nil without `base-url`.
    func readerAddress(of search: SavedSearch) -> String? {
        guard let readerBase else { return nil }
        var name: [UInt8] = []
        ValueEscaping.path.append(.text(search.name), to: &name)
        return readerBase + "/saved/" + String(decoding: name, as: UTF8.self)
    }
}
