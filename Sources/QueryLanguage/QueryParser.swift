/// Parses the query language.
///
/// The grammar, weakest binding first (for users: docs/query-language.md):
/// ```
/// all   = some { ["AND"] some }          some  = maybe { ("OR" | "|") maybe }
/// maybe = { "NOT" | "-" } near           near  = one { "NEAR/n" one }
/// one   = word | word* | "phrase" | field:value | field:( all ) | ( all ) | NEAR(one one…, n)
/// ```
public struct QueryParser {
    /// The limits of a query. Exceeding one is an error; nothing is truncated.
    public struct Options: Sendable {
        /// The maximum depth of nested parentheses.
        public var maximumDepth = 64
        /// The maximum number of words, phrases, expressions and filters together.
        public var maximumTerms = 4096
        /// The maximum size of the whole string in UTF-8 bytes.
        public var maximumBytes = 65_536
        /// The maximum number of words and phrases in one `NEAR`. It is lower than `maximumTerms`, because their
        /// positions are compared with each other.
        public var maximumNearTerms = 32

        public init() {}
    }

    /// Parses a query. Text that looks like an operator but cannot be one is treated as text (`Query.notices`).
    ///
    /// - Throws: `QuerySyntaxError` with the range of the first error.
    /// - Complexity: linear in the UTF-8 bytes; recursion is limited by `maximumDepth`.
    public static func parse(_ text: String, options: Options = Options()) throws(QuerySyntaxError) -> Query {
        let bytes = Array(text.utf8)
        if bytes.count > options.maximumBytes {
            throw .tooLong(limit: options.maximumBytes, at: options.maximumBytes..<bytes.count)
        }
        var grammar = QueryGrammar(scanner: QueryScanner(bytes), options: options)
        guard let root = try grammar.wholeQuery() else { throw .empty(at: 0..<bytes.count) }
        if let range = root.misplacedRegexRange { throw .misplacedRegex(at: range) }
        guard root.hasPositivePart else { throw .onlyExclusions(at: 0..<bytes.count) }
        return Query(root: root, text: text, notices: grammar.notices)
    }

    /// Parses a query that may not be valid UTF-8. Throws if it contains invalid bytes.
    public static func parse(utf8 bytes: [UInt8], options: Options = Options()) throws(QuerySyntaxError) -> Query {
        if let offset = UTF8Validation.firstInvalidOffset(in: bytes) { throw .invalidUTF8(at: offset) }
        return try parse(String(decoding: bytes, as: UTF8.self), options: options)
    }

    /// Parses a text as plain words, which are split at white space and all required. Operators, fields and stars have
    /// no special meaning.
    ///
    /// - Returns: a query whose `isEmpty` is true if the text has no letter, digit or symbol.
    /// - Throws: only `tooLong` or `tooManyTerms`.
    /// - Complexity: linear in the UTF-8 bytes.
    public static func literal(_ text: String, options: Options = Options()) throws(QuerySyntaxError) -> Query {
        let bytes = Array(text.utf8)
        if bytes.count > options.maximumBytes {
            throw .tooLong(limit: options.maximumBytes, at: options.maximumBytes..<bytes.count)
        }
        let scanner = QueryScanner(bytes)
        var words: [QueryNode] = []
        var position = 0
        while let mark = scanner.mark(at: position) {
            if mark.isSpace {
                position += mark.length
                continue
            }
            let start = position
            while let inner = scanner.mark(at: position), !inner.isSpace { position += inner.length }
            let word = scanner.text(start..<position)
            guard QueryScanner.hasContent(word) else { continue }
            if words.count == options.maximumTerms {
                throw .tooManyTerms(limit: options.maximumTerms, at: start..<position)
            }
            words.append(.word(QueryTerm(word, utf8Range: start..<position)))
        }
        return Query(root: words.count == 1 ? words[0] : .and(words), text: text)
    }
}
