/// Frequencies of rows added in any order. Neighbouring rows share a run of counters.
struct SparseFrequencies {
    private static let runSize = 1_024
    /// Marks a row that was added, even with frequency 0.
    private static let isKnown: UInt64 = 1 << 63
    private static let secondShift = 32

    /// For each row number divided by `runSize`, the number of the run plus 1; 0 if there is no run.
    private var places: [UInt32] = []
    /// For each row of each run: the frequency in column 1 from bit 32 on, that in all other columns below, and
    /// `isKnown`.
    private var runs: [UInt64] = []

    /// False if any doclist added since `removeAll` was malformed, or if its row ids have more than 32 bits or are too
    /// far apart.
    private(set) var isValid = true
    private var postingCount = 0
    /// Each further run requires eight postings, because in a crafted doclist each row may have its own run of 8 KB.
    private static let freeRuns = 4_096

    /// Adds the postings of a term, which consist of row id deltas, sizes and positions.
    mutating func add(_ doclist: UnsafePointer<UInt8>, count: Int) {
        guard isValid else { return }
        let isWhole = unsafe PostingList.forEachPosting(in: doclist, count: count) { row, start, end in
            unsafe add(PostingList.frequencies(from: start, to: end), row: row)
        }
        if !isWhole { refuse() }
    }

    @inline(__always)
    private mutating func add(_ frequency: (first: Int, second: Int), row: UInt64) {
        guard isValid else { return }
        postingCount += 1
        guard row < 1 << 32, let place = place(of: Int(row)) else { return refuse() }
        runs[place] =
            (runs[place] &+ UInt64(frequency.first) &+ UInt64(frequency.second) << UInt64(Self.secondShift))
            | Self.isKnown
    }

    private mutating func refuse() {
        isValid = false
        places = []
        runs = []
    }

    /// - Returns: nil if there are too many runs.
    @inline(__always)
    private mutating func place(of row: Int) -> Int? {
        let number = row / Self.runSize
        if number >= places.count || places[number] == 0 {
            guard runs.count / Self.runSize < Self.freeRuns + postingCount / 8 else { return nil }
            addRun(number)
        }
        return (Int(places[number]) - 1) * Self.runSize + row % Self.runSize
    }

    private mutating func addRun(_ number: Int) {
        if number >= places.count { places += repeatElement(0, count: number + 1 - places.count) }
        runs += repeatElement(0, count: Self.runSize)
        places[number] = UInt32(runs.count / Self.runSize)
    }

    /// Calls `body` with each row, ascending, and removes all rows.
    mutating func removeAll(_ body: (_ row: UInt64, _ frequency: (first: Int, second: Int)) -> Void) {
        for number in places.indices where places[number] > 0 {
            let start = (Int(places[number]) - 1) * Self.runSize
            for offset in 0..<Self.runSize where runs[start + offset] != 0 {
                let frequency = runs[start + offset] & ~Self.isKnown
                body(
                    UInt64(number * Self.runSize + offset),
                    (Int(frequency & 0xFFFF_FFFF), Int(frequency >> UInt64(Self.secondShift))))
            }
            places[number] = 0
        }
        runs.removeAll(keepingCapacity: true)
        isValid = true
        postingCount = 0
    }
}
