public import Articles
public import FeedWriting
internal import Formats

/// Writes digests of saved searches as entries of a feed and as books.
public struct DigestWriter {
    /// The articles of a saved search in a digest.
    public typealias Part = (search: SavedSearch, articles: [Article])

    private let environment: AlertEnvironment

    public init(_ environment: AlertEnvironment) { self.environment = environment }

    /// The digest as an entry of a feed, with a section for each search that has articles.
    ///
    /// - Parameters:
    ///   - id: a URI that never changes.
    ///   - day: the first day of the digest, for the title.
    ///   - end: the end of the digest, in seconds since 1970.
    public func entry(_ parts: [Part], id: String, day: String, end: Int64) -> OutgoingFeed.Entry {
        let messages = messages(parts, created: end)
        let composer = MailComposer(sender: "", receivers: [], environment: environment)
        let title = day + " · " + MailComposer.subject(messages, environment.language)
        return OutgoingFeed.Entry(id: id, title: title, updated: end, content: .html(composer.sections(messages)))
    }

    /// The digest as an EPUB 3 book with the full texts.
    ///
    /// - Returns: the book and the name for its file.
    public func book(_ parts: [Part], created: Int64) -> (bytes: [UInt8], fileName: String) {
        let messages = messages(parts, created: created)
        return (AlertBook.bytes(messages, environment), AlertBook.fileName(messages))
    }

    private func messages(_ parts: [Part], created: Int64) -> [AlertMessage] {
        parts.map { search, articles in
            let key = "\(search.name)\n\(created)\n" + articles.map { String($0.id) }.joined(separator: " ")
            var message = AlertMessage(
                uid: Hexadecimal.encode(Array(SHA256.hash(Array(key.utf8)).prefix(8))), search: search,
                articles: articles, created: created)
            message.isDigest = true
            return message
        }
    }
}
