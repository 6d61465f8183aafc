internal import PostingIndex

/// Finds the documents of a batch that satisfy a step, starting from the shortest document list that the step requires.
package struct BatchMatcher {
    package let programs: CompiledSearches
    package var terms: BatchTerms
    /// The result of `find`: documents, ascending.
    package private(set) var found: [UInt32] = []

    package init(programs: CompiledSearches, terms: BatchTerms) {
        self.programs = programs
        self.terms = terms
    }

    /// Finds the documents that satisfy a step that has only conditions on words.
    package mutating func find(_ number: Int32) {
        found.removeAll(keepingCapacity: true)
        if estimate(number) == 0 { return }
        if !collect(number) { retain(number) }
    }

    /// Finds a superset of the documents that satisfy a step, for steps that also have conditions on stored rows.
    mutating func findCandidates(_ number: Int32) {
        found.removeAll(keepingCapacity: true)
        if estimate(number) > 0 { _ = collect(number) }
    }

    /// Keeps only the documents that satisfy a step.
    package mutating func filter(_ documents: [UInt32], by number: Int32) {
        found = documents
        retain(number)
    }

    // MARK: - Candidates

    /// If a document list has at most this length, no shorter list is searched for.
    private static let few = 4

    /// An upper bound on the number of documents that satisfy a step; `Int.max` if no term limits them.
    private mutating func estimate(_ number: Int32) -> Int {
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .term: return terms.list(ofTerm: step.first).count
        case .prefix: return terms.postings(ofPrefix: step.first).documents.count
        case .phrase: return rarest(of: step).count
        case .all:
            var best = Int.max
            for link in step.first..<step.first + step.count {
                best = min(best, estimate(programs.links[Int(link)]))
                if best <= Self.few { return best }
            }
            return best
        case .any:
            var sum = 0
            for link in step.first..<step.first + step.count {
                let part = estimate(programs.links[Int(link)])
                if part == .max { return .max }
                sum += part
            }
            return sum
        case .not, .filter, .pattern: return .max
        }
    }

    /// The phrase's rarest term, with its document count. The term is nil if the phrase consists of only a prefix.
    private mutating func rarest(of phrase: CompiledSearches.Step) -> (word: Int32?, count: Int) {
        guard phrase.count > 0 else {
            return (nil, phrase.extra < 0 ? 0 : terms.postings(ofPrefix: phrase.extra).documents.count)
        }
        var best: (word: Int32?, count: Int) = (nil, .max)
        for word in phrase.first..<phrase.first + phrase.count {
            let count = terms.list(ofTerm: programs.words[Int(word)]).count
            if count < best.count { best = (programs.words[Int(word)], count) }
            if count == 0 { return best }
        }
        return best
    }

    /// Sets `found` to the shortest list that contains all matches; returns whether all documents in the list match.
    private mutating func collect(_ number: Int32) -> Bool {
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .term:
            append(term: step.first)
            return true
        case .prefix:
            found += terms.postings(ofPrefix: step.first).documents
            return true
        case .phrase:
            if let word = rarest(of: step).word {
                append(term: word)
            } else if step.extra >= 0 {
                found += terms.postings(ofPrefix: step.extra).documents
            }
            return false
        case .all:
            var best: (link: Int32, count: Int) = (step.first, .max)
            for link in step.first..<step.first + step.count {
                let count = estimate(programs.links[Int(link)])
                if count < best.count { best = (link, count) }
                if count <= Self.few { break }
            }
            if best.count == .max {
                found += (0..<UInt32(terms.documentCount))
            } else {
                _ = collect(programs.links[Int(best.link)])
            }
            return false
        case .any: return collectAny(step)
        case .not, .filter, .pattern:
            found += (0..<UInt32(terms.documentCount))
            return false
        }
    }

    private mutating func collectAny(_ step: CompiledSearches.Step) -> Bool {
        let links = step.first..<step.first + step.count
        var isExact = true
        var isLimited = true
        for link in links where estimate(programs.links[Int(link)]) == .max { isLimited = false }
        guard isLimited else {
            found += (0..<UInt32(terms.documentCount))
            return false
        }
        let before = found
        found.removeAll(keepingCapacity: true)
        for link in links { isExact = collect(programs.links[Int(link)]) && isExact }
        found.sortUnique()
        found = before + found
        return isExact
    }

    // MARK: - Verification

    /// Keeps only those documents in `found` that satisfy a step.
    private mutating func retain(_ number: Int32) {
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .term: intersect(term: step.first)
        case .prefix:
            let documents = terms.postings(ofPrefix: step.first).documents
            DocumentList.intersect(&found, with: documents, 0..<documents.count)
        case .phrase:
            retainWords(of: step)
            keep { $0.terms.has(step, $0.programs.words, $1) }
        case .all:
            for link in step.first..<step.first + step.count {
                if found.isEmpty { return }
                retain(programs.links[Int(link)])
            }
        case .any, .not, .filter, .pattern: keep { $0.fulfills(number, $1) }
        }
    }

    private mutating func retainWords(of phrase: CompiledSearches.Step) {
        for word in phrase.first..<phrase.first + phrase.count {
            if found.isEmpty { return }
            intersect(term: programs.words[Int(word)])
        }
    }

    private mutating func append(term: Int32) {
        let range = terms.list(ofTerm: term)
        found += terms.lists.documents[range]
    }

    private mutating func intersect(term: Int32) {
        let range = terms.list(ofTerm: term)
        DocumentList.intersect(&found, with: terms.lists.documents, range)
    }

    private mutating func keep(_ isKept: (inout Self, UInt32) -> Bool) {
        var kept = 0
        for index in found.indices {
            let document = found[index]
            guard isKept(&self, document) else { continue }
            found[kept] = document
            kept += 1
        }
        found.removeLast(found.count - kept)
    }

    /// Whether a document satisfies the word conditions of a step.
    mutating func fulfills(_ number: Int32, _ document: UInt32) -> Bool {
        let step = programs.steps[Int(number)]
        switch step.kind {
        case .term: return terms.has(term: step.first, document)
        case .prefix: return terms.has(prefix: step.first, document)
        case .phrase: return terms.has(step, programs.words, document)
        case .all:
            for link in step.first..<step.first + step.count where !fulfills(programs.links[Int(link)], document) {
                return false
            }
            return true
        case .any:
            for link in step.first..<step.first + step.count where fulfills(programs.links[Int(link)], document) {
                return true
            }
            return false
        case .not: return !fulfills(step.first, document)
        case .filter, .pattern: return false
        }
    }
}
