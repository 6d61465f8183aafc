internal import QueryLanguage

/// Parses a query while it is being typed, when its end is unfinished.
///
/// The last word also counts as a prefix, open quotes and parentheses are closed, and the last word is left out if it
/// is not yet valid, such as `(title:` or `date:20`.
enum UnfinishedQuery {
    /// The maximum size in UTF-8 bytes of a query that is completed. Longer queries are parsed as they are.
    private static let maxBytes = 2_000
    /// The maximum number of changes to complete a query. This is more than the number of parentheses that may be open.
    private static let maxChanges = 80
    /// The minimum number of characters of a prefix. Too many words begin with the same single letter.
    private static let minPrefixLength = 2

    /// A parsed query.
    struct Parsed: Equatable {
        var query: Query
        /// Whether the query differs from the text as typed.
        var isChanged: Bool
    }

    /// - Returns: the query; nil if there is nothing to search for yet.
    /// - Throws: `QuerySyntaxError` for a mistake before the last word. Its range refers to `text`.
    static func parse(_ text: String) throws(QuerySyntaxError) -> Parsed? {
        if text.utf8.count > maxBytes { return Parsed(query: try QueryParser.parse(text), isChanged: false) }
        guard let query = try completed(text) else { return nil }
        let isChanged = query.text != text
        guard !endsWithSpace(text) else { return Parsed(query: query, isChanged: isChanged) }
        let root = withPrefix(query.root, endingAt: text.utf8.count)
        if root == query.root { return Parsed(query: query, isChanged: isChanged) }
        return Parsed(query: Query(root: root, text: text, notices: query.notices), isChanged: true)
    }

    /// The text without its last word; nil if it consists of a single word.
    static func withoutLastWord(_ text: String) -> String? {
        guard text.utf8.count <= maxBytes, let space = text.lastIndex(where: \.isWhitespace) else { return nil }
        let start = text[..<space]
        return start.allSatisfy(\.isWhitespace) ? nil : String(start)
    }

    // MARK: -

    private static func completed(_ text: String) throws(QuerySyntaxError) -> Query? {
        var bytes = Array(text.utf8)
        var isCut = false
        for _ in 0..<maxChanges {
            let current = String(decoding: bytes, as: UTF8.self)
            do throws(QuerySyntaxError) {
                return try QueryParser.parse(current)
            } catch {
                switch error {
                case .unclosedQuote: bytes.append(UInt8(ascii: "\""))
                case .unclosedParenthesis: bytes.append(UInt8(ascii: ")"))
                case .tooLong, .tooManyTerms, .tooManyNearTerms, .tooDeep, .invalidUTF8: throw error
                default:
                    guard isUnfinished(error, in: bytes, isCut: isCut), error.utf8Range.lowerBound < bytes.count else {
                        throw error
                    }
                    bytes.removeSubrange(error.utf8Range.lowerBound...)
                    isCut = true
                    if bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }) { return nil }
                }
            }
        }
        return nil
    }

    /// Whether an error is at the end of the text, so that further typing may correct it.
    private static func isUnfinished(_ error: QuerySyntaxError, in bytes: [UInt8], isCut: Bool) -> Bool {
        var end = bytes.count
        var mayEndWithSpace = isCut
        switch error {
        case .danglingOperator, .unclosedRegex: mayEndWithSpace = true
        default: break
        }
        while mayEndWithSpace, end > 0, isSpace(bytes[end - 1]) { end -= 1 }
        let rest = bytes[min(error.utf8Range.upperBound, end)..<end]
        return !rest.contains(where: isSpace) && (mayEndWithSpace || bytes.last.map(isSpace) != true)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func endsWithSpace(_ text: String) -> Bool { text.last?.isWhitespace ?? true }

    /// The tree in which the word that ends at an offset also counts as a prefix. Excluded words and operands of NEAR
    /// stay as they are.
    private static func withPrefix(_ node: QueryNode, endingAt end: Int) -> QueryNode {
        switch node {
        case .word(let term) where term.utf8Range.upperBound == end && term.text.count >= minPrefixLength:
            return .or([node, .prefix(term)])
        case .field(let field, let inner): return .field(field, withPrefix(inner, endingAt: end))
        case .and(let nodes): return .and(nodes.map { withPrefix($0, endingAt: end) })
        case .or(let nodes):
            return .or(
                nodes.flatMap { inner -> [QueryNode] in
                    let changed = withPrefix(inner, endingAt: end)
                    if case .or(let parts) = changed { return parts }
                    return [changed]
                })
        default: return node
        }
    }
}
