internal import Pipelines
internal import SQLite

/// The articles in which one phrase stands, ascending, and how often in each.
struct PhraseMatches: Sendable {
    let rows: [UInt32]
    /// Of a single term in any column: hits are counted when they are asked for.
    private let list: PostingList?
    /// Of several terms: weighted hits of each row.
    private let frequencies: [Float]
    private let column: IndexPhrase.Column?

    var count: Int { rows.count }

    /// How often the phrase stands in each of some articles. One title hit counts as `Ranking.titleWeight` hits of the text.
    func frequencies(in articles: [UInt32]) -> [Float] {
        let weight = Float(Ranking.titleWeight)
        let places = SortedRows.places(of: articles, in: rows)
        // Few of many are counted one by one; of nearly all, all are.
        if let list, let places, places.count < rows.count { return list.weighedHits(secondWeight: weight, at: places) }
        let all = list?.weighedHits(secondWeight: weight) ?? frequencies
        guard let places else { return all }
        guard !all.isEmpty else { return Array(repeating: 0, count: places.count) }
        let frequencies = all.span
        return places.map { place in
            let frequency = frequencies[max(0, Int(place))]
            return place < 0 ? 0 : frequency
        }
    }

    private static func weigh(title: Int, body: Int, _ column: IndexPhrase.Column?) -> Double {
        switch column {
        case nil: Ranking.frequency(title: title, body: body)
        case .title: Ranking.frequency(title: title, body: 0)
        case .body: Double(body)
        }
    }

    /// - Returns: nil where the postings cannot say it: the beginning of a term, or an index of an unknown form.
    init?(_ phrase: IndexPhrase, _ postings: IndexPostings) throws {
        guard !phrase.isPrefix, !phrase.terms.isEmpty else { return nil }
        var lists: [PostingList] = []
        for term in phrase.terms {
            guard let list = try postings.list(of: term) else { return nil }
            lists.append(list)
        }
        column = phrase.column
        if lists.count == 1 {
            let list = lists[0]
            switch phrase.column {
            case nil:
                rows = list.rows
                self.list = list
                frequencies = []
            case .some(let column):
                (rows, frequencies) = Self.inColumn(list, column)
                self.list = nil
            }
        } else {
            (rows, frequencies) = Self.adjacent(lists, phrase.column)
            list = nil
        }
    }

    private static func inColumn(_ list: PostingList, _ column: IndexPhrase.Column) -> ([UInt32], [Float]) {
        var rows: [UInt32] = []
        var frequencies: [Float] = []
        for index in list.rows.indices {
            let hits = list.hits(at: index)
            let frequency = weigh(title: hits.second, body: hits.first, column)
            guard frequency > 0 else { continue }
            rows.append(list.rows[index])
            frequencies.append(Float(frequency))
        }
        return (rows, frequencies)
    }

    // MARK: - Phrases of several terms

    /// Fewer rows are read before another thread has begun.
    private static let minParallelRows = 8_192

    /// The rows where the terms stand one after the other.
    private static func adjacent(_ lists: [PostingList], _ column: IndexPhrase.Column?) -> ([UInt32], [Float]) {
        let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
        var common = lists[order[0]].rows
        for index in order.dropFirst() where !common.isEmpty {
            common = SortedRows.intersection(common, lists[index].rows)
        }
        // A term with few hits an article leaves the least to be compared.
        let byHits = lists.indices.sorted { lists[$0].averageSize < lists[$1].averageSize }
        let parts = Parallel.map(count: common.count, grain: minParallelRows) { [common] range in
            adjacent(lists, byHits, in: Array(common[range]), column)
        }
        if parts.count == 1 { return parts[0] }
        return (parts.flatMap(\.rows), parts.flatMap(\.frequencies))
    }

    /// The same among rows that have all terms.
    ///
    /// - Parameter byHits: the lists in the order in which they are read.
    private static func adjacent(
        _ lists: [PostingList], _ byHits: [Int], in common: [UInt32], _ column: IndexPhrase.Column?
    ) -> (rows: [UInt32], frequencies: [Float]) {
        var rows: [UInt32] = []
        var frequencies: [Float] = []
        var starts = PhraseStarts(
            lists[byHits[0]], at: SortedRows.places(of: common, in: lists[byHits[0]].rows), count: common.count,
            offset: byHits[0])
        for number in byHits.dropFirst() {
            starts.keep(lists[number], at: SortedRows.places(of: common, in: lists[number].rows), offset: number)
        }
        starts.report { row, body, title in
            let frequency = weigh(title: title, body: body, column)
            guard frequency > 0 else { return }
            rows.append(common[row])
            frequencies.append(Float(frequency))
        }
        return (rows, frequencies)
    }
}
