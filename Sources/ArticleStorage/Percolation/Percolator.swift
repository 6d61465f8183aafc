internal import QueryLanguage
internal import SQLite

/// The saved searches that alert, turned round: given a batch of articles, which of them find which articles.
///
/// Searches are kept under a term that they require (`SearchKeys`). A batch comes inverted, so that each required term is
/// looked up once a batch, not once an article; only the articles that have it are held against the whole search, with
/// the terms and places that go into the index. What it answers is what `ArticleStore.search` with `Match.all` would.
final class Percolator: @unchecked Sendable {
    // Changed by the writer's thread alone, and never while a `PercolationRun` is on its way.

    struct Match {
        var search: Int64
        var article: Int64
    }

    private final class Entry {
        let id: Int64
        let program: AlertProgram
        let keys: [SearchKey]?
        let requirements: [SearchKeys]
        /// Whatever has the key matches.
        let isKeyAlone: Bool
        /// No article is met twice.
        let isOnce: Bool

        init(id: Int64, tree: AlertTree, books: AlertBooks) {
            self.id = id
            program = AlertProgram(tree.ordered)
            keys = tree.keys(in: books)?.keys
            requirements = tree.requirements(in: books)
            isKeyAlone = tree.isSatisfiedByKeys
            var isFeed = false
            if case .feed? = keys?.first { isFeed = true }
            isOnce = keys == nil || (keys?.count == 1 && !isFeed)
        }
    }

    private let store: ArticleStore
    private let books: AlertBooks
    private var entries: [Entry?] = []
    private var free: [Int32] = []
    private var places: [Int64: Int32] = [:]
    /// Searches by the number of their term.
    private var byTerm: [[Int32]] = []
    private var keyTerms: Set<Int32> = []
    private var byPrefix: [Int32: [Int32]] = [:]
    private var byFeed: [Int32: [Int32]] = [:]
    /// Searches that any article may match.
    private var always: Set<Int32> = []
    /// Searches that name other searches.
    private(set) var referring: Set<Int64> = []
    /// Searches that mean nothing now, such as one that names another that is gone.
    private(set) var broken: Set<Int64> = []

    init(store: ArticleStore) {
        self.store = store
        books = AlertBooks(store: store)
    }

    var count: Int { places.count }

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
        insert(Entry(id: id, tree: tree, books: books))
    }

    private func insert(_ entry: Entry) {
        let place = free.popLast() ?? Int32(entries.count)
        if Int(place) == entries.count { entries.append(entry) } else { entries[Int(place)] = entry }
        places[entry.id] = place
        guard let keys = entry.keys else {
            always.insert(place)
            return
        }
        for key in keys {
            switch key {
            case .term(let term):
                while byTerm.count <= Int(term) { byTerm.append([]) }
                byTerm[Int(term)].append(place)
                keyTerms.insert(term)
            case .prefix(let prefix): byPrefix[prefix, default: []].append(place)
            case .feed(let feed): byFeed[feed, default: []].append(place)
            }
        }
    }

    func remove(_ id: Int64) {
        referring.remove(id)
        broken.remove(id)
        guard let place = places.removeValue(forKey: id), let entry = entries[Int(place)] else { return }
        always.remove(place)
        for key in entry.keys ?? [] {
            switch key {
            case .term(let term):
                byTerm[Int(term)].removeAll { $0 == place }
                if byTerm[Int(term)].isEmpty { keyTerms.remove(term) }
            case .prefix(let prefix): Self.remove(place, from: &byPrefix, prefix)
            case .feed(let feed): Self.remove(place, from: &byFeed, feed)
            }
        }
        entries[Int(place)] = nil
        free.append(place)
    }

    private static func remove(_ place: Int32, from lists: inout [Int32: [Int32]], _ key: Int32) {
        lists[key]?.removeAll { $0 == place }
        if lists[key]?.isEmpty == true { lists[key] = nil }
    }

    // MARK: - Matching

    /// Begins to match a batch: what its terms decide.
    ///
    /// - Parameter numbers: of each document of the batch its article's number; 0 for those that are not asked about.
    /// - Returns: what `matches` wants once the batch is stored; nil where there is nothing to match. Until then neither
    ///   the batch nor the searches may change.
    /// - Complexity: one look-up for each required term or for each term of the batch, whichever are fewer, and what
    ///   the candidates cost.
    func begin(_ batch: InvertedBatch, numbers: [Int64], clock: AlertClock) -> PercolationRun? {
        guard count > 0, numbers.contains(where: { $0 != 0 }) else { return nil }
        let run = PercolationRun(
            terms: BatchTerms(index: batch, books: books), numbers: numbers, clock: clock, feeds: books.feeds,
            connection: store.connection)
        let isLarge = count >= Self.largeCount && numbers.count >= Self.largeCount
        run.work(isLarge: isLarge) { self.considerTexts($0) }
        return run
    }

    /// From so many searches and articles on, another thread is worth it.
    private static let largeCount = 200

    private func considerTexts(_ run: PercolationRun) {
        let terms = keyTerms.count <= run.terms.termCount ? Array(keyTerms) : run.terms.knownTerms()
        for term in terms where Int(term) < byTerm.count && !byTerm[Int(term)].isEmpty {
            guard let documents = run.terms.postings(ofTerm: term)?.documents else { continue }
            for place in byTerm[Int(term)] { consider(place, documents, run) }
        }
        for (prefix, places) in byPrefix {
            let documents = run.terms.postings(ofPrefix: prefix).documents
            if documents.isEmpty { continue }
            for place in places { consider(place, documents, run) }
        }
    }

    /// All matches of a batch that is stored, each once, those of a search one behind the other.
    func matches(_ run: PercolationRun) throws -> [Match] {
        run.wait()
        books.feeds.beginBatch()
        for (place, documents) in run.deferred { try verify(place, documents, run) }
        if !byFeed.isEmpty || !always.isEmpty { try considerAll(run) }
        return run.matches()
    }

    private func considerAll(_ run: PercolationRun) throws {
        let documents = run.numbers.indices.filter { run.numbers[$0] != 0 }.map { UInt32($0) }
        for place in always { try verify(place, documents, run) }
        guard !byFeed.isEmpty else { return }
        var documentsOf: [Int64: [UInt32]] = [:]
        for document in documents {
            if let feed = try run.facts(of: document)?.feed { documentsOf[feed, default: []].append(document) }
        }
        for (feed, documents) in documentsOf {
            for filter in try books.feeds.filters(matching: feed) {
                for place in byFeed[filter] ?? [] { try verify(place, documents, run) }
            }
        }
    }

    /// Holds the candidates against one search, or leaves them for later where it asks for more than words.
    private func consider(_ place: Int32, _ candidates: [UInt32], _ run: PercolationRun) {
        guard let entry = entries[Int(place)] else { return }
        if entry.isKeyAlone {
            for document in candidates { run.note(entry.id, document, isOnce: entry.isOnce) }
            return
        }
        guard let documents = run.narrowed(candidates, entry.requirements) else { return }
        if entry.program.needsRow {
            run.deferred.append((place, documents))
        } else {
            // Only what reads rows can fail.
            try? verify(place, documents, run)
        }
    }

    private func verify(_ place: Int32, _ documents: [UInt32], _ run: PercolationRun) throws {
        guard let entry = entries[Int(place)] else { return }
        if entry.isKeyAlone {
            for document in documents { run.note(entry.id, document, isOnce: entry.isOnce) }
            return
        }
        for document in documents where Int(document) < run.numbers.count && run.numbers[Int(document)] != 0 {
            if try run.fulfills(entry.program, document) { run.note(entry.id, document, isOnce: entry.isOnce) }
        }
    }
}
