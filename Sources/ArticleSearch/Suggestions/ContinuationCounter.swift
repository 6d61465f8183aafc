package import SearchRanking
internal import TextAnalysis

/// Counts how titles continue a text of a script without spaces.
package struct ContinuationCounter {
    private let typed: [[UInt8]]
    private var counts: [String: (count: Int, order: Int)] = [:]
    private var titles = 0
    private static let maxTitleBytes = 1_000

    package init(_ run: QueryUnits) { typed = run.units.map(\.term) }

    package var isEmpty: Bool { counts.isEmpty }

    /// Adds the continuations in a title after each occurrence of the text. Each occurrence has two: up to the end of
    /// the dictionary word in which the text ends, and up to the end of the next word.
    package mutating func add(title: String) {
        // The work is quadratic in the length of the title. Real titles are shorter than this limit.
        guard title.utf8.count <= Self.maxTitleBytes else { return }
        let units = QueryUnits(title).units
        guard units.count > typed.count else { return }
        let bytes = Array(title.utf8)
        var words: [Range<Int>]?
        var seen: Set<String> = []
        for start in 0...(units.count - typed.count) where Self.stands(typed, at: start, in: units) {
            let end = start + typed.count
            var last = end
            while last < units.count, last - end < CompletionLimits.characters, units[last].isCharacter,
                units[last].gap == .none
            { last += 1 }
            guard last > end else { continue }
            let from = units[start].utf8Range.lowerBound
            let typedEnd = units[end - 1].utf8Range.upperBound
            let limit = units[last - 1].utf8Range.upperBound
            let known = words ?? WordSegmenter.shared.words(in: title)
            words = known
            // Not an occurrence: the text begins inside a word (全性 in 安全性).
            guard known.contains(where: { $0.lowerBound == from }) else { continue }
            for word in known.filter({ $0.upperBound > typedEnd && $0.upperBound <= limit }).prefix(2) {
                seen.insert(String(decoding: bytes[from..<word.upperBound], as: UTF8.self))
            }
        }
        for text in seen where WholeWords.end(text) { counts[text, default: (0, titles)].count += 1 }
        titles += 1
    }

    private static func stands(_ typed: [[UInt8]], at start: Int, in units: [QueryUnits.Unit]) -> Bool {
        for (offset, term) in typed.enumerated() {
            let unit = units[start + offset]
            guard unit.isCharacter, unit.term == term, offset == 0 || unit.gap == .none else { return false }
        }
        return true
    }

    /// The most frequent continuations; for equal counts the newest first.
    package func mostFrequent(_ limit: Int) -> [(text: String, count: Int)] {
        counts.sorted { ($1.value.count, $0.value.order, $0.key) < ($0.value.count, $1.value.order, $1.key) }
            .prefix(limit).map { ($0.key, $0.value.count) }
    }
}
