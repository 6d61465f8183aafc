internal import Pipelines
internal import PostingIndex
internal import TextAnalysis

/// The terms of a phrase, rarest first, and the rows that may contain all of them. If the index has a pair of words as
/// one term, that term replaces both.
///
/// Positions are read term by term. Those of a very frequent term are read only in rows in which the other terms are
/// adjacent.
struct AdjacentTerms {
    private struct Term {
        /// The term's index in the phrase, from 0; for a pair, the index of its second word.
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

        func postings(of rows: [UInt32], by second: PostingReader? = nil) throws -> PostingList {
            switch content {
            case .term(let term): try term.postings(of: rows, by: second)
            case .prefix(let list): list
            }
        }
    }

    private let source: any PostingSource
    private let terms: [Term]

    /// - Returns: nil if the phrase needs FTS5.
    init?(_ phrase: IndexPhrase, _ source: any PostingSource) throws {
        self.source = source
        var terms = try Self.pairs(of: phrase, source)
        let covered = Set(terms.flatMap { [$0.offset - 1, $0.offset] })
        for (offset, bytes) in phrase.terms.enumerated() where !covered.contains(offset) {
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

    /// The rarest pairs that replace words of the phrase; each has the offset of its second word.
    private static func pairs(of phrase: IndexPhrase, _ source: any PostingSource) throws -> [Term] {
        if !source.hasPairs { return [] }
        var pairs: [Term] = []
        for offset in phrase.terms.indices.dropFirst().dropLast(phrase.isPrefix ? 1 : 0) {
            if let pair = Analyzer.pair(phrase.terms[offset - 1], phrase.terms[offset]),
                let term = try source.term(pair)
            {
                pairs.append(Term(offset: offset, content: .term(term)))
            }
        }
        var covered: Set<Int> = []
        return pairs.sorted { $0.count < $1.count }.filter { pair in
            let isNew = covered.insert(pair.offset - 1).inserted
            return covered.insert(pair.offset).inserted || isNew
        }
    }

    /// A term that occurs in at least 1 of this many articles is not looked up in the rows of rarer terms, because most
    /// of those rows have it.
    private static let articlesAFrequentTerm = 4

    /// The frequencies of the rarest term; empty if it is a prefix.
    func rarest() throws -> RowFrequencies {
        guard case .term(let term) = terms.first?.content else { return RowFrequencies() }
        return try term.frequencies()
    }

    /// The rows of the rarest term, ascending.
    func rowsOfRarest() throws -> [UInt32] { try terms.first?.rows() ?? [] }

    /// The rows, among some rows of the rarest term, that may also contain the other terms.
    func candidates(among some: [UInt32]) throws -> [UInt32] {
        var rows = some
        for term in terms.dropFirst() where !rows.isEmpty {
            if term.count * Self.articlesAFrequentTerm < source.endOfArticles { rows = try term.rows(among: rows) }
        }
        return rows
    }

    // MARK: - Positions

    /// With fewer rows per thread, two threads are slower than one.
    private static let minRowsPerThread = 2_048

    /// The number of rows between two checks of the deadline.
    private static let rowsPerPart = 32_768

    /// Some of the rows, with the starts of the phrase that are still possible after the terms added so far. A class,
    /// because a value would be copied for each term. Used by one thread at a time.
    private final class Part: @unchecked Sendable {
        private let rows: [UInt32]
        /// The rows in which the terms added so far may be adjacent, ascending.
        private(set) var left: [UInt32]
        private(set) var starts: PhraseStarts?

        init(_ rows: [UInt32]) {
            self.rows = rows
            left = rows
        }

        /// The first term sets the starts; each further term keeps only the starts that its positions agree with.
        func add(_ list: PostingList, offset: Int) {
            let places = SortedRows.places(of: left, in: list.rows)
            if starts == nil {
                starts = PhraseStarts(list, at: places, count: left.count, offset: offset)
            } else {
                starts?.keep(list, at: places, offset: offset)
            }
            left = starts?.rowsLeft.map { rows[Int($0)] } ?? []
        }

        func report(_ body: (_ row: UInt32, _ occurrences: SIMD4<Int32>) -> Void) {
            starts?.report { row, occurrences in body(rows[row], occurrences) }
        }
    }

    /// The rows in which the terms are adjacent and the frequency of the phrase is above 0, with that frequency.
    ///
    /// - Parameters:
    ///   - rows: ascending; some may lack terms.
    ///   - frequency: computes the frequency from the number of occurrences in each column.
    func phraseFrequencies(among rows: [UInt32], _ frequency: (SIMD4<Int32>) -> Double) throws -> RowFrequencies {
        let threads = Parallel.map(count: rows.count, grain: Self.minRowsPerThread) { range in
            stride(from: range.lowerBound, to: range.upperBound, by: Self.rowsPerPart).map { first in
                Part(Array(rows[first..<min(first + Self.rowsPerPart, range.upperBound)]))
            }
        }
        let parts = threads.flatMap(\.self)
        if threads.count > 1 {
            try source.withSecondReader { second in
                if let second { try read(parts, second) } else { try read(parts) }
            }
        } else {
            try read(parts)
        }
        var found = RowFrequencies()
        for part in parts {
            part.report { row, occurrences in
                let frequency = frequency(occurrences)
                guard frequency > 0 else { return }
                found.rows.append(row)
                found.frequencies.append(Float(frequency))
            }
        }
        return found
    }

    /// Reads the postings on this thread and compares them on all threads.
    private func read(_ parts: [Part]) throws {
        let deadline = source.deadline
        for term in terms {
            try source.checkDeadline()
            let left = parts.flatMap(\.left)
            if left.isEmpty { return }
            let list = try term.postings(of: left)
            let offset = term.offset
            _ = Parallel.map(count: parts.count, grain: 1) { range in
                for part in parts[range] where !deadline.isReached { part.add(list, offset: offset) }
            }
        }
        try source.checkDeadline()
    }

    /// Processes one half of the parts on this thread and the other half on a second one.
    private func read(_ parts: [Part], _ second: PostingReader) throws {
        let halves = Halves(terms: terms, deadline: source.deadline, parts: parts, second: second)
        let results = Parallel.map(count: 2, grain: 1) { range in
            Result { for half in range { try halves.read(half) } }
        }
        for result in results { try result.get() }
        try source.checkDeadline()
    }

    /// The data shared by two threads. The terms do not change while postings are read, and each thread has its own
    /// parts and reader.
    private struct Halves: @unchecked Sendable {
        let terms: [Term]
        let deadline: Deadline
        let parts: [Part]
        let second: PostingReader

        func read(_ half: Int) throws {
            for part in parts[parts.count * half / 2..<parts.count * (half + 1) / 2] {
                for term in terms where !part.left.isEmpty && !deadline.isReached {
                    part.add(try term.postings(of: part.left, by: half == 0 ? nil : second), offset: term.offset)
                }
            }
        }
    }

    /// The occurrences of the phrase in some rows.
    ///
    /// - Parameter rows: ascending; some may lack terms.
    func starts(in rows: [UInt32]) throws -> PhraseStarts? {
        let part = Part(rows)
        for term in terms { part.add(try term.postings(of: part.left), offset: term.offset) }
        return part.starts
    }
}
