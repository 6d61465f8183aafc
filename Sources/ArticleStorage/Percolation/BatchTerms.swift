internal import SQLite

/// The terms that searches name, as they stand in one batch. Each is looked up once.
struct BatchTerms {
    private let index: InvertedBatch
    private let books: AlertBooks
    /// By number in the book: not looked up yet, absent, or the number in the batch.
    private var numbers: [Int32]
    private var postings: [InvertedPostings?]
    private var prefixed: [Int32: PrefixPostings] = [:]
    private var order: [UInt32]?
    private var places: [Int64] = []
    private var starts: [Int64] = []

    private static let unknown: Int32 = -2
    private static let absent: Int32 = -1

    init(index: InvertedBatch, books: AlertBooks) {
        self.index = index
        self.books = books
        numbers = [Int32](repeating: Self.unknown, count: books.terms.count)
        postings = [InvertedPostings?](repeating: nil, count: books.terms.count)
    }

    var termCount: Int { index.termCount }

    /// The documents that have a term, ascending; nil where none has.
    mutating func postings(ofTerm term: Int32) -> InvertedPostings? {
        if let known = postings[Int(term)] { return known }
        guard let number = number(ofTerm: term) else { return nil }
        let found = index.postings(ofTerm: number)
        postings[Int(term)] = found
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

    mutating func has(_ phrase: FlatPhrase, _ program: AlertProgram, _ document: UInt32) -> Bool {
        if phrase.length == 1, phrase.column < 0 {
            if phrase.prefix >= 0 { return postings(ofPrefix: phrase.prefix).places(in: document) != nil }
            return postings(ofTerm: program.terms[Int(phrase.first)])?.index(of: document) != nil
        }
        findStarts(of: phrase, program, in: document)
        return !starts.isEmpty
    }

    /// Finds where a phrase begins in a document: `starts`, column << 32 | position, ascending.
    private mutating func findStarts(of phrase: FlatPhrase, _ program: AlertProgram, in document: UInt32) {
        starts.removeAll(keepingCapacity: true)
        // One that is not there spares reading the places of the others.
        for offset in 0..<Int(phrase.count) {
            if postings(ofTerm: program.terms[Int(phrase.first) + offset])?.index(of: document) == nil { return }
        }
        for offset in 0..<Int(phrase.count) {
            guard let postings = postings(ofTerm: program.terms[Int(phrase.first) + offset]),
                let index = postings.index(of: document)
            else { return }
            if offset == 0 {
                postings.appendPlaces(ofDocumentAt: index, to: &starts)
                if phrase.column >= 0 { starts.removeAll { $0 >> 32 != Int64(phrase.column) } }
            } else {
                places.removeAll(keepingCapacity: true)
                postings.appendPlaces(ofDocumentAt: index, to: &places)
                narrow(offset)
            }
            if starts.isEmpty { return }
        }
        if phrase.prefix >= 0 {
            places = postings(ofPrefix: phrase.prefix).places(in: document) ?? []
            guard phrase.count == 0 else { return narrow(Int(phrase.count)) }
            starts = places
            if phrase.column >= 0 { starts.removeAll { $0 >> 32 != Int64(phrase.column) } }
        }
    }

    /// Keeps the starts that have one of `places` so many positions behind them.
    private mutating func narrow(_ offset: Int) {
        var next = 0
        var kept = 0
        for start in starts {
            let wanted = start + Int64(offset)
            while next < places.count, places[next] < wanted { next += 1 }
            guard next < places.count, places[next] == wanted else { continue }
            starts[kept] = start
            kept += 1
        }
        starts.removeLast(starts.count - kept)
    }

    /// Whether the phrases stand near each other, as FTS5 sees it: no more than `distance` tokens between the end of the
    /// first and the beginning of the last (`fts5ExprNearIsMatch` in <https://sqlite.org/src/file/ext/fts5/fts5_expr.c>).
    mutating func hasNear(
        _ phrases: ArraySlice<FlatPhrase>, distance: Int, _ program: AlertProgram, _ document: UInt32
    ) -> Bool {
        var lists: [[Int64]] = []
        for phrase in phrases {
            findStarts(of: phrase, program, in: document)
            if starts.isEmpty { return false }
            lists.append(starts)
        }
        guard lists.count > 1 else { return !lists.isEmpty }
        var at = [Int](repeating: 0, count: lists.count)
        var last = lists[0][0]
        while true {
            var isMatch = true
            for (number, phrase) in phrases.enumerated() {
                let list = lists[number]
                let first = last - Int64(phrase.length) - Int64(distance)
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
