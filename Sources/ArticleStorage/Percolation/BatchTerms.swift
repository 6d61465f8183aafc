internal import SQLite

/// The terms that searches name, as they stand in one batch. Each is looked up once.
struct BatchTerms {
    private let index: InvertedBatch
    private let books: AlertBooks
    /// By number in the book: not looked up yet, absent, or the number in the batch.
    private var numbers: [Int32]
    private var postings: [Int32: InvertedPostings] = [:]
    private var prefixed: [Int32: PrefixPostings] = [:]
    private var order: [UInt32]?
    private var places: [Int64] = []

    private static let unknown: Int32 = -2
    private static let absent: Int32 = -1

    init(index: InvertedBatch, books: AlertBooks) {
        self.index = index
        self.books = books
        numbers = [Int32](repeating: Self.unknown, count: books.terms.count)
    }

    var termCount: Int { index.termCount }

    /// The documents that have a term, ascending; nil where none has.
    mutating func postings(ofTerm term: Int32) -> InvertedPostings? {
        guard let number = number(ofTerm: term) else { return nil }
        if let known = postings[term] { return known }
        let found = index.postings(ofTerm: number)
        postings[term] = found
        return found
    }

    private mutating func number(ofTerm term: Int32) -> Int? {
        let slot = Int(term)
        if numbers[slot] == Self.unknown {
            let number = index.number(of: books.terms.terms[slot], hash: books.terms.hashes[slot])
            numbers[slot] = number.map { Int32($0) } ?? Self.absent
        }
        return numbers[slot] == Self.absent ? nil : Int(numbers[slot])
    }

    mutating func postings(ofPrefix prefix: Int32) -> PrefixPostings {
        if let known = prefixed[prefix] { return known }
        let order = self.order ?? index.termOrder()
        self.order = order
        let range = index.range(beginningWith: books.prefixes.terms[Int(prefix)], in: order)
        let found = PrefixPostings(order[range].map { index.postings(ofTerm: Int($0)) })
        prefixed[prefix] = found
        return found
    }

    /// The numbers in the book of those of the batch's terms that it has.
    func knownTerms() -> [Int32] {
        (0..<index.termCount).compactMap { number in
            books.terms.find(index.hash(ofTerm: number)) {
                index.isTerm(number, equalTo: books.terms.terms[Int($0)])
            }
        }
    }

    // MARK: - Phrases

    mutating func has(_ phrase: AlertPhrase, _ document: UInt32) -> Bool {
        for term in phrase.terms where postings(ofTerm: term)?.index(of: document) == nil { return false }
        if let prefix = phrase.prefix, postings(ofPrefix: prefix).places(in: document) == nil { return false }
        if phrase.length == 1, phrase.column == nil { return true }
        return !starts(of: phrase, in: document).isEmpty
    }

    /// Where a phrase begins in a document: column << 32 | position, ascending.
    mutating func starts(of phrase: AlertPhrase, in document: UInt32) -> [Int64] {
        var starts: [Int64] = []
        for (offset, term) in phrase.terms.enumerated() {
            guard let postings = postings(ofTerm: term), let index = postings.index(of: document) else { return [] }
            places.removeAll(keepingCapacity: true)
            postings.appendPlaces(ofDocumentAt: index, to: &places)
            narrow(&starts, offset)
            if starts.isEmpty { return [] }
        }
        if let prefix = phrase.prefix {
            places = postings(ofPrefix: prefix).places(in: document) ?? []
            narrow(&starts, phrase.terms.count)
        }
        if let column = phrase.column { starts.removeAll { $0 >> 32 != column } }
        return starts
    }

    /// Keeps the starts that have one of `places` so many positions behind them; at offset 0 all places are starts.
    private func narrow(_ starts: inout [Int64], _ offset: Int) {
        guard offset > 0 else {
            starts = places
            return
        }
        var next = 0
        starts.removeAll { start in
            let wanted = start + Int64(offset)
            while next < places.count, places[next] < wanted { next += 1 }
            return next == places.count || places[next] != wanted
        }
    }

    /// Whether the phrases stand near each other, as FTS5 sees it: no more than `distance` tokens between the end of the
    /// first and the beginning of the last (`fts5ExprNearIsMatch` in <https://sqlite.org/src/file/ext/fts5/fts5_expr.c>).
    mutating func hasNear(_ phrases: [AlertPhrase], distance: Int, _ document: UInt32) -> Bool {
        var lists: [[Int64]] = []
        for phrase in phrases {
            let starts = starts(of: phrase, in: document)
            if starts.isEmpty { return false }
            lists.append(starts)
        }
        guard lists.count > 1 else { return !lists.isEmpty }
        var at = [Int](repeating: 0, count: lists.count)
        var last = lists[0][0]
        while true {
            var isMatch = true
            for (number, list) in lists.enumerated() {
                let first = last - Int64(phrases[number].length) - Int64(distance)
                if list[at[number]] < first || list[at[number]] > last {
                    isMatch = false
                    while list[at[number]] < first {
                        at[number] += 1
                        if at[number] == list.count { return false }
                    }
                    if list[at[number]] > last { last = list[at[number]] }
                }
            }
            if isMatch { return true }
        }
    }
}

/// Where the terms stand that begin so: documents, ascending, with all their places.
struct PrefixPostings {
    private(set) var documents: [UInt32] = []
    private var byDocument: [UInt32: [Int64]] = [:]

    init(_ terms: [InvertedPostings]) {
        for term in terms {
            for (index, document) in term.documents.enumerated() {
                term.appendPlaces(ofDocumentAt: index, to: &byDocument[document, default: []])
            }
        }
        documents = byDocument.keys.sorted()
        for document in documents {
            guard var places = byDocument[document] else { continue }
            places.sort()
            var kept: [Int64] = []
            for place in places where place != kept.last { kept.append(place) }
            byDocument[document] = kept
        }
    }

    func places(in document: UInt32) -> [Int64]? { byDocument[document] }
}
