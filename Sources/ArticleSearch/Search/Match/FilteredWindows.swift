internal import Articles
internal import PostingIndex
internal import QueryLanguage
internal import SearchRanking

/// The filter of a search. It is evaluated window by window as the search reaches the windows, or for all articles at
/// once if few pass it.
final class FilteredWindows: WindowFilter {
    /// If fewer articles of a window than this must be checked, they are looked up one by one. A look-up costs as much
    /// as reading eight articles in a range.
    private static let minRowsARange = 128
    private static let maxWindowsAtOnce = 64

    /// Evaluates the remaining conditions; nil if all conditions are covered by `sets`.
    private let reader: (any FilterReader)?
    /// Ascending lists; an article must be in each of them.
    private let sets: [[UInt32]]
    /// The articles that pass, for the windows read so far.
    private var known: [Int: FrequencyWindow.Rows] = [:]
    /// The windows that the search may request, in the order it reaches them, and the index of the next one.
    private var expected: [Int] = []
    private var place = 0
    private var windowsAtOnce = 4

    /// - Parameter numbers: ascending article ids to which the search is limited; nil for no limit.
    init(_ filter: ArticleFilter?, numbers: [UInt32]?, _ source: any SearchSource, _ statistics: IndexStatistics) throws
    {
        var sets = numbers.map { [$0] } ?? []
        var reader: (any FilterReader)?
        if let filter {
            if try filter.isReadAsWhole(source, statistics) {
                sets.append(try source.articles(where: filter, in: nil))
            } else {
                reader = try source.reader(of: filter)
            }
        }
        self.sets = sets
        self.reader = reader
    }

    func expect(windows: [Int]) {
        expected = windows
        place = 0
    }

    func mayPass(window number: Int) -> Bool {
        sets.allSatisfy { set in
            let first = UInt32(clamping: number * FrequencyWindow.size)
            let index = set.span.firstIndex(notBelow: first)
            return index < set.count && Int(set[index]) < Int(first) + FrequencyWindow.size
        }
    }

    func keep(_ rows: FrequencyWindow.Rows, ofWindow number: Int) throws -> FrequencyWindow.Rows {
        let rows = sets.reduce(rows) { $0 & FrequencyWindow.Rows($1, ofWindow: number) }
        guard let reader, !rows.isEmpty else { return rows }
        if let known = known[number] { return rows & known }
        if !reader.readsRangesTogether, rows.rowCount < Self.minRowsARange {
            let first = UInt32(number * FrequencyWindow.size)
            var articles: [UInt32] = []
            rows.forEachPlace { articles.append(first + UInt32($0)) }
            return FrequencyWindow.Rows(try reader.keep(articles), ofWindow: number)
        }
        try readWindows(from: number, reader)
        return rows & (known[number] ?? FrequencyWindow.Rows())
    }

    /// The articles of an ascending list that pass the filter.
    func keep(_ articles: [UInt32]) throws -> [UInt32] {
        var kept: [UInt32] = []
        for (number, rows) in expectWindows(of: articles) {
            let first = UInt32(number * FrequencyWindow.size)
            try keep(rows, ofWindow: number).forEachPlace { kept.append(first + UInt32($0)) }
        }
        return kept
    }

    /// The number of articles of an ascending list that pass the filter. Above `limit`, the count may be a lower bound.
    func count(_ articles: [UInt32], upTo limit: Int) throws -> (count: Int, isLowerBound: Bool) {
        let windows = expectWindows(of: articles)
        var count = 0
        for (index, window) in windows.enumerated() {
            count += try keep(window.rows, ofWindow: window.number).rowCount
            if count > limit { return (count, index + 1 < windows.count) }
        }
        return (count, false)
    }

    /// The windows that contain articles of an ascending list. They are also set as the expected windows.
    private func expectWindows(of articles: [UInt32]) -> [(number: Int, rows: FrequencyWindow.Rows)] {
        var windows: [(number: Int, rows: FrequencyWindow.Rows)] = []
        for article in articles where windows.last?.number != Int(article) / FrequencyWindow.size {
            let number = Int(article) / FrequencyWindow.size
            windows.append((number, FrequencyWindow.Rows(articles, ofWindow: number)))
        }
        windows.removeAll { !mayPass(window: $0.number) }
        expect(windows: windows.map(\.number))
        return windows
    }

    /// Reads a window. Over a network, also reads the next windows, more of them as the search continues.
    private func readWindows(from number: Int, _ reader: any FilterReader) throws {
        var windows = [number]
        if reader.readsRangesTogether {
            while place < expected.count, expected[place] != number { place += 1 }
            windows += expected[place...].dropFirst().prefix(windowsAtOnce - 1).filter { known[$0] == nil }
            windowsAtOnce = min(windowsAtOnce * 2, Self.maxWindowsAtOnce)
        }
        for window in windows { known[window] = FrequencyWindow.Rows() }
        let ranges = windows.map { window in
            let first = Int64(window * FrequencyWindow.size)
            return first...first + Int64(FrequencyWindow.size) - 1
        }
        for article in try reader.articles(in: ranges) {
            known[Int(article) / FrequencyWindow.size]?.insert(place: Int(article) % FrequencyWindow.size)
        }
    }
}
