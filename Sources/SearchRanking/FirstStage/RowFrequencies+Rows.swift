package import PostingIndex

extension RowFrequencies {
    /// The frequency in each of some articles; 0 for articles without the term.
    ///
    /// - Parameter articles: ascending.
    package func frequencies(in articles: [UInt32]) -> [Float] {
        guard let places = SortedRows.places(of: articles, in: rows) else { return frequencies }
        guard !frequencies.isEmpty else { return Array(repeating: 0, count: places.count) }
        let all = frequencies.span
        return places.map { place in
            let frequency = all[max(0, Int(place))]
            return place < 0 ? 0 : frequency
        }
    }

    /// The matches in the given rows.
    ///
    /// - Parameter some: row ids, ascending.
    func limited(to some: [UInt32]) -> RowFrequencies {
        let rows = SortedRows.intersection(rows, some)
        return RowFrequencies(rows: rows, frequencies: frequencies(in: rows))
    }
}
