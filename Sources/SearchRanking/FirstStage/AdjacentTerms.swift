internal import Pipelines
internal import PostingIndex

/// The terms of a phrase, the rarest first, and the rows that may have all of them.
///
/// Positions are read term by term: those of a very frequent one only in the rows in which the others are adjacent.
struct AdjacentTerms {
    private struct Term {
        /// Its number in the phrase, from 0.
        let offset: Int
        let content: Content

        enum Content {
            case term(TermPostings)
            /// All terms with a prefix.
            case prefix(PostingList)
        }

        var count: Int {
            switch content {
            case .term(let term): term.count
            case .prefix(let list): list.count
            }
        }

        func rows() throws -> [UInt32] {
            switch content {
            case .term(let term): try term.frequencies().rows
            case .prefix(let list): list.rows
            }
        }

        func rows(among rows: [UInt32]) throws -> [UInt32] {
            switch content {
            case .term(let term): try term.rows(among: rows)
            case .prefix(let list): SortedRows.intersection(rows, list.rows)
            }
        }

        func postings(of rows: [UInt32]) throws -> PostingList {
            switch content {
            case .term(let term): try term.postings(of: rows)
            case .prefix(let list): list
            }
        }
    }

    private let source: any PostingSource
    private let terms: [Term]

    /// - Returns: nil if the phrase needs FTS5.
    init?(_ phrase: IndexPhrase, _ source: any PostingSource) throws {
        self.source = source
        var terms: [Term] = []
        for (offset, bytes) in phrase.terms.enumerated() {
            if phrase.isPrefix, offset == phrase.terms.count - 1 {
                guard let list = try source.list(ofTermsWithPrefix: bytes) else { return nil }
                terms.append(Term(offset: offset, content: .prefix(list)))
            } else {
                guard let term = try source.term(bytes) else { return nil }
                terms.append(Term(offset: offset, content: .term(term)))
            }
        }
        self.terms = terms.sorted { $0.count < $1.count }
    }

    /// A term in at least one of this many articles is not looked up in the rows of rarer ones: most of them have it.
    private static let articlesAFrequentTerm = 4

    /// The frequencies of the rarest term; empty if it is a prefix.
    func rarest() throws -> RowFrequencies {
        guard case .term(let term) = terms.first?.content else { return RowFrequencies() }
        return try term.frequencies()
    }

    /// Rows that may have all terms, ascending.
    func candidates() throws -> [UInt32] {
        var rows = try terms.first?.rows() ?? []
        for term in terms.dropFirst() where !rows.isEmpty {
            if term.count * Self.articlesAFrequentTerm < source.endOfArticles { rows = try term.rows(among: rows) }
        }
        return rows
    }

    // MARK: - Positions

    /// Below this number of rows one thread is faster.
    private static let minParallelRows = 8_192

    /// Rows between two looks at the deadline.
    private static let rowsPerPart = 32_768

    /// Some of the rows, and the starts of the phrase that the terms so far allow in them. An object: a value would be copied
    /// for each term. One thread at a time has it.
    private final class Part: @unchecked Sendable {
        let rows: [UInt32]
        private(set) var starts: PhraseStarts

        init(_ rows: [UInt32], _ list: PostingList, offset: Int) {
            self.rows = rows
            starts = PhraseStarts(
                list, at: SortedRows.places(of: rows, in: list.rows), count: rows.count, offset: offset)
        }

        func keep(_ list: PostingList, offset: Int) {
            starts.keep(list, at: SortedRows.places(of: rows, in: list.rows), offset: offset)
        }

        var left: [UInt32] { starts.rowsLeft.map { rows[Int($0)] } }
    }

    /// The rows in which the terms stand one after the other, with the frequency of the phrase where it is above 0.
    ///
    /// - Parameters:
    ///   - rows: ascending; some may lack terms.
    ///   - frequency: from the number of occurrences in each column.
    func matches(among rows: [UInt32], _ frequency: (SIMD4<Int32>) -> Double) throws -> RowFrequencies {
        var left = rows
        var parts: [Part] = []
        let deadline = source.deadline
        for (number, term) in terms.enumerated() where !left.isEmpty {
            try source.checkDeadline()
            let list = try term.postings(of: left)
            let offset = term.offset
            if number == 0 {
                parts = Parallel.map(count: left.count, grain: Self.minParallelRows) { [left] range in
                    stride(from: range.lowerBound, to: range.upperBound, by: Self.rowsPerPart).map { first in
                        let rows =
                            deadline.isReached ? [] : left[first..<min(first + Self.rowsPerPart, range.upperBound)]
                        return Part(Array(rows), list, offset: offset)
                    }
                }.flatMap(\.self)
            } else {
                _ = Parallel.map(count: parts.count, grain: 1) { [parts] range in
                    for part in parts[range] where !deadline.isReached { part.keep(list, offset: offset) }
                }
            }
            left = parts.flatMap(\.left)
        }
        try source.checkDeadline()
        var found = RowFrequencies()
        for part in parts {
            part.starts.report { row, occurrences in
                let frequency = frequency(occurrences)
                guard frequency > 0 else { return }
                found.rows.append(part.rows[row])
                found.frequencies.append(Float(frequency))
            }
        }
        return found
    }

    /// Where the phrase stands in some rows.
    ///
    /// - Parameter rows: ascending; some may lack terms.
    func starts(in rows: [UInt32]) throws -> PhraseStarts? {
        var starts: PhraseStarts?
        for term in terms {
            let list = try term.postings(of: rows)
            let places = SortedRows.places(of: rows, in: list.rows)
            if starts == nil {
                starts = PhraseStarts(list, at: places, count: rows.count, offset: term.offset)
            } else {
                starts?.keep(list, at: places, offset: term.offset)
            }
        }
        return starts
    }
}
