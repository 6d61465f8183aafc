internal import SQLite

/// The terms that searches name, as they stand in one batch. Each is looked up once, and its postings are read once.
struct BatchTerms {
    private let index: InvertedBatch
    private let books: AlertBooks
    /// By number in the book: the number in the batch, or -1.
    private var numbers: [Int32]
    /// By number in the book: where the documents stand in `lists`. Not read yet: a start of -1.
    private var starts: [Int32]
    private var counts: [Int32]
    private(set) var lists = PostingLists()
    private var prefixed: [Int32: PrefixPostings] = [:]
    private var order: [UInt32]?
    /// Where a phrase begins, and where its next word stands: column << 32 | position, ascending.
    private var phraseStarts: [Int64] = []
    private var places: [Int64] = []

    /// - Parameter known: the terms of the book that are there, as `knownTerms` gives them, where somebody has looked for
    ///   them; else all terms of the book are looked up at once.
    init(index: InvertedBatch, books: AlertBooks, known: [(term: Int32, number: Int32)]? = nil) {
        self.index = index
        self.books = books
        let book = books.terms
        if let known {
            numbers = [Int32](repeating: -1, count: book.count)
            for (term, number) in known { numbers[Int(term)] = number }
        } else {
            numbers = index.numbers(ofTermsIn: book.bytes, endingAt: book.ends, hashes: book.hashes)
        }
        starts = [Int32](repeating: -1, count: book.count)
        counts = [Int32](repeating: 0, count: book.count)
    }

    /// The batch's terms that are in the book: with few articles quicker than looking up all of the book.
    static func knownTerms(of index: InvertedBatch, in book: TermBook) -> [(term: Int32, number: Int32)] {
        (0..<index.termCount).compactMap { number in
            book.find(index.hash(ofTerm: number)) { index.isTerm(number, equalTo: book[$0]) }
                .map { ($0, Int32(number)) }
        }
    }

    var documentCount: Int { index.documentCount }

    /// Where in `lists.documents` those stand that have a term; empty where none has.
    mutating func list(ofTerm term: Int32) -> Range<Int> {
        let slot = Int(term)
        if starts[slot] < 0 {
            if numbers[slot] < 0 { return 0..<0 }
            let range = lists.add(term: Int(numbers[slot]), of: index)
            starts[slot] = Int32(range.lowerBound)
            counts[slot] = Int32(range.count)
        }
        return Int(starts[slot])..<Int(starts[slot] + counts[slot])
    }

    mutating func postings(ofPrefix prefix: Int32) -> PrefixPostings {
        if let known = prefixed[prefix] { return known }
        let order = self.order ?? index.termOrder()
        self.order = order
        var found = PrefixPostings()
        for place in index.range(beginningWith: books.prefixes[prefix], in: order) {
            found.terms.append(lists.add(term: Int(order[place]), of: index))
        }
        found.documents = DocumentList.union(found.terms, of: lists.documents)
        prefixed[prefix] = found
        return found
    }

    private func find(_ document: UInt32, in range: Range<Int>) -> Int? {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if lists.documents[middle] < document { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && lists.documents[low] == document ? low : nil
    }

    /// Where in `lists.documents` a document stands within a term's; nil where it has not got the term.
    private mutating func find(_ document: UInt32, term: Int32) -> Int? {
        // Reading a list may move all lists, so it comes before they are looked at.
        let range = list(ofTerm: term)
        return find(document, in: range)
    }

    mutating func has(term: Int32, _ document: UInt32) -> Bool { find(document, term: term) != nil }

    mutating func has(prefix: Int32, _ document: UInt32) -> Bool {
        DocumentList.contains(document, in: postings(ofPrefix: prefix).documents)
    }

    // MARK: - Phrases

    mutating func has(_ phrase: AlertPrograms.Step, _ words: [Int32], _ document: UInt32) -> Bool {
        findStarts(of: phrase, words, in: document)
        return !phraseStarts.isEmpty
    }

    /// Finds where a phrase begins in a document.
    private mutating func findStarts(of phrase: AlertPrograms.Step, _ words: [Int32], in document: UInt32) {
        phraseStarts.removeAll(keepingCapacity: true)
        let count = Int(phrase.count)
        // The word with the fewest places first: it leaves the least to compare. One that is missing ends it.
        var rarest = 0
        var fewest = Int.max
        for offset in 0..<count {
            guard let at = find(document, term: words[Int(phrase.first) + offset]) else { return }
            let size = lists.placeBytes(at: at)
            if size < fewest { (rarest, fewest) = (offset, size) }
        }
        if count > 0 {
            guard let at = find(document, term: words[Int(phrase.first) + rarest]) else { return }
            lists.appendPlaces(at: at, before: rarest, to: &phraseStarts)
            keepColumn(phrase.column)
        }
        for offset in 0..<count where offset != rarest {
            if phraseStarts.isEmpty { return }
            guard let at = find(document, term: words[Int(phrase.first) + offset]) else { return }
            places.removeAll(keepingCapacity: true)
            lists.appendPlaces(at: at, to: &places)
            narrow(offset)
        }
        guard phrase.extra >= 0 else { return }
        readPlaces(ofPrefix: phrase.extra, in: document)
        if count > 0 { return narrow(count) }
        swap(&phraseStarts, &places)
        keepColumn(phrase.column)
    }

    private mutating func keepColumn(_ column: Int8) {
        if column >= 0 { phraseStarts.removeAll { $0 >> 32 != Int64(column) } }
    }

    /// Keeps the starts that have one of `places` so many positions behind them.
    private mutating func narrow(_ offset: Int) {
        var next = 0
        var kept = 0
        for index in phraseStarts.indices {
            let start = phraseStarts[index]
            let wanted = start + Int64(offset)
            while next < places.count, places[next] < wanted { next += 1 }
            guard next < places.count, places[next] == wanted else { continue }
            phraseStarts[kept] = start
            kept += 1
        }
        phraseStarts.removeLast(phraseStarts.count - kept)
    }

    /// Fills `places`, each once.
    private mutating func readPlaces(ofPrefix prefix: Int32, in document: UInt32) {
        places.removeAll(keepingCapacity: true)
        var count = 0
        for range in postings(ofPrefix: prefix).terms {
            guard let at = find(document, in: range) else { continue }
            lists.appendPlaces(at: at, to: &places)
            count += 1
        }
        if count < 2 { return }
        places.sort()
        var kept = 0
        for index in places.indices where kept == 0 || places[index] != places[kept - 1] {
            places[kept] = places[index]
            kept += 1
        }
        places.removeLast(places.count - kept)
    }

    /// Whether the phrases stand near each other, as FTS5 sees it: no more than `distance` tokens between the end of the
    /// first and the beginning of the last (`fts5ExprNearIsMatch` in <https://sqlite.org/src/file/ext/fts5/fts5_expr.c>).
    mutating func hasNear(
        _ phrases: [AlertPrograms.Step], distance: Int, _ words: [Int32], _ document: UInt32
    ) -> Bool {
        var found: [[Int64]] = []
        for phrase in phrases {
            findStarts(of: phrase, words, in: document)
            if phraseStarts.isEmpty { return false }
            found.append(phraseStarts)
        }
        guard found.count > 1 else { return !found.isEmpty }
        var at = [Int](repeating: 0, count: found.count)
        var last = found[0][0]
        while true {
            var isMatch = true
            for number in phrases.indices {
                let list = found[number]
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

/// Where the terms stand that begin so.
struct PrefixPostings {
    /// Ascending.
    var documents: [UInt32] = []
    /// Of each term, where its documents stand in the lists of the batch.
    var terms: [Range<Int>] = []
}
