internal import Articles
internal import QueryLanguage

/// The text typed into a desktop's search. Its last word may be incomplete.
struct TypedQuery {
    /// The maximum number of bytes of a text that are used.
    static let maxBytes = 1_000
    /// The maximum number of frequent words that replace an incomplete word.
    private static let maxWords = 12

    /// The query as entered.
    let query: Query
    /// The last word if it may be incomplete; otherwise nil.
    let unfinished: String?

    /// - Returns: nil if the text is empty. An invalid query is treated as plain words.
    init?(_ text: String) {
        let text = String(decoding: text.utf8.prefix(Self.maxBytes), as: UTF8.self)
        guard let query = (try? QueryParser.parse(text)) ?? (try? QueryParser.literal(text)), !query.isEmpty else {
            return nil
        }
        self.query = query
        unfinished = Self.lastWord(of: query.root, endingAt: text.utf8.count).flatMap {
            Self.mayGoOn($0.text) ? $0.text : nil
        }
    }

    /// The query in which the last word also matches words that begin with it or sound like it.
    ///
    /// If few words begin with the text, it is searched as a prefix. If many do, only the most frequent of them are
    /// searched, which is faster: with 100,000 articles `th*` takes 80 ms, and 12 words that begin with it take 8 ms.
    ///
    /// - Parameter complete: returns at most `limit` completions of a text.
    func query(_ complete: (String, _ limit: Int) throws -> [Completion]) rethrows -> Query {
        guard let unfinished else { return query }
        let completions = try complete(unfinished, Self.maxWords)
        let words = completions.filter { $0.source == .word }.map(\.text)
        // Reserve a third of the words for words that sound like the typed word.
        let areMany = words.count >= Self.maxWords - Self.maxWords / 3
        var alternatives: [QueryNode] = areMany ? words.map { .word(QueryTerm($0)) } : [.prefix(QueryTerm(unfinished))]
        alternatives += completions.filter { $0.source == .pinyin }.map { .word(QueryTerm($0.text)) }
        let root = Self.replacing(query.root, endingAt: query.text.utf8.count) { .or([$0] + alternatives) }
        return Query(root: root, text: query.text)
    }

    /// Whether a word may be incomplete: it has several characters, and the last one is not Chinese, since each Chinese
    /// character is a word in itself.
    private static func mayGoOn(_ word: String) -> Bool {
        guard word.count > 1, let last = word.unicodeScalars.last else { return false }
        return last.value < 0x2E80 || (0xAC00...0xD7A3).contains(last.value)
    }

    private static func lastWord(of node: QueryNode, endingAt end: Int) -> QueryTerm? {
        switch node {
        case .word(let term): term.utf8Range.upperBound == end ? term : nil
        case .field(_, let node): lastWord(of: node, endingAt: end)
        case .and(let nodes), .or(let nodes): nodes.last.flatMap { lastWord(of: $0, endingAt: end) }
        default: nil
        }
    }

    private static func replacing(
        _ node: QueryNode, endingAt end: Int, _ replacement: (QueryNode) -> QueryNode
    ) -> QueryNode {
        switch node {
        case .word: replacement(node)
        case .field(let field, let node): .field(field, replacing(node, endingAt: end, replacement))
        case .and(let nodes):
            .and(nodes.dropLast() + nodes.suffix(1).map { replacing($0, endingAt: end, replacement) })
        case .or(let nodes):
            .or(nodes.dropLast() + nodes.suffix(1).map { replacing($0, endingAt: end, replacement) })
        default: node
        }
    }
}
