import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct SharedTransactionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) throws -> SQLiteStore {
        try SQLiteStore(path: folder.file(name), access: .write)
    }

    /// Stores batches of drafts that were prepared elsewhere; those whose number is in `ends` end their transaction.
    @discardableResult
    private func insert(
        _ batches: [[ArticleDraft]], ends: Set<Int> = [],
        batchSize: Int = 100_000, onCommit: ((BatchInsertResult) throws -> Void)? = nil, into store: SQLiteStore
    ) throws -> BatchInsertResult {
        var request = BatchInsertRequest(resultType: .ids, batchSize: batchSize) { _ in false }
        request.onCommit = onCommit
        let batch = PreparedBatch()
        var next = 0
        return try store.insert(request, now: 1_700_000_000) {
            guard next < batches.count else { return nil }
            batch.removeAll()
            for draft in batches[next] { batch.add(draft) }
            batch.endsTransaction = ends.contains(next)
            if next % 2 == 0 { batch.seal() }
            next += 1
            return batch
        }
    }

    private func dump(_ store: SQLiteStore) throws -> [[UInt8]] {
        var out: [[UInt8]] = []
        for sql in [
            "SELECT n, quote(feed) || quote(guid) || hash || read || sort_date FROM article ORDER BY n",
            "SELECT n, quote(title) || quote(body) || quote(html) || quote(extra) FROM article_text ORDER BY n",
            "SELECT n, fold || quote(characters) FROM article_forward ORDER BY n",
            "SELECT block, facts FROM article_facts ORDER BY block",
            "SELECT block, lengths FROM article_length ORDER BY block",
            "SELECT character, articles FROM character_frequency WHERE articles <> 0 ORDER BY character",
            "SELECT id, sz FROM article_index_docsize ORDER BY id",
            "SELECT id, articles || ' ' || unread FROM feed ORDER BY id",
        ] {
            let statement = try store.connection.prepare(sql)
            while try statement.step() { out.append(Array("\(statement.integer(0)) ".utf8) + statement.bytes(1)) }
        }
        return out
    }

    private struct Chance: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test("A cancelled write commits the batches that it has taken, in one transaction, and takes no more")
    func cancelled() throws {
        let store = try open("a.db")
        var request = BatchInsertRequest(batchSize: 100_000) { _ in false }
        var taken = 0
        var commits: [BatchInsertResult] = []
        request.isCancelled = { taken == 3 }
        request.onCommit = { commits.append($0) }
        let batch = PreparedBatch()
        let result = try store.insert(request, now: 1_700_000_000) {
            batch.removeAll()
            for number in 0..<60 { batch.add(draft("\(taken)-\(number)", "Title \(number)", "words of \(taken)")) }
            taken += 1
            return batch
        }
        #expect(taken == 3 && result.batches == 3 && result.inserted == 180)
        #expect(commits == [result])
        #expect(try store.connection.integer("SELECT count(*) FROM article") == 180)
        #expect(try store.check().problems.isEmpty)
    }

    @Test("A batch that was taken but did not fit into the transaction is left out where the write is cancelled")
    func cancelledBehindFullTransaction() throws {
        let store = try open("a.db")
        var request = BatchInsertRequest(batchSize: 100) { _ in false }
        var taken = 0
        request.isCancelled = { taken == 2 }
        let result = try store.insert(request, now: 1_700_000_000) {
            let batch = PreparedBatch()
            for number in 0..<60 { batch.add(draft("\(taken)-\(number)", "Title", "words")) }
            taken += 1
            return batch
        }
        #expect(result.batches == 1 && result.inserted == 60)
        #expect(try store.connection.integer("SELECT count(*) FROM article") == 60)
    }

    @Test("Batches of one transaction leave what they leave in one each", arguments: 1...15)
    func equal(_ seed: Int) throws {
        var random = Chance(state: UInt64(seed) &* 99_991)
        let words = ["搜索", "全文", "index", "running", "search", "你好世界", "tea", "greenhouse"]
        // Few guids, so that articles come again, changed or not, in one batch and in later ones.
        let batches = (0..<Int.random(in: 2...6, using: &random)).map { _ in
            (0..<Int.random(in: 0...90, using: &random)).map { _ in
                let text = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    words.randomElement(using: &random) ?? ""
                }
                var one = draft(
                    "id\(Int.random(in: 0..<(seed % 2 == 0 ? 40 : 4_000), using: &random))", text[0],
                    text.joined(separator: " "),
                    feed: "feed\(Int.random(in: 0..<3, using: &random))")
                if Bool.random(using: &random) {
                    one.html = Array(("<p>" + String(repeating: text[0], count: 60)).utf8)
                }
                if Int.random(in: 0..<4, using: &random) == 0 { one.read = true }
                return one
            }
        }
        let apart = try open("apart.db")
        let expected = try insert(batches, ends: Set(batches.indices), into: apart)
        let together = try open("together.db")
        let result = try insert(batches, into: together)
        #expect(result == expected)
        #expect(try dump(together) == dump(apart))
        #expect(try apart.check().problems == [], "apart")
        #expect(try together.check().problems == [])
        for word in words { #expect(try Set(together.hits(word)) == Set(apart.hits(word))) }
        #expect(try together.connection.integer("SELECT count(*) FROM history") ?? 0 <= 1)
    }

    @Test("A transaction ends with the batch that says so, and where the next would be too much")
    func ends() throws {
        let batches = (0..<6).map { number in (0..<10).map { draft("\(number)-\($0)", "t", "x\(number) y\($0)") } }
        var batchCounts: [Int] = []
        let store = try open("a.db")
        let result = try insert(
            batches, ends: [0], batchSize: 25, onCommit: { batchCounts.append($0.batches) }, into: store)
        // 10, then twice 20 of at most 25, then the rest.
        #expect(batchCounts == [1, 3, 5, 6])
        #expect(result.inserted == 60 && result.batches == 6)
        #expect(try store.connection.integer("SELECT count(*) FROM history") == 4)
        #expect(try store.check().problems == [])
    }

    @Test(
        "A full transaction takes the rest of an input that has ended, up to a quarter more",
        arguments: [(5, true, [5]), (7, true, [5, 7]), (7, false, [4, 7])])
    func rest(batches count: Int, isEnding: Bool, expected: [Int]) throws {
        let store = try open("a.db")
        var request = BatchInsertRequest(batchSize: 100_000) { _ in false }
        var taken = 0
        func next() -> PreparedBatch {
            let batch = PreparedBatch()
            for number in 0..<60 { batch.add(draft("\(taken)-\(number)", "Title", "words of it")) }
            return batch
        }
        request.batchBytes = 4 * next().byteCount
        request.isEnding = { isEnding }
        var commits: [Int] = []
        request.onCommit = { commits.append($0.batches) }
        let result = try store.insert(request, now: 1_700_000_000) {
            guard taken < count else { return nil }
            defer { taken += 1 }
            return next()
        }
        #expect(commits == expected)
        #expect(result.inserted == 60 * count)
        #expect(try store.check().problems == [])
    }

    @Test("Where one batch cannot be had, nothing of its transaction is stored")
    func failure() throws {
        struct Stop: Error {}
        let store = try open("a.db")
        try store.insert([draft("first", "t", "x")])
        let batch = PreparedBatch()
        var count = 0
        #expect(throws: Stop.self) {
            try store.insert(BatchInsertRequest(batchSize: 1_000) { _ in false }, now: 0) {
                count += 1
                if count == 4 { throw Stop() }
                batch.removeAll()
                for number in 0..<60 { batch.add(draft("\(count)-\(number)", "t", "word\(number)")) }
                batch.endsTransaction = count == 1
                return batch
            }
        }
        #expect(try store.storeStatistics().articles == 61)
        #expect(try store.check().problems == [])
        #expect(try store.insert([draft("later", "t", "y")]).inserted == 1)
        #expect(try store.check().problems == [])
    }
}
