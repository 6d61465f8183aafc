import Database
import Foundation
import LibraryStorage
import System
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct BatchInsertTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    @Test("The same articles a second time change nothing")
    func unchanged() throws {
        let drafts = (0..<50).map { draft("id\($0)", "标题 \($0)", "正文 text \($0)") }
        #expect(try store.insert(drafts, batchSize: 7).inserted == 50)
        let again = try store.insert(drafts, batchSize: 7)
        #expect(again.unchanged == 50 && again.inserted == 0 && again.updated == 0)
    }

    @Test("A server that ingests again and again keeps no batches of ingests that have ended")
    func poolIsFreed() throws {
        weak var freed: (any ArticleBatchPool)?
        do {
            let pool = store.makeBatchPool()
            freed = pool
            let batch = pool.take()
            batch.add(draft("a", "title", "text"))
            batch.seal()
            pool.give(batch)
        }
        #expect(freed == nil)
    }

    @Test("An edited article replaces its text in the index")
    func update() throws {
        try store.insert([draft("a", "旧标题", "旧的内容")])
        #expect(try store.insert([draft("a", "新标题", "新的文字")]).updated == 1)
        #expect(try store.hits("旧的") == [])
        #expect(try store.hits("新的文字") == ["a"])
        #expect(try store.check().problems == [])
    }

    @Test("A batch that fails leaves nothing, the batches before stay")
    func failure() throws {
        struct Stop: Error {}
        var count = 0
        #expect(throws: Stop.self) {
            try store.insert(
                BatchInsertRequest(batchSize: 10) { row in
                    count += 1
                    if count == 25 { throw Stop() }
                    row = draft("id\(count)", "t", "x\(count)")
                    return true
                }, now: 0)
        }
        #expect(try store.storeStatistics().articles == 20)
        #expect(try store.check().problems == [])
        #expect(try store.insert([draft("later", "t", "y")]).inserted == 1)
    }

    @Test("A transaction ends when its time is over only where another process has the file open")
    func duration() throws {
        func commits(_ duration: Duration?, _ prefix: String) throws -> Int {
            var commits = 0
            var request = BatchInsertRequest { _ in false }
            request.maxDuration = duration
            request.onCommit = { _ in commits += 1 }
            let pool = store.makeBatchPool()
            var batches = (0..<5).map { number in
                let batch = pool.take()
                batch.add(draft("\(prefix)\(number)", "title", "text"))
                batch.seal()
                return batch
            }
            _ = try store.insert(request, now: 0) { batches.popLast() }
            return commits
        }
        #expect(try commits(.zero, "a") == 1)
        let (input, output) = try FileDescriptor.pipe()
        // A process that has the file open has a lock of the log's index.
        let other = try ChildProcess(["flock", "-s", folder.file("a.db-shm"), "cat"], input: input)
        input.close()
        let end = ContinuousClock.now + .seconds(600)
        while !store.isOpenElsewhere, ContinuousClock.now < end { usleep(2_000) }
        #expect(try commits(.zero, "b") == 5)
        #expect(try commits(nil, "c") == 1)
        output.close()
        _ = try other.wait()
        #expect(try commits(.zero, "d") == 1)
    }

    @Test("A client's state is committed with its batch")
    func clientState() throws {
        var count: UInt8 = 0
        var request = BatchInsertRequest(batchSize: 2) { row in
            guard count < 5 else { return false }
            count += 1
            row = draft("id\(count)", "t", "x")
            return true
        }
        request.client = "importer"
        request.clientState = { _ in [count] }
        try store.insert(request, now: 0)
        #expect(try store.clientState(of: "importer") == [5])
    }
}

@Suite struct SnapshotTests {
    @Test("Snapshots of a feed in any order leave the newest, and change nothing a second time")
    func snapshots() throws {
        let folder = try TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("a.db"), access: .write)
        let dates: [Int64?] = [900, nil, 100, 500, 500]
        let drafts = dates.enumerated().map { index, updated in
            var one = draft("same", "Title", "version \(index)")
            one.updated = updated
            one.isSnapshot = true
            return one
        }
        try store.insert(drafts)
        let again = try store.insert(drafts)
        #expect(again.unchanged == drafts.count)
        #expect(try store.check().problems == [])
    }
}
