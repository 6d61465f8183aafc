import Dispatch
import Foundation
import LibraryStorage
import SQLite
import Synchronization
import Testing

@testable import Articles
@testable import SQLiteEngine

/// The first load into an empty file has a rollback journal; nobody else is to notice but by waiting.
@Suite struct FirstLoadTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }

    init() throws { folder = try TemporaryFolder() }

    private func open(_ access: StoreAccess) throws -> SQLiteStore {
        try SQLiteStore(path: path, access: access)
    }

    private func mode(_ store: SQLiteStore) throws -> String? { try store.connection.text("PRAGMA journal_mode") }

    /// Stores batches of a good megabyte of text, each in a transaction of its own.
    private func load(
        _ batches: Int, into store: SQLiteStore, wordsAfterFirst: Int = 700,
        onCommit: @escaping (BatchInsertResult) throws -> Void
    ) throws {
        var request = BatchInsertRequest(batchSize: 300) { _ in false }
        request.onCommit = onCommit
        let batch = PreparedBatch()
        var next = 0
        let total = try store.insert(request, now: 1_700_000_000) {
            guard next < batches else { return nil }
            batch.removeAll()
            for index in 0..<300 {
                let text = (0..<(next == 0 ? 700 : wordsAfterFirst)).map { "word\(($0 * 31 + index) % 997)" }.joined(
                    separator: " ")
                batch.add(draft("\(next)-\(index)", "loaded", text))
            }
            next += 1
            return batch
        }
        #expect(total.inserted == batches * 300)
    }

    @Test("A first load keeps a journal that is gone at its end; a second one goes into the log")
    func journal() throws {
        let store = try open(.write)
        var modes: [String?] = []
        func cacheBytes() throws -> Int? { try store.connection.integer("PRAGMA cache_size").map { Int(-$0) << 10 } }
        try load(2, into: store) { _ in
            modes.append(try mode(store))
            // Readers wait while a transaction is larger than the cache.
            #expect(try cacheBytes() == SQLiteStore.firstLoadCacheBytes)
        }
        #expect(modes == ["truncate", "truncate"])
        #expect(try mode(store) == "wal" && cacheBytes() == SQLiteStore.writerCacheBytes)
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
        try store.remove(Array(1...3), now: 0)
        var request = BatchInsertRequest { _ in false }
        request.onCommit = { _ in modes.append(try mode(store)) }
        let batch = PreparedBatch()
        for index in 0..<300 { batch.add(draft("x\(index)", "more", String(repeating: "text ", count: 1_000))) }
        var batches = [batch]
        _ = try store.insert(request, now: 1_700_000_000) { batches.popLast() }
        #expect(modes == ["truncate", "truncate", "wal"])
        #expect(try store.check().problems == [])
    }

    @Test("A first load that ends with a merge of segments is acknowledged, and what follows goes into the log")
    func mergedAtEnd() throws {
        let store = try open(.write)
        // The first batch makes it a first load; the short ones make segments to merge.
        try load(40, into: store, wordsAfterFirst: 10) { _ in }
        #expect(try mode(store) == "wal")
        try store.remove([1], now: 0)
        #expect(try store.check().problems == [])
    }

    @Test("A small first batch, and one while others have the file open, go into the log")
    func log() throws {
        let store = try open(.write)
        let reader = try open(.read)
        #expect(try reader.hits("loaded") == [])
        var modes: [String?] = []
        try load(1, into: store) { _ in modes.append(try mode(store)) }
        #expect(modes == ["wal"])
        #expect(try reader.hits("loaded", limit: 1_000).count == 300)
        let other = try SQLiteStore(path: folder.file("b.db"), access: .write)
        var request = BatchInsertRequest { _ in false }
        request.onCommit = { _ in modes.append(try mode(other)) }
        let batch = PreparedBatch()
        batch.add(draft("1", "loaded", "few words"))
        var batches = [batch]
        _ = try other.insert(request, now: 1_700_000_000) { batches.popLast() }
        #expect(modes == ["wal", "wal"])
    }

    @Test("A transaction of a first load ends when somebody opens the file, and the load goes on with the log")
    func opened() throws {
        let store = try open(.write)
        var reader: SQLiteStore?
        var commits: [String] = []
        var request = BatchInsertRequest(batchSize: 10_000) { _ in false }
        request.onCommit = { commits.append("\($0.inserted) \(try mode(store) ?? "")") }
        let batch = PreparedBatch()
        var next = 0
        let total = try store.insert(request, now: 1_700_000_000) {
            guard next < 6 else { return nil }
            // Somebody comes while the third batch is prepared, and searches before the fifth.
            if next == 2 { reader = try open(.read) }
            if next == 4 { #expect(try reader?.hits("loaded", limit: 2_000).count == 120) }
            batch.removeAll()
            for index in 0..<40 {
                batch.add(draft("\(next)-\(index)", "loaded", String(repeating: "word\(index) ", count: 5_000)))
            }
            next += 1
            return batch
        }
        #expect(total.inserted == 240 && commits == ["120 truncate", "240 wal"])
        #expect(try reader?.hits("loaded", limit: 2_000).count == 240)
        #expect(try mode(store) == "wal")
        try store.insert([draft("other", "loaded", "what follows")])
        #expect(try store.check().problems == [])
    }

    @Test("A first load that is opened, goes over to the log after a merge and is cancelled is acknowledged")
    func openedAndCancelled() throws {
        let store = try open(.write)
        var request = BatchInsertRequest(batchSize: 300) { _ in false }
        let isCancelled = Mutex(false)
        request.isCancelled = { isCancelled.withLock { $0 } }
        let batch = PreparedBatch()
        var next = 0
        var reader: SQLiteStore?
        let total = try store.insert(request, now: 1_700_000_000) {
            // Segments of a level are merged after sixteen transactions: behind the last one here.
            if next == 15 { reader = try open(.read) }
            if next == 16 {
                isCancelled.withLock { $0 = true }
                return nil
            }
            batch.removeAll()
            for index in 0..<60 {
                // Texts that are alike would be one hit.
                let word = "word\(next)and\(index) "
                batch.add(draft("\(next)-\(index)", "loaded", String(repeating: word, count: next == 0 ? 3_000 : 20)))
            }
            batch.endsTransaction = true
            next += 1
            return batch
        }
        #expect(total.inserted == 16 * 60)
        #expect(try reader?.hits("loaded", limit: 2_000).count == total.inserted)
        try store.insert([draft("other", "loaded", "what follows")])
        #expect(try store.check().problems == [])
    }

    @Test("Who searches during a first load finds what is committed, and so does a second writer")
    func others() throws {
        let store = try open(.write)
        var readers: [SQLiteStore] = []
        var found: [Int] = []
        var wrote = 0
        try load(4, into: store) { result in
            let reader = try open(.read)
            found.append(try reader.hits("loaded", limit: 2_000).count)
            readers.append(reader)
            if result.inserted == 600 {
                // A writer goes over to the log, and the load goes on in it.
                try open(.write).insert([draft("other", "loaded", "from another writer")])
                wrote += 1
            }
        }
        #expect(found == [300, 600, 901, 1_201] && wrote == 1)
        for reader in readers { #expect(try reader.hits("loaded", limit: 2_000).count == 1_201) }
        #expect(try mode(store) == "wal")
        #expect(try store.check().problems == [])
    }

    @Test("A second writer that comes during a transaction of a first load waits, and gets in between two")
    func secondWriter() throws {
        let isUnderWay = DispatchSemaphore(value: 0)
        let isDone = DispatchSemaphore(value: 0)
        let path = path
        let outcome = Mutex<String?>(nil)
        DispatchQueue.global().async {
            isUnderWay.wait()
            do {
                let store = try SQLiteStore(path: path, access: .write)
                try store.insert([draft("other", "second", "from another writer")])
                outcome.withLock { $0 = "stored" }
            } catch {
                outcome.withLock { $0 = "\(error)" }
            }
            isDone.signal()
        }
        let store = try open(.write)
        var request = BatchInsertRequest(batchSize: 300) { _ in false }
        request.onCommit = { _ in isUnderWay.signal() }
        let batch = PreparedBatch()
        var next = 0
        // Goes on, one transaction after the other, until the other writer is done.
        _ = try store.insert(request, now: 1_700_000_000) {
            guard next < 400, isDone.wait(timeout: .now()) == .timedOut else { return nil }
            batch.removeAll()
            // Large enough for a first load, and then small: there are more gaps to get in.
            for index in 0..<(next == 0 ? 40 : 4) {
                batch.add(draft("\(next)-\(index)", "loaded", String(repeating: "word\(index) ", count: 5_000)))
            }
            batch.endsTransaction = true
            next += 1
            return batch
        }
        #expect(outcome.withLock { $0 } == "stored" && next < 400)
        #expect(try store.hits("second") == ["other"])
        #expect(try store.check().problems == [])
    }

    @Test("What a load that died left half done is taken back by whoever opens the file next, a reader too")
    func died() throws {
        do { try open(.write).insert([draft("before", "kept", "what was committed")]) }
        let copy = folder.file("copy.db")
        let writer = try Connection(path: path, mode: .readWrite)
        #expect(try writer.useRollbackJournal())
        try writer.execute("PRAGMA cache_size = 5; BEGIN IMMEDIATE; UPDATE article_text SET title = 'half'")
        try writer.execute("CREATE TABLE filler (x)")
        for _ in 0..<200 { try writer.run("INSERT INTO filler VALUES (randomblob(4000))") }
        // As a killed process leaves them.
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        try writer.execute("ROLLBACK")
        #expect(try FileManager.default.attributesOfItem(atPath: copy + "-journal")[.size] as? Int ?? 0 > 0)
        let survivor = try SQLiteStore(path: copy, access: .read)
        #expect(try survivor.hits("kept") == ["before"])
        #expect(try SQLiteStore(path: copy, access: .write).check().problems == [])
        #expect(try survivor.hits("kept") == ["before"])
    }
}
