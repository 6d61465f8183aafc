/// Question and function words of Chinese, Japanese, Korean and English, which have a lower weight in a query.
///
/// Stop words apply to queries only: the index contains all words, and a query that consists only of stop words has
/// matches. A unit is one character of a script without spaces, or one word. In a query's tokens, each `bigram`,
/// `single` or `word` begins a unit.
public enum StopWords {
    /// The weight of a unit that is part of a stop word. Other units have weight 1.
    public static let stopWeight = 0.2

    /// One unit of a query.
    public struct UnitWeight: Sendable, Equatable {
        /// The range of the unit in the query, in UTF-8 bytes.
        public var utf8Range: Range<Int>
        public var isStop: Bool
        public var weight: Double { isStop ? StopWords.stopWeight : 1 }
    }

    /// Whether a folded word or phrase is on a list.
    public static func isStop(_ folded: String) -> Bool {
        let scalars = folded.unicodeScalars.map(\.value)
        return StopWordLists.english.contains(folded) || StopWordLists.chineseAndJapanese.contains(scalars)
            || StopWordLists.korean.contains(scalars)
    }

    /// The units of a query, in order. Their ranges are UTF-8 byte offsets in `query`, which need not be folded.
    public static func unitWeights(in query: String) -> [UnitWeight] {
        let tokens = Analyzer.shared.tokens(of: query)
        let flags = stopUnits(in: tokens)
        var units: [UnitWeight] = []
        for (token, isStop) in zip(tokens, flags) {
            guard let isStop else { continue }
            // The range of a bigram covers two units. The first unit ends where the next token begins.
            units.append(UnitWeight(utf8Range: token.utf8Range, isStop: isStop))
        }
        for index in units.indices.dropLast()
        where units[index].utf8Range.upperBound > units[index + 1].utf8Range.lowerBound {
            units[index].utf8Range = units[index].utf8Range.lowerBound..<units[index + 1].utf8Range.lowerBound
        }
        return units
    }

    /// For each token, whether its unit is part of a stop word. Nil for tokens that do not begin a unit: stems, symbol
    /// words, joined words and separators. The weight of a bigram is the mean of the weights of its unit and the next
    /// unit.
    public static func stopUnits(in tokens: [Token]) -> [Bool?] {
        var result = [Bool?](repeating: nil, count: tokens.count)
        var places: [Int] = []
        var units: [UInt32] = []
        for (index, token) in tokens.enumerated() {
            switch token.kind {
            case .word: result[index] = StopWordLists.english.contains(token.text)
            case .bigram, .single:
                places.append(index)
                units.append(token.text.unicodeScalars.first?.value ?? 0)
                if token.kind == .single {
                    for (place, isStop) in zip(places, covered(units)) { result[place] = isStop }
                    places.removeAll()
                    units.removeAll()
                }
            case .stem, .symbolWord, .joined, .pair, .separator: continue
            }
        }
        return result
    }
}

// MARK: -

extension StopWords {
    /// For each character of a run, whether it belongs to a stop word. In Han and kana, stop words are the longest
    /// listed phrases; in hangul, they are whole words or endings.
    private static func covered(_ run: [UInt32]) -> [Bool] {
        let phrases = StopWordLists.chineseAndJapanese
        var result = [Bool](repeating: false, count: run.count)
        var place = 0
        while place < run.count {
            if isHangul(run[place]) {
                var end = place
                while end < run.count, isHangul(run[end]) { end += 1 }
                coverEndings(of: run, in: place..<end, result: &result)
                place = end
                continue
            }
            var length = min(phrases.maxLength, run.count - place)
            while length > 0, !phrases.contains(Array(run[place..<(place + length)])) { length -= 1 }
            for covered in place..<(place + length) { result[covered] = true }
            place += max(length, 1)
        }
        return result
    }

    /// Marks a Korean word that is a stop word, or up to two endings at the end of the word, such as 에서 and 는.
    private static func coverEndings(of run: [UInt32], in word: Range<Int>, result: inout [Bool]) {
        let endings = StopWordLists.korean
        if endings.contains(Array(run[word])) {
            for covered in word { result[covered] = true }
            return
        }
        var end = word.upperBound
        for _ in 0..<2 {
            var length = min(endings.maxLength, end - word.lowerBound - 1)
            while length > 0, !endings.contains(Array(run[(end - length)..<end])) { length -= 1 }
            if length <= 0 { return }
            for covered in (end - length)..<end { result[covered] = true }
            end -= length
        }
    }

    private static func isHangul(_ scalar: UInt32) -> Bool {
        0xAC00...0xD7A3 ~= scalar || 0x1100...0x11FF ~= scalar
    }
}
