private import System

/// Cuts text into index terms: one scheme for every language, for documents and queries alike.
///
/// Words of scripts with spaces become folded words with their English stems beside them; scripts without spaces become
/// overlapping pairs of characters with the last character of each run alone. See `TokenKind` for the forms of terms.
/// Positions: each token takes the next one, colocated kinds that of the token before.
public final class Analyzer: Sendable {
    /// The one analyzer of the process; its tables are unpacked at first use.
    public static let shared = Analyzer()

    /// Idle contexts; one a thread at work.
    private let idle = Locked<[AnalysisContext]>([])

    init() {}

    /// Calls `emit` once a token in text order, separators and colocated tokens included.
    ///
    /// - Parameters:
    ///   - text: UTF-8. A byte that is not part of any character parts words like a space.
    ///   - language: whose stems stand beside the words of its script; other words of ASCII letters have English stems.
    ///   - emit: gets the term (valid during the call), its kind, and the UTF-8 bytes of `text` it came from; returns
    ///     false to stop. The range of a symbol word may begin before that of its word; all others ascend.
    /// - Complexity: linear; no allocation a token. Thread-safe.
    public func analyze(
        _ text: Span<UInt8>, language: StemLanguage = .english,
        emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        if text.isEmpty { return }
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                var scanner = unsafe TokenScanner(
                    text: start, count: bytes.count, context: context, language: language)
                scanner.run(emit: emit)
            }
        }
    }

    /// All tokens of a short text: queries, tests, the `tokens` command.
    public func tokens(of text: String, language: StemLanguage = .english) -> [Token] {
        var tokens: [Token] = []
        var copy = text
        copy.makeContiguousUTF8()
        analyze(copy.utf8.span, language: language) { term, kind, utf8Range in
            tokens.append(Token(term: Self.bytes(of: term), kind: kind, utf8Range: utf8Range))
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
