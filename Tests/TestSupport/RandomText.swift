/// A linear congruential generator: the same numbers in each run.
public struct Lehmer: RandomNumberGenerator {
    private var state: UInt64

    public init(state: UInt64) { self.state = state }

    public mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

/// Words and texts in several scripts, the same in each run.
public struct RandomText {
    public var random = Lehmer(state: 4_711)
    private let words: [String]

    /// - Parameter further: words in addition to the standard ones.
    public init(further: [String] = []) {
        words =
            [
                "run", "running", "runs", "test", "tests", "tested", "engine", "engines", "index", "the", "of", "fast",
                "store", "swift", "covid19", "c++", "3.14", "café", "поиск", "全文", "搜索", "关键词", "索引", "東京都", "資料庫",
                "검색", "引擎", "的", "天气很好",
            ] + further
    }

    /// A random word; the first ones of the list are the most frequent.
    public mutating func word() -> String {
        let share = Double.random(in: 0..<1, using: &random)
        return words[Int(share * share * Double(words.count))]
    }

    public mutating func text(_ count: Int) -> String {
        var out = ""
        for _ in 0..<count {
            out += word()
            out += [" ", " ", " ", "", ", ", "。", "-"].randomElement(using: &random) ?? " "
        }
        return out
    }

    public mutating func prefix() -> String { String(word().prefix(Int.random(in: 1...4, using: &random))) }
}
