/// Where the next page begins.
struct SearchCursor {
    var offset = 0
    var date: Int64 = 0
    var n: Int64 = 0

    init(offset: Int) { self.offset = offset }

    init(date: Int64, n: Int64) {
        self.date = date
        self.n = n
    }

    /// Of an article, with both signs turned round; a date as large as that has no exact double in any case.
    func candidate(sign: Int64) -> MatchCollector.Candidate {
        MatchCollector.Candidate(n: sign &* n, score: Double(sign) * Double(date))
    }

    init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let offset = Int(parts[0]), let date = Int64(parts[1]), let n = Int64(parts[2]),
            offset >= 0, offset <= 10_000_000
        else { throw StorageError.badCursor }
        self.offset = offset
        self.date = date
        self.n = n
    }

    var text: String { "\(offset).\(date).\(n)" }
}
