private import Synchronization

/// Cuts text into index terms: one scheme for every language, for documents and queries alike.
///
/// Words of scripts with spaces become folded words with their English stems beside them; scripts without spaces become
/// overlapping pairs of characters with the last character of each run alone. See `TokenKind` for the forms of terms.
/// Positions: each token takes the next one, colocated kinds that of the token before.
public final class Analyzer: Sendable {
    /// The one analyzer of the process; its tables are unpacked at first use.
    public static let shared = Analyzer()

    /// Idle contexts; one a thread at work.
    private let idle = Mutex<[AnalysisContext]>([])

    init() {}

    /// Calls `emit` once a token in text order, separators and colocated tokens included.
    ///
    /// - Parameters:
    ///   - text: UTF-8. A byte that is not part of any character parts words like a space.
    ///   - emit: gets the term (valid during the call), its kind, and the UTF-8 bytes of `text` it came from; returns
    ///     false to stop. The range of a symbol word may begin before that of its word; all others ascend.
    /// - Complexity: linear; no allocation a token. Thread-safe.
    public func analyze(
        _ text: Span<UInt8>, emit: (_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool
    ) {
        if text.isEmpty { return }
        withContext { context in
            unsafe text.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                var scanner = unsafe TokenScanner(text: start, count: bytes.count, context: context)
                scanner.run(emit: emit)
            }
        }
    }

    /// All tokens of a short text: queries, tests, the `tokens` command.
    public func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var copy = text
        copy.makeContiguousUTF8()
        analyze(copy.utf8.span) { term, kind, utf8Range in
            tokens.append(Token(term: Self.bytes(of: term), kind: kind, utf8Range: utf8Range))
            return true
        }
        return tokens
    }

    /// The English stem of a folded word; the word itself where it has none or is not made of ASCII letters.
    public func stem(_ foldedWord: [UInt8]) -> [UInt8] {
        for byte in foldedWord where byte < 0x61 || byte > 0x7A { return foldedWord }
        return withContext { context in
            if foldedWord.count > EnglishStemmer.maxStemmed { return foldedWord }
            for (index, byte) in foldedWord.enumerated() { unsafe context.word[index] = byte }
            let length = unsafe context.stemmer.stem(context.word, length: foldedWord.count, into: context.marked)
            return length == 0 ? foldedWord : unsafe Array(UnsafeBufferPointer(start: context.marked, count: length))
        }
    }

    /// The English stem of a folded word, as text.
    public func stem(_ foldedWord: String) -> String {
        String(decoding: stem(Array(foldedWord.utf8)), as: UTF8.self)
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
