package import PostingIndex

/// The postings, in one batch, of the terms that the searches use. Each term is looked up and decoded once.
package struct BatchTerms {
    /// The state of one term.
    private struct Place {
        /// The start of the term's documents in `lists`; before decoding, -1 minus the term's number in the batch.
        var start: Int32 = 0
        /// The number of documents; 0 before decoding.
        var count: Int32 = 0
    }

    private let index: InvertedBatch
    private let terms: TermDictionary
    private let prefixes: TermDictionary
    /// Indexed by the number in the term dictionary.
    private var places: [Place] = []
    package private(set) var lists: PostingLists
    private var prefixed: [Int32: PrefixDocuments] = [:]
    private var order: [UInt32]?
    /// The starts of a phrase, and the positions of its next term: column << 32 | position, ascending.
    private var starts: [Int64] = []
    private var wordPlaces: [Int64] = []
    /// For each term of a phrase, the index of the current document in `lists`.
    private var found: [Int] = []

    /// - Parameter lists: reused memory.
    package init(index: InvertedBatch, terms: TermDictionary, prefixes: TermDictionary, lists: PostingLists) {
        self.index = index
        self.terms = terms
        self.prefixes = prefixes
        self.lists = lists
        self.lists.removeAll()
    }

    /// Looks up all terms of the dictionary. Must be called before any other method.
    mutating func lookUp() {
        let numbers = index.numbers(ofTermsIn: terms.bytes, endingAt: terms.ends, hashes: terms.hashes)
        places = numbers.map { Place(start: $0 < 0 ? 0 : -1 - $0) }
    }

    /// Looks up the terms of the batch in the dictionary instead, which is faster for few articles.
    ///
    /// - Returns: the numbers, in the dictionary, of the terms that occur in the batch.
    mutating func lookUpBatch() -> [Int32] {
        places = [Place](repeating: Place(), count: terms.count)
        var known: [Int32] = []
        for number in 0..<index.termCount {
            let term = terms.find(index.hash(ofTerm: number)) { index.isTerm(number, equalTo: terms[$0]) }
            guard let term else { continue }
            places[Int(term)].start = -1 - Int32(number)
            known.append(term)
        }
        return known
    }

    /// Moves the posting lists out, so that the caller can reuse their storage. Leaves this value empty.
    package mutating func takeLists() -> PostingLists {
        var taken = PostingLists()
        swap(&taken, &lists)
        places.removeAll()
        prefixed.removeAll()
        return taken
    }

    package var documentCount: Int { index.documentCount }

    /// The range of a term's documents in `lists.documents`; empty if there are none.
    package mutating func list(ofTerm term: Int32) -> Range<Int> {
        let place = places[Int(term)]
        if place.start < 0 {
            let range = lists.add(term: Int(-1 - place.start), of: index)
            places[Int(term)] = Place(start: Int32(range.lowerBound), count: Int32(range.count))
            return range
        }
        return Int(place.start)..<Int(place.start + place.count)
    }

    package mutating func postings(ofPrefix prefix: Int32) -> PrefixDocuments {
        if let known = prefixed[prefix] { return known }
        let order = self.order ?? index.termOrder()
        self.order = order
        var found = PrefixDocuments()
        for place in index.range(beginningWith: prefixes[prefix], in: order) {
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

    /// The index of a document among a term's documents; nil if the document does not contain the term.
    private mutating func find(_ document: UInt32, term: Int32) -> Int? {
        // Decoding a list may move all lists, so the term is decoded first.
        let range = list(ofTerm: term)
        return find(document, in: range)
    }

    package mutating func has(term: Int32, _ document: UInt32) -> Bool { find(document, term: term) != nil }

    package mutating func has(prefix: Int32, _ document: UInt32) -> Bool {
        DocumentList.contains(document, in: postings(ofPrefix: prefix).documents)
    }

    // MARK: - Phrases

    package mutating func has(_ phrase: CompiledSearches.Step, _ words: [Int32], _ document: UInt32) -> Bool {
        findStarts(of: phrase, words, in: document)
        return !starts.isEmpty
    }

    /// Finds the starts of a phrase in a document.
    private mutating func findStarts(of phrase: CompiledSearches.Step, _ words: [Int32], in document: UInt32) {
        starts.removeAll(keepingCapacity: true)
        found.removeAll(keepingCapacity: true)
        // Begins with the term that has the fewest positions. If any term is missing, there is no match.
        var rarest = 0
        for offset in 0..<Int(phrase.count) {
            guard let at = find(document, term: words[Int(phrase.first) + offset]) else { return }
            found.append(at)
            if lists.placeBytes(at: at) < lists.placeBytes(at: found[rarest]) { rarest = offset }
        }
        if !found.isEmpty {
            lists.appendPlaces(at: found[rarest], before: rarest, to: &starts)
            keepColumn(phrase.column)
        }
        for offset in found.indices where offset != rarest {
            if starts.isEmpty { return }
            wordPlaces.removeAll(keepingCapacity: true)
            lists.appendPlaces(at: found[offset], to: &wordPlaces)
            narrow(offset)
        }
        guard phrase.extra >= 0 else { return }
        readPlaces(ofPrefix: phrase.extra, in: document)
        if phrase.count > 0 { return narrow(Int(phrase.count)) }
        swap(&starts, &wordPlaces)
        keepColumn(phrase.column)
    }

    private mutating func keepColumn(_ column: Int8) {
        if column >= 0 { starts.removeAll { $0 >> 32 != Int64(column) } }
    }

    /// Keeps the starts that have an element of `wordPlaces` at distance `offset`.
    private mutating func narrow(_ offset: Int) {
        var next = 0
        var kept = 0
        for index in starts.indices {
            let start = starts[index]
            let wanted = start + Int64(offset)
            while next < wordPlaces.count, wordPlaces[next] < wanted { next += 1 }
            guard next < wordPlaces.count, wordPlaces[next] == wanted else { continue }
            starts[kept] = start
            kept += 1
        }
        starts.removeLast(starts.count - kept)
    }

    /// Sets `wordPlaces` to the distinct positions of the terms with a prefix.
    private mutating func readPlaces(ofPrefix prefix: Int32, in document: UInt32) {
        wordPlaces.removeAll(keepingCapacity: true)
        var count = 0
        for range in postings(ofPrefix: prefix).terms {
            guard let at = find(document, in: range) else { continue }
            lists.appendPlaces(at: at, to: &wordPlaces)
            count += 1
        }
        if count < 2 { return }
        wordPlaces.sortUnique()
    }
}

/// The documents of the terms with a prefix.
package struct PrefixDocuments {
    /// The documents, ascending.
    package var documents: [UInt32] = []
    /// For each term, the range of its documents in the lists of the batch.
    package var terms: [Range<Int>] = []
}
