private import System

/// Splits text into index terms. Articles and queries are analysed alike, whatever their language.
///
/// In scripts with spaces, each word yields its folded form and its English stem. In scripts without spaces, each run
/// yields overlapping bigrams, and its last character as a single. `TokenKind` describes the terms. Each token has the
/// next position, except that a colocated token has the position of the token before it.
public final class Analyzer: Sendable {
    public static let shared = Analyzer()

    /// Contexts that no thread is using.
    private let idle = Locked<[AnalysisContext]>([])

    init() {}

    /// Calls `emit` for each token in text order, including separators and colocated tokens.
    ///
    /// - Parameters:
    ///   - text: UTF-8. A byte that is not part of any character separates words, like a space.
    ///   - language: the language whose stems are emitted for words of its script. Other words of ASCII letters get
    ///     English stems.
    ///   - emit: receives the term (valid during the call), its kind, and the UTF-8 range of its source in `text`;
    ///     returns false to stop. The ranges ascend, except that the range of a symbol word may begin before that of
    ///     its word.
    /// - Complexity: linear; no allocation per token. Thread-safe.
    public func analyze(
        _ text: Span<UInt8>, language: StemLanguage = .english, rules: TermRules = .current,
        emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        if text.isEmpty { return }
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                var scanner = unsafe TokenScanner(
                    text: start, count: bytes.count, context: context, language: language,
                    isEarlier: rules == .earlier)
                scanner.run(emit: emit)
            }
        }
    }

    /// Like `analyze`, but only for tokens whose terms begin with one of `starts`. All other tokens may be omitted,
    /// including separators, symbol words and joined words.
    public func analyze(
        _ text: Span<UInt8>, startingAs starts: TermStarts,
        emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        if text.isEmpty { return }
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                unsafe starts.marks.withUnsafeBufferPointer { marks in
                    guard let start = bytes.baseAddress, let marks = marks.baseAddress else { return }
                    var scanner = unsafe TokenScanner(
                        text: start, count: bytes.count, context: context, starts: marks)
                    scanner.run(startingAs: starts, emit: emit)
                }
            }
        }
    }

    /// Finds characters of scripts without spaces, at the same positions as the bigrams and singles of `analyze`.
    ///
    /// - Parameters:
    ///   - characters: the folded characters to find.
    ///   - found: receives a character and the position of the token that begins with it, in ascending order; returns
    ///     false to stop.
    /// - Complexity: linear; about 5 µs for 4 KB.
    public func forEachPosition(
        of characters: [UInt32], in text: Span<UInt8>, _ found: (_ character: UInt32, _ position: UInt32) -> Bool
    ) {
        if text.isEmpty { return }
        let marks = PositionScanner.marks(of: characters)
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                unsafe marks.withUnsafeBufferPointer { marks in
                    guard let start = bytes.baseAddress, let marks = marks.baseAddress else { return }
                    var scanner = unsafe PositionScanner(
                        text: start, count: bytes.count, marks: marks)
                    scanner.run(context) { characters.contains($0) ? found($0, $1) : true }
                }
            }
        }
    }

    /// All tokens of a short text, for queries, tests and the `tokens` command.
    public func tokens(of text: String, language: StemLanguage = .english) -> [Token] {
        Self.tokens { emit in analyze(Array(text.utf8).span, language: language, emit: emit) }
    }

    static func tokens(
        _ analyze: (_ emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool) -> Void
    ) -> [Token] {
        var tokens: [Token] = []
        analyze { term, kind, utf8Range in
            tokens.append(Token(term: bytes(of: term), kind: kind, utf8Range: utf8Range))
            return true
        }
        return tokens
    }

    private static func bytes(of span: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(span.count)
        for index in span.indices { bytes.append(span[index]) }
        return bytes
    }

    func withContext<Result>(_ body: (AnalysisContext) -> Result) -> Result {
        let context = idle.withLock { $0.popLast() } ?? AnalysisContext()
        defer { idle.withLock { $0.append(context) } }
        return body(context)
    }
}
