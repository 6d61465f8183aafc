package import SQLite
internal import SearchRanking
internal import TextAnalysis

/// The analyzer as a tokenizer of FTS5.
///
/// The text of an article is analysed. A MATCH expression holds index terms, separated by spaces: the query is analysed
/// already, and a second analysis would stem its stems.
package final class IndexTokenizer: FTS5Tokenizer {
    /// Counts characters and words while an article is added or removed.
    package var characters: CharacterTally?

    package init() {}

    package func tokenize(_ text: Span<UInt8>, isQuery: Bool, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        if isQuery { return passTerms(text, emit: emit) }
        let tally = characters
        let (language, start) = Self.language(of: text)
        Analyzer.shared.analyze(text.extracting(start..<text.count), language: language) { term, kind, range in
            let range = start == 0 ? range : range.lowerBound + start..<range.upperBound + start
            switch kind {
            case .bigram, .single:
                tally?.add(firstScalarOf: term)
                tally?.words.see(term)
                return emit(term, false, range)
            case .stem, .symbolWord: return emit(term, true, range)
            case .joined:
                if term[0] != TokenKind.stemPrefix { tally?.words.see(term) }
                return emit(term, true, range)
            case .word:
                tally?.words.see(term)
                return emit(term, false, range)
            case .separator: return emit(term, false, range)
            }
        }
    }

    private static let mark: UInt8 = 0x1F

    /// The language of a text's stems, which `article_indexed` writes in front of the text, and the start of the text.
    private static func language(of text: Span<UInt8>) -> (StemLanguage, start: Int) {
        guard text.count >= 3, text[0] == mark, text[2] == mark, let language = StemLanguage(code: text[1]) else {
            return (.english, 0)
        }
        return (language, 3)
    }

    private func passTerms(_ text: Span<UInt8>, emit: (Span<UInt8>, Bool, Range<Int>) -> Bool) {
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: " ") {
            if index > start, !emit(text.extracting(start..<index), false, start..<index) { return }
            start = index + 1
        }
    }
}

/// Counts the document frequencies of CJK characters and of frequent words, as articles are added and removed.
package final class CharacterTally {
    package let words: FrequentWords
    private var seen: Set<UInt32> = []
    /// By scalar: of the basic plane, and of the other planes.
    private var deltas = [Int32](repeating: 0, count: 1 << 16)
    private var otherDeltas: [UInt32: Int32] = [:]

    package init(connection: Connection) { words = FrequentWords(connection: connection) }

    package func add(firstScalarOf term: Span<UInt8>) {
        guard let scalar = UTF8Decoding.firstScalar(term) else { return }
        seen.insert(scalar)
    }

    /// Ends one article: each of its characters counts once.
    ///
    /// - Parameter sign: 1 if it is added, -1 if it is removed.
    package func endArticle(_ sign: Int64) {
        for scalar in seen { count(scalar, Int32(sign)) }
        seen.removeAll(keepingCapacity: true)
        words.endArticle(Int(sign))
    }

    /// Discards the characters seen since the last article.
    package func forgetArticle() { seen.removeAll(keepingCapacity: true) }

    /// Writes the counts and resets them.
    package func flush(to connection: Connection) throws {
        let statement = try connection.cachedStatement(
            """
            INSERT INTO character_frequency VALUES (?, ?)
            ON CONFLICT (character) DO UPDATE SET articles = articles + excluded.articles
            """)
        func write(_ character: UInt32, _ delta: Int32) throws {
            if delta == 0 { return }
            statement.bind(Int64(character), at: 1)
            statement.bind(Int64(delta), at: 2)
            try statement.run()
        }
        for character in deltas.indices { try write(UInt32(character), deltas[character]) }
        for (character, delta) in otherDeltas { try write(character, delta) }
        removeAll()
    }

    /// Counts the distinct characters of one new article.
    package func add(_ characters: ArraySlice<UInt32>) {
        for scalar in characters { count(scalar, 1) }
    }

    @inline(__always)
    private func count(_ scalar: UInt32, _ delta: Int32) {
        if scalar < 1 << 16 { deltas[Int(scalar)] &+= delta } else { otherDeltas[scalar, default: 0] += delta }
    }

    package func removeAll() {
        seen.removeAll(keepingCapacity: true)
        for index in deltas.indices { deltas[index] = 0 }
        otherDeltas.removeAll(keepingCapacity: true)
    }
}
