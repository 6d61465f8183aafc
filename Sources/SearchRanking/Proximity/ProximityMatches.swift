internal import Pipelines
internal import PostingIndex
internal import TextAnalysis

/// Finds the articles that satisfy a proximity rule by reading posting lists. The list of punctuation is the longest of
/// all and is read only if the result depends on it.
package struct ProximityMatches {
    package let rows: [UInt32]

    /// The number of rows between two checks of the deadline.
    private static let rowsPerCheck = 16_384

    /// With fewer rows per thread, two threads are slower than one.
    private static let minRowsPerThread = 1_024

    /// - Returns: nil if FTS5 must find the articles with the texts.
    package init?(_ proximity: Proximity, _ source: any PostingSource) throws {
        guard let candidates = try Self.candidates(proximity, source) else { return nil }
        var rows: [UInt32] = []
        for first in stride(from: 0, to: candidates.count, by: Self.rowsPerCheck) {
            try source.checkDeadline()
            let some = Array(candidates[first..<min(first + Self.rowsPerCheck, candidates.count)])
            guard let forms = try TextForm.all(of: proximity, in: some, source) else { return nil }
            let parts = Parallel.map(count: some.count, grain: Self.minRowsPerThread) { range in
                Decided(proximity, PlacesByRow(forms), some, range)
            }
            var open = parts.flatMap { $0.open }
            if !open.isEmpty {
                guard let term = try source.term([TokenKind.separatorByte]) else { return nil }
                let punctuation = try term.postings(of: open.map { $0.row })
                open.removeAll { !proximity.isFulfilled($0.places, SeparatorPositions(punctuation, of: $0.row)) }
            }
            rows += SortedRows.union(of: [parts.flatMap { $0.fulfilled }, open.map { $0.row }])
        }
        self.rows = rows
    }

    /// The articles that contain all texts.
    private static func candidates(_ proximity: Proximity, _ source: any PostingSource) throws -> [UInt32]? {
        var lists: [[UInt32]] = []
        for parts in proximity.texts {
            var alternatives: [[UInt32]] = []
            for part in parts {
                guard let matches = try PhraseMatches(part.phrase, source) else {
                    return nil
                }
                alternatives.append(try matches.all().rows)
            }
            lists.append(SortedRows.union(of: alternatives))
        }
        return SortedRows.intersection(of: lists)
    }
}

/// A form of a text, with its occurrences in some articles.
private struct TextForm: Sendable {
    let width: Int
    /// The column to search; nil for all columns.
    let column: Int?
    let starts: PhraseStarts

    /// The forms of each text.
    ///
    /// - Returns: nil if the articles must be found with FTS5 instead.
    static func all(
        of proximity: Proximity, in rows: [UInt32], _ source: any PostingSource
    ) throws -> [[TextForm]]? {
        var all: [[TextForm]] = []
        for parts in proximity.texts {
            try source.checkDeadline()
            var forms: [TextForm] = []
            for part in parts {
                guard let terms = try AdjacentTerms(part.phrase, source) else { return nil }
                guard let starts = try terms.starts(in: rows) else { continue }
                forms.append(TextForm(width: part.width, column: part.phrase.column?.number, starts: starts))
            }
            all.append(forms)
        }
        return all
    }
}

/// The results of checking some articles.
private struct Decided: Sendable {
    var fulfilled: [UInt32] = []
    /// The articles whose result depends on punctuation.
    var open: [(row: UInt32, places: [[Proximity.Place]])] = []

    init(_ proximity: Proximity, _ places: consuming PlacesByRow, _ rows: [UInt32], _ range: Range<Int>) {
        var next: [Int] = []
        for index in range {
            places.move(to: index)
            switch proximity.verdict(places.current, next: &next) {
            case .fulfilled: fulfilled.append(rows[index])
            case .unfulfilled: continue
            case .dependsOnPunctuation: open.append((rows[index], places.current))
            }
        }
    }
}

/// The places of each text, article by article, in reused memory.
private struct PlacesByRow {
    /// The forms of each text.
    private let forms: [[TextForm]]
    /// How far the starts of each form have been read.
    private var next: [[Int]]
    private var starts: [UInt32] = []
    /// The places of each text in the current article.
    private(set) var current: [[Proximity.Place]]

    init(_ forms: [[TextForm]]) {
        self.forms = forms
        next = forms.map { forms in forms.map { _ in 0 } }
        current = forms.map { _ in [] }
    }

    /// - Parameter row: the index of an article; must not decrease between calls.
    mutating func move(to row: Int) {
        for text in forms.indices {
            // A local array, because each access to `current` would check for unique ownership.
            var places: [Proximity.Place] = []
            swap(&places, &current[text])
            places.removeAll(keepingCapacity: true)
            for (index, form) in forms[text].enumerated() {
                form.starts.read(row: row, next: &next[text][index], into: &starts)
                for start in starts where form.column == nil || form.column == PhraseStarts.column(of: start) {
                    places.append(Proximity.Place(start: start, width: form.width))
                }
            }
            if forms[text].count > 1 { places.sort { $0.start < $1.start } }
            swap(&places, &current[text])
        }
    }
}
