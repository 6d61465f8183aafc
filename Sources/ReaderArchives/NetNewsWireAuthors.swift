internal import FeedParsing

/// The authors that NetNewsWire stores as JSON in `articles.authors`: a list of objects with a `name`.
enum NetNewsWireAuthors {
    private static let longest = 1 << 16
    private static let most = 16

    static func names(inJSON text: String?) -> [String] {
        guard let text, !text.isEmpty, text.utf8.count <= longest else { return [] }
        let authors = JSONValue.parse(Array(text.utf8))?.array ?? []
        return authors.prefix(most).compactMap { ArchiveSink.filled($0["name"]?.string) }
    }
}
