internal import PostingIndex
internal import TextAnalysis

/// The articles that fulfil a proximity rule: by posting lists, that of punctuation only where it decides: it is the longest.
package struct ProximityMatches {
    package let rows: [UInt32]

    /// Rows between two checks of the deadline.
    private static let rowsPerCheck = 4_096

    /// - Returns: nil if FTS5 must find the articles with the texts.
    package init?(_ proximity: Proximity, _ source: any PostingSource) throws {
        guard let candidates = try Self.candidates(proximity, source) else { return nil }
        var rows: [UInt32] = []
        for first in stride(from: 0, to: candidates.count, by: Self.rowsPerCheck) {
            try source.checkDeadline()
            let some = Array(candidates[first..<min(first + Self.rowsPerCheck, candidates.count)])
            guard let places = try Self.places(of: proximity, in: some, source) else { return nil }
            let verdicts = places.map { proximity.verdict($0) }
            let open = some.indices.filter { verdicts[$0] == .dependsOnPunctuation }.map { some[$0] }
            var punctuation = PostingList()
            if !open.isEmpty {
                guard let term = try source.term([TokenKind.separatorByte]) else { return nil }
                punctuation = try term.postings(of: open)
            }
            for (index, row) in some.enumerated() {
                switch verdicts[index] {
                case .fulfilled: rows.append(row)
                case .unfulfilled: continue
                case .dependsOnPunctuation:
                    if proximity.isFulfilled(places[index], SeparatorPositions(punctuation, of: row)) {
                        rows.append(row)
                    }
                }
            }
        }
        self.rows = rows
    }

    /// The articles with all texts.
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

    /// The places of each text in some articles that have all of them.
    private static func places(
        of proximity: Proximity, in rows: [UInt32], _ source: any PostingSource
    ) throws -> [[[Proximity.Place]]]? {
        var out = Array(
            repeating: Array(repeating: [Proximity.Place](), count: proximity.texts.count), count: rows.count)
        for (text, parts) in proximity.texts.enumerated() {
            try source.checkDeadline()
            for part in parts {
                guard let starts = try AdjacentTerms(part.phrase, source)?.starts(in: rows) else { return nil }
                starts.forEachRow { row, starts in
                    out[row][text] += starts.lazy.filter { part.phrase.stands(at: $0) }.map {
                        Proximity.Place(start: $0, width: part.width)
                    }
                }
            }
            if parts.count > 1 { for row in out.indices { out[row][text].sort { $0.start < $1.start } } }
        }
        return out
    }
}

extension IndexPhrase {
    /// Whether a place, as `PhraseStarts` has it, is of the phrase's column.
    package func stands(at start: UInt32) -> Bool { column.map { PhraseStarts.column(of: start) == $0.number } ?? true }
}
