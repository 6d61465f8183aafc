package import PostingIndex
internal import System

/// The index of saved searches by required term. It is a value type: a thread that prepares a batch matches against a
/// snapshot of the searches, and the writer compares `generation` to detect changes.
package struct PresearchIndex: @unchecked Sendable {
    // Sendable because threads do not share mutable state: it is a value, except for regular expressions and filters,
    // which are evaluated only on the writer's thread.

    package struct Search {
        package let id: Int64
        /// The steps of `programs` for the conditions on words alone, and for the other conditions; -1 if there are
        /// none.
        package let words: Int32
        package let row: Int32
        /// Whether hidden articles are excluded from the matches.
        package let leavesOutHidden: Bool
        /// Whether the conditions in `row` include words.
        let rowHasWords: Bool
        /// Whether all keys of the search are feeds. Its words then never make it a candidate.
        let isByFeed: Bool
        var isAlive = true
    }

    package private(set) var programs = CompiledSearches()
    package private(set) var searches: [Search] = []
    /// The terms and prefixes that `programs` uses.
    package var terms = TermDictionary()
    package var prefixes = TermDictionary()
    /// The version of the searches. Each change of the searches changes the version.
    package var generation = 0
    /// For each required term, the newest search, or -1. Earlier searches with the same term are linked through
    /// `chained`.
    private var byTerm: [Int32] = []
    private var byPrefix: [Int32: Int32] = [:]
    private var chained: [(search: Int32, next: Int32)] = []
    private(set) var byFeed: [Int32: [Int32]] = [:]
    /// Whether any search whose keys are all feeds has conditions on words.
    private var asksFeedsForWords = false
    /// Searches without a required term.
    private var always: [Int32] = []

    // MARK: - Searches

    /// - Returns: the index of the search in `searches`.
    package mutating func insert(_ id: Int64, _ tree: AlertTree, keys: [RequiredTerm]?, leavesOutHidden: Bool) -> Int32
    {
        let place = Int32(searches.count)
        let (words, row) = tree.ordered.parted
        let isByFeed = index(place, keys)
        searches.append(
            Search(
                id: id, words: words.map { programs.add($0) } ?? -1, row: row.map { programs.add($0) } ?? -1,
                leavesOutHidden: leavesOutHidden, rowHasWords: row?.hasWords ?? false, isByFeed: isByFeed))
        if isByFeed, words != nil || row?.hasWords == true { asksFeedsForWords = true }
        return place
    }

    package mutating func remove(at place: Int32) { searches[Int(place)].isAlive = false }

    private mutating func index(_ place: Int32, _ keys: [RequiredTerm]?) -> Bool {
        guard let keys else {
            always.append(place)
            return false
        }
        let feeds = keys.compactMap { if case .feed(let feed) = $0 { feed } else { nil } }
        if !feeds.isEmpty {
            if feeds.count < keys.count {
                always.append(place)
            } else {
                for feed in feeds { byFeed[feed, default: []].append(place) }
            }
            return feeds.count == keys.count
        }
        for key in keys {
            switch key {
            case .term(let term):
                while byTerm.count <= Int(term) { byTerm.append(-1) }
                chained.append((place, byTerm[Int(term)]))
                byTerm[Int(term)] = Int32(chained.count - 1)
            case .prefix(let prefix):
                chained.append((place, byPrefix[prefix] ?? -1))
                byPrefix[prefix] = Int32(chained.count - 1)
            case .feed: break
            }
        }
        return false
    }

    // MARK: - Matching

    /// Evaluates the conditions on words for a batch.
    ///
    /// - Parameter lists: memory to reuse.
    /// - Complexity: one look-up for each term of the searches or of the batch, whichever are fewer, plus the
    ///   verification of the candidates.
    package func match(_ batch: InvertedBatch, lists: PostingLists) -> BatchMatches {
        let found = BatchMatches(
            matcher: BatchMatcher(
                programs: programs, terms: BatchTerms(index: batch, terms: terms, prefixes: prefixes, lists: lists)),
            generation: generation)
        // A batch with many terms contains required terms of most searches, so evaluating all searches is faster than
        // looking up which ones to evaluate.
        if batch.termCount >= terms.count / 2 {
            found.matcher.terms.lookUp()
            for place in searches.indices { consider(Int32(place), found) }
        } else {
            considerKnown(found)
        }
        found.needsWords =
            asksFeedsForWords || found.deferred.contains { searches[Int($0.search)].rowHasWords }
        return found
    }

    private func considerKnown(_ found: BatchMatches) {
        let known = found.matcher.terms.lookUpBatch()
        var isDone = [Bool](repeating: false, count: searches.count)
        func once(_ place: Int32) {
            if isDone[Int(place)] { return }
            isDone[Int(place)] = true
            consider(place, found)
        }
        func chain(_ first: Int32) {
            var next = first
            while next >= 0 {
                once(chained[Int(next)].search)
                next = chained[Int(next)].next
            }
        }
        for place in always { once(place) }
        for term in known where Int(term) < byTerm.count { chain(byTerm[Int(term)]) }
        for (prefix, first) in byPrefix where !found.matcher.terms.postings(ofPrefix: prefix).documents.isEmpty {
            chain(first)
        }
    }

    private func consider(_ place: Int32, _ found: BatchMatches) {
        let search = searches[Int(place)]
        guard search.isAlive, !search.isByFeed else { return }
        if search.words >= 0 {
            found.matcher.find(search.words)
        } else {
            found.matcher.findCandidates(search.row)
        }
        found.note(place, isDeferred: search.row >= 0)
    }
}

/// The matches and candidates of one batch, from the conditions on words.
package final class BatchMatches: @unchecked Sendable {
    // Only one thread at a time uses the matches: first the matching thread, then the writer, synchronised by a queue
    // or group.

    /// Matches or candidates of one search: `documents[start..<start + count]`.
    package struct Found {
        package var search: Int32
        package var start: Int32
        package var count: Int32
    }

    package var matcher: BatchMatcher
    /// The generation of the searches that were matched.
    package let generation: Int
    /// The complete matches, grouped by search. `deferred` has the candidates that must satisfy further conditions.
    package private(set) var matches: [Found] = []
    package private(set) var deferred: [Found] = []
    package private(set) var documents: [UInt32] = []
    /// Whether further conditions include words, so that the inverted batch is still needed.
    package var needsWords = false

    package init(matcher: BatchMatcher, generation: Int) {
        self.matcher = matcher
        self.generation = generation
    }

    /// Appends the documents that the matcher has found.
    package func note(_ search: Int32, isDeferred: Bool) {
        if matcher.found.isEmpty { return }
        let start = documents.count
        documents += matcher.found
        note(search, from: start, isDeferred: isDeferred)
    }

    /// Appends one document found for a search. The caller remembers where the search's documents start.
    package func append(_ document: UInt32) { documents.append(document) }

    /// Ends a search whose documents begin at `start`.
    package func note(_ search: Int32, from start: Int, isDeferred: Bool) {
        guard documents.count > start else { return }
        let found = Found(search: search, start: Int32(start), count: Int32(documents.count - start))
        if isDeferred { deferred.append(found) } else { matches.append(found) }
    }

    /// Moves the posting lists out after their last use, so that the caller can reuse their storage.
    package func takeLists() -> PostingLists { matcher.terms.takeLists() }
}

/// The published index, for threads that prepare batches while the writer works.
package final class SharedSearches: Sendable {
    private let state = Locked<(index: PresearchIndex?, lists: [PostingLists])>((nil, []))

    package init() {}

    /// The current index, set by the writer.
    package var index: PresearchIndex? {
        get { state.withLock { $0.index } }
        set { state.withLock { $0.index = newValue } }
    }

    /// Returns memory for posting lists, reused if possible.
    package func takeLists() -> PostingLists { state.withLock { $0.lists.popLast() ?? PostingLists() } }

    package func give(_ lists: PostingLists) { state.withLock { $0.lists.append(lists) } }
}
