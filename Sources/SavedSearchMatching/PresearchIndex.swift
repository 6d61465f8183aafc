package import PostingIndex
internal import Synchronization

/// The searches as batches are held against them. A value: whoever prepares a batch on another thread holds it against the
/// searches as they were, and the writer sees by `generation` whether they still are.
package struct PresearchIndex: @unchecked Sendable {
    // A value, but for its regular expressions and filters, which the writer's thread alone asks.

    package struct Search {
        package let id: Int64
        /// Of `programs`: what words alone decide, and what must hold besides; -1 for nothing.
        package let words: Int32
        package let row: Int32
        /// Articles that a rule has hidden are none of its matches.
        package let leavesOutHidden: Bool
        /// `row` asks for words as well.
        package let rowHasWords: Bool
        /// Limited by feeds alone: not looked at for its words.
        package let isByFeed: Bool
        package var isAlive = true
    }

    package private(set) var programs = CompiledSearches()
    package private(set) var searches: [Search] = []
    /// The words and prefixes that `programs` name.
    package var terms = TermDictionary()
    package var prefixes = TermDictionary()
    /// Another one after each change.
    package var generation = 0
    /// The searches of a key, as a chain through `chained`: the newest, or -1.
    private var byTerm: [Int32] = []
    private var byPrefix: [Int32: Int32] = [:]
    private var chained: [(search: Int32, next: Int32)] = []
    package private(set) var byFeed: [Int32: [Int32]] = [:]
    /// A search that is limited by feeds alone asks for words of what they bring.
    private var asksFeedsForWords = false
    /// Searches that any article may match.
    private var always: [Int32] = []

    // MARK: - Searches

    /// - Returns: the place of the search.
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

    /// What the words of a batch decide.
    ///
    /// - Parameter lists: memory to be used again.
    /// - Complexity: one look-up for each word that searches name or for each word of the batch, whichever are fewer, and
    ///   what the candidates cost.
    package func match(_ batch: InvertedBatch, lists: PostingLists) -> BatchMatches {
        let found = BatchMatches(
            matcher: BatchMatcher(
                programs: programs, terms: BatchTerms(index: batch, terms: terms, prefixes: prefixes, lists: lists)),
            generation: generation)
        // A batch with many words has those of most searches: looking at all searches is quicker than looking for them.
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

/// What the words of one batch decide.
package final class BatchMatches: @unchecked Sendable {
    // One thread at a time has it: the one that finds the matches, then, through a queue or a group, the writer.

    /// Documents that match one search, or may: `documents[start..<start + count]`.
    package struct Found {
        package var search: Int32
        package var start: Int32
        package var count: Int32
    }

    package var matcher: BatchMatcher
    /// Of the searches that were asked.
    package let generation: Int
    /// Matches, and candidates of searches that ask for more than words; both search by search.
    package private(set) var matches: [Found] = []
    package private(set) var deferred: [Found] = []
    package private(set) var documents: [UInt32] = []
    /// What is left to be decided asks for words of the batch: until it is, the batch's index entries have to stay.
    package var needsWords = false

    package init(matcher: BatchMatcher, generation: Int) {
        self.matcher = matcher
        self.generation = generation
    }

    /// Notes what the matcher has found.
    package func note(_ search: Int32, isDeferred: Bool) {
        if matcher.found.isEmpty { return }
        let start = documents.count
        documents += matcher.found
        note(search, from: start, isDeferred: isDeferred)
    }

    /// Notes a match of one document more than the search had at `start`.
    package func append(_ document: UInt32) { documents.append(document) }

    /// Notes what has been appended since `start`.
    package func note(_ search: Int32, from start: Int, isDeferred: Bool) {
        guard documents.count > start else { return }
        let found = Found(search: search, start: Int32(start), count: Int32(documents.count - start))
        if isDeferred { deferred.append(found) } else { matches.append(found) }
    }

    /// Gives the memory of the lists away, once nothing is asked of them any more.
    package func takeLists() -> PostingLists { matcher.terms.takeLists() }
}

/// The searches that alert, for those who prepare batches beside the writer.
package final class SharedSearches: Sendable {
    private let state = Mutex<(index: PresearchIndex?, lists: [PostingLists])>((nil, []))

    package init() {}

    /// What the writer makes known.
    package var index: PresearchIndex? {
        get { state.withLock { $0.index } }
        set { state.withLock { $0.index = newValue } }
    }

    /// Memory for the lists of a batch.
    package func takeLists() -> PostingLists { state.withLock { $0.lists.popLast() ?? PostingLists() } }

    package func give(_ lists: PostingLists) { state.withLock { $0.lists.append(lists) } }
}
