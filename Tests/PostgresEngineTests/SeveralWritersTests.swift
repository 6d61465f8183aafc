import Articles
import Dispatch
import Glibc
import LibraryStorage
import PostgreSQL
import System
import TestSupport
import Testing

@testable import PostgresEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct SeveralWritersTests {
    private func draft(_ number: Int) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = "https://\(number % 5).example/"
        draft.guid = "g\(number)"
        draft.title = "title \(number)"
        draft.body = Array("body of number \(number), common words".utf8)
        return draft
    }

    private func insert(_ numbers: Range<Int>, _ store: PostgresStore, batch size: Int) throws -> BatchInsertResult {
        try store.insert(numbers, batchSize: size, draft)
    }

    /// What has to hold whatever happened.
    private func verify(_ store: PostgresStore, articles: Int) throws {
        let library = store.library
        func count(_ sql: String) throws -> Int { Int(try library.connection.integer(sql) ?? -1) }
        #expect(try count("SELECT count(*) FROM feedsearch.article") == articles)
        #expect(try count("SELECT count(DISTINCT (feed, guid)) FROM feedsearch.article") == articles)
        for table in ["article_text", "article_forward", "indexed_length"] {
            #expect(try count("SELECT count(*) FROM feedsearch.\(table)") == articles, "\(table)")
        }
        #expect(try count("SELECT sum(articles)::int8 FROM feedsearch.feed") == articles)
        #expect(try store.changes(since: 0).inserted == 1...Int64(articles))
        #expect(try store.newestID() == Int64(articles))
    }

    @Test("Writers at once on several connections store no article twice, and numbers have no gaps")
    func identity() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let inserted = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 3) { writer in
            do {
                let store = try PostgresLibrary.open(address, access: .write)
                let result = try insert(writer * 40..<writer * 40 + 120, store, batch: 15)
                inserted.withLock { $0 += result.inserted }
            } catch {
                Issue.record("\(error)")
            }
        }
        #expect(inserted.withLock { $0 } == 200)
        try verify(PostgresLibrary.open(address, access: .read), articles: 200)
    }

    @Test(
        "Writers whose connections are cut in the middle of batches lose nothing acknowledged and store nothing twice")
    func cutConnections() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let store = try PostgresLibrary.open(address, access: .write)
        let hasEnded = Locked(false)
        let cuts = Locked(0)
        let end = DispatchSemaphore(value: 0)
        let isStarted = BackgroundThread.start {
            defer { end.signal() }
            guard let connection = try? PostgresConnection(address) else { return }
            var turn = 0
            while !hasEnded.withLock({ $0 }) {
                turn += 1
                let cut = try? connection.query(
                    """
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
                    """)
                cuts.withLock { $0 += cut?.count ?? 0 }
                _ = try? connection.query("SELECT pg_sleep(\(0.005 * Double(turn % 7 + 1)))")
            }
        }
        var acknowledged = 0
        var failures = 0
        var number = 0
        while number < 400 {
            var batch: Range<Int> { number..<min(number + 20, 400) }
            do {
                let result = try insert(batch, store, batch: 20)
                #expect(result.seen == batch.count)
                acknowledged = batch.upperBound
                number = batch.upperBound
            } catch is StorageError {
                failures += 1
                // What was acknowledged stays, whatever the failure: seen by another connection.
                if failures > 60 { hasEnded.withLock { $0 = true } }
            }
        }
        hasEnded.withLock { $0 = true }
        if isStarted { end.wait() }
        #expect(acknowledged == 400 && failures > 0 && cuts.withLock { $0 } > 0)
        try verify(PostgresLibrary.open(address, access: .read), articles: 400)
    }

    @Test("A server that is stopped at once during ingest, and starts again, has all that was acknowledged, once")
    func crashes() throws {
        let server = try PostgresServer()
        defer { server.stop() }
        let store = try PostgresLibrary.open(PostgresAddress(server.newDatabase()), access: .write)
        var number = 0
        for round in 1...3 {
            let isCrashed = Locked(false)
            let end = DispatchSemaphore(value: 0)
            let isStarted = BackgroundThread.start {
                defer { end.signal() }
                usleep(UInt32(100_000 + 70_000 * round))
                try? server.crash()
                isCrashed.withLock { $0 = true }
            }
            #expect(isStarted)
            var isFailed = false
            while !isFailed, number < 20_000 {
                do {
                    _ = try insert(number..<number + 10, store, batch: 10)
                    number += 10
                } catch is StorageError {
                    isFailed = true
                }
            }
            end.wait()
            #expect(isFailed && isCrashed.withLock { $0 })
            try server.start()
            // The batch whose answer was lost, or that was never stored.
            let again = try insert(number..<number + 10, store, batch: 10)
            #expect(again.inserted == 10 || again.unchanged == 10)
            number += 10
        }
        try verify(store, articles: number)
    }

    @Test("A reader notices the commit of another program, and not its own")
    func changeToken() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let writer = try PostgresLibrary.open(address, access: .write)
        let reader = try PostgresLibrary.open(address, access: .read)
        let other = try PostgresLibrary.open(address, access: .write)
        let before = try (reader.changeToken(), writer.changeToken())
        #expect(try reader.changeToken() == before.0)
        _ = try insert(0..<3, writer, batch: 2)
        // A notification comes after the commit.
        var after = try reader.changeToken()
        for _ in 0..<500 where after == before.0 {
            _ = try reader.connection.query("SELECT pg_sleep(0.01)")
            after = try reader.changeToken()
        }
        #expect(after != before.0)
        #expect(try writer.changeToken() == before.1)
        try other.setClientState([1], of: "importer")
        var seen = try writer.changeToken()
        for _ in 0..<500 where seen == before.1 {
            _ = try writer.connection.query("SELECT pg_sleep(0.01)")
            seen = try writer.changeToken()
        }
        #expect(seen != before.1)
        #expect(try reader.clientState(of: "importer") == [1])
    }

    @Test("A writer that stops in the middle of a transaction holds others up only for so long, and connects again")
    func idleWriter() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let idle = try PostgresLibrary.open(address, access: .write)
        let other = try PostgresLibrary.open(address, access: .write)
        idle.connection.idleLimit = .milliseconds(200)
        #expect(throws: StorageError.self) {
            try idle.atomically {
                _ = try insert(0..<2, idle, batch: 2)
                usleep(600_000)
                // The lock is free again.
                _ = try insert(2..<4, other, batch: 2)
                _ = try insert(4..<6, idle, batch: 2)
            }
        }
        #expect(try other.newestID() == 2)
        _ = try insert(0..<2, idle, batch: 2)
        #expect(try idle.newestID() == 4 && idle.check().problems == [])
    }

    @Test("A program that knows fewer steps than the database allows is refused, and one step less is not")
    func newerDatabase() throws {
        let address = try PostgresAddress(PostgresServer.shared.get().newDatabase())
        let store = try PostgresLibrary.open(address, access: .write)
        let newest = PostgresSchema.newestVersion
        func setVersion(_ version: Int, least: Int) throws {
            try store.connection.run(
                "INSERT INTO feedsearch.schema_version VALUES (0, 0, $1, $2)",
                [.int32(Int32(version)), .int32(Int32(least))])
        }
        try setVersion(newest + 1, least: newest)
        _ = try insert(0..<2, PostgresLibrary.open(address, access: .write), batch: 2)
        try setVersion(newest + 2, least: newest + 1)
        for access in [StoreAccess.read, .write] {
            #expect(throws: StorageError.self) { try PostgresLibrary.open(address, access: access) }
        }
        // One that was open already.
        #expect(throws: StorageError.self) { try insert(2..<4, store, batch: 2) }
        #expect(try store.newestID() == 2)
    }
}
