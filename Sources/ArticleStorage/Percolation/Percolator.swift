internal import QueryLanguage
internal import SQLite

/// The saved searches that alert, turned round: given a batch of articles, which of them find which articles.
///
/// A batch comes inverted, so that each word that searches name is looked up once a batch, not once an article; then each
/// search takes the shortest list of documents that it requires through the rest of it, with the words and places that go
/// into the index. Of a small batch only those searches are looked at of which it has a required word (`SearchKeys`). What it
/// answers is what `ArticleStore.search` with `Match.all` would.
final class Percolator: @unchecked Sendable {
    // Changed by the writer's thread alone, and never while a `PercolationRun` is on its way.

    /// A search as batches are held against it.
    private struct Search {
        let id: Int64
        /// Of `programs`: what words alone decide, and what must hold besides; -1 for nothing.
        let words: Int32
        let row: Int32
        /// Articles that a rule has hidden are none of its matches.
        let leavesOutHidden: Bool
        var isAlive = true
        /// What its feed does not fulfil is not looked at.
        var isByFeed = false
    }

    /// The articles that one search has found.
    struct Match {
        var search: Int64
        var leavesOutHidden: Bool
        /// Where in `PercolationRun.documents` its articles stand, ascending.
        var documents: Range<Int>
    }

    private let store: ArticleStore
    private let books: AlertBooks
    private var programs = AlertPrograms()
    private var searches: [Search] = []
    private var places: [Int64: Int32] = [:]
    /// The searches of a key, as a chain through `chained`: the newest, or -1.
    private var byTerm: [Int32] = []
    private var byPrefix: [Int32: Int32] = [:]
    private var chained: [(search: Int32, next: Int32)] = []
    private var byFeed: [Int32: [Int32]] = [:]
    /// Searches that any article may match.
    private var always: [Int32] = []
    /// Memory of the last run.
    private var lists: PostingLists?
    /// Of each search, the last run that has looked at it.
    private var lastRuns: [UInt32] = []
    private var run: UInt32 = 0
    /// Searches that name other searches.
    private(set) var referring: Set<Int64> = []
    /// Searches that mean nothing now, such as one that names another that is gone.
    private(set) var broken: Set<Int64> = []

    init(store: ArticleStore) {
        self.store = store
        books = AlertBooks(store: store)
    }

    var count: Int { places.count }

    /// More is left of forgotten searches than there is of living ones: it is time for a new one.
    var isWorn: Bool { searches.count - places.count > max(1_000, places.count) }

    // MARK: - Searches

    /// Adds a search, or takes its new form.
    func set(_ id: Int64, query: String) throws {
        remove(id)
        var builder = AlertTreeBuilder(store: store, books: books)
        defer { if builder.refersToOthers { referring.insert(id) } }
        let tree: AlertTree
        do {
            tree = try builder.tree(QueryParser.parse(query))
        } catch let error as SQLiteError {
            throw error
        } catch {
            broken.insert(id)
            return
        }
        insert(id, tree, leavesOutHidden: !builder.asksForHidden)
    }

    private func insert(_ id: Int64, _ tree: AlertTree, leavesOutHidden: Bool) {
        let place = Int32(searches.count)
        let (words, row) = tree.ordered.parted
        var search = Search(
            id: id, words: words.map { programs.add($0) } ?? -1, row: row.map { programs.add($0) } ?? -1,
            leavesOutHidden: leavesOutHidden)
        search.isByFeed = index(place, tree.keys(in: books)?.keys)
        searches.append(search)
        lastRuns.append(0)
        places[id] = place
    }

    /// - Returns: whether the search waits for feeds and not for words.
    private func index(_ place: Int32, _ keys: [SearchKey]?) -> Bool {
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

    func remove(_ id: Int64) {
        referring.remove(id)
        broken.remove(id)
        guard let place = places.removeValue(forKey: id) else { return }
        searches[Int(place)].isAlive = false
    }

    // MARK: - Matching

    /// Begins to match a batch: what its words decide.
    ///
    /// - Parameter numbers: of each document of the batch its article's number; 0 for those that are not asked about.
    /// - Returns: what `finish` wants once the batch is stored; nil where there is nothing to match. Until then neither
    ///   the batch nor the searches may change.
    /// - Complexity: one look-up for each word that searches name or for each word of the batch, whichever are fewer, and
    ///   what the candidates cost.
    func begin(_ batch: InvertedBatch, numbers: [Int64], clock: AlertClock) -> PercolationRun? {
        guard count > 0, numbers.contains(where: { $0 != 0 }) else { return nil }
        // A batch with many words has those of most searches: looking at all searches is quicker than looking for them.
        let isLarge = batch.termCount >= books.terms.count / 2
        let run = PercolationRun(
            matcher: BatchMatcher(
                programs: programs, terms: BatchTerms(index: batch, books: books, lists: lists.take() ?? PostingLists())
            ),
            numbers: numbers, clock: clock, feeds: books.feeds, connection: store.connection)
        let isWorthThread = count >= Self.largeCount && numbers.count >= Self.largeCount
        run.work(isLarge: isWorthThread) { self.considerWords($0, all: isLarge) }
        return run
    }

    /// From so many searches and articles on, another thread is worth it.
    private static let largeCount = 200

    /// - Parameter all: all searches are looked at, not those alone of which the batch has a word.
    private func considerWords(_ run: PercolationRun, all: Bool) {
        if all {
            run.matcher.terms.lookUp()
            for place in searches.indices { consider(Int32(place), run) }
            return
        }
        self.run &+= 1
        let known = run.matcher.terms.lookUpBatch()
        for place in always { considerOnce(place, run) }
        for term in known where Int(term) < byTerm.count { considerChain(byTerm[Int(term)], run) }
        for (prefix, chain) in byPrefix where !run.matcher.terms.postings(ofPrefix: prefix).documents.isEmpty {
            considerChain(chain, run)
        }
    }

    private func considerChain(_ chain: Int32, _ run: PercolationRun) {
        var chain = chain
        while chain >= 0 {
            considerOnce(chained[Int(chain)].search, run)
            chain = chained[Int(chain)].next
        }
    }

    private func considerOnce(_ place: Int32, _ run: PercolationRun) {
        if lastRuns[Int(place)] == self.run { return }
        lastRuns[Int(place)] = self.run
        consider(place, run)
    }

    private func consider(_ place: Int32, _ run: PercolationRun) {
        let search = searches[Int(place)]
        guard search.isAlive, !search.isByFeed else { return }
        if search.words >= 0 { run.matcher.find(search.words) } else { run.matcher.findCandidates(search.row) }
        if !run.matcher.found.isEmpty { run.note(place, isDeferred: search.row >= 0) }
    }

    /// Finds all matches of a batch that is stored: those of each search together, each once.
    func finish(_ run: PercolationRun, _ body: (Match) throws -> Void) throws {
        run.wait()
        books.feeds.beginBatch()
        for found in run.deferred {
            try run.verify(found.search, Array(run.documents(of: found)), by: searches[Int(found.search)].row)
        }
        if !byFeed.isEmpty { try considerFeeds(run) }
        for found in run.matches {
            let search = searches[Int(found.search)]
            try body(
                Match(
                    search: search.id, leavesOutHidden: search.leavesOutHidden,
                    documents: Int(found.start)..<Int(found.start + found.count)))
        }
        lists = run.takeLists()
    }

    /// Searches that are limited by feeds alone.
    private func considerFeeds(_ run: PercolationRun) throws {
        var documentsOf: [Int64: [UInt32]] = [:]
        for document in run.asked {
            if let feed = try run.facts(of: document)?.feed { documentsOf[feed, default: []].append(document) }
        }
        var candidates: [Int32: [UInt32]] = [:]
        for (feed, documents) in documentsOf {
            for filter in try books.feeds.filters(matching: feed) {
                for place in byFeed[filter] ?? [] where searches[Int(place)].isAlive {
                    candidates[place, default: []] += documents
                }
            }
        }
        for (place, documents) in candidates {
            let search = searches[Int(place)]
            var documents = Array(Set(documents)).sorted()
            if search.words >= 0 {
                run.matcher.filter(documents, by: search.words)
                documents = run.matcher.found
            }
            try run.verify(place, documents, by: search.row)
        }
    }
}
