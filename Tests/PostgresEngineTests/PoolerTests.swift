import Articles
import LibraryStorage
import Pipelines
import PostgreSQL
import QueryLanguage
import TestSupport
import Testing

@testable import PostgresEngine

/// What PgBouncer changes, which gives each transaction another connection to the server.
@Suite(
    .serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)),
    .enabled(if: Pooler.isInstalled, Comment(rawValue: Pooler.skipped)))
struct PoolerTests {
    private func draft(_ number: Int) -> ArticleDraft {
        var draft = ArticleDraft()
        draft.feed = "https://pooled.example/"
        draft.guid = "p\(number)"
        draft.title = "title \(number)"
        draft.body = Array("pooled number \(number), alert\(number % 7)".utf8)
        return draft
    }

    private func insert(_ numbers: Range<Int>, into store: PostgresStore) throws -> BatchInsertResult {
        try store.insert(numbers, batchSize: 20, draft)
    }

    private func total(_ text: String, in store: PostgresStore) throws -> Int {
        try store.search(SearchRequest(query: QueryParser.parse(text), now: 1)).total
    }

    @Test("In transaction mode a library is made, written by several programs, searched and followed; alerts come once")
    func library() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        let direct = try PostgresAddress(server.address(of: name))
        // Fewer connections than clients: statements of one client meet those of others.
        let pooler = try Pooler(server, connections: 3)
        let address = try PostgresAddress(pooler.address(of: name))
        try WritingPrograms.prepare(address)
        let store = try PostgresLibrary.open(address, access: .write)
        let reader = try PostgresLibrary.open(address, access: .read)
        #expect(store.connection.isPooled && reader.connection.isPooled)
        #expect(try !PostgresConnection(direct).isPooled)
        store.alertSettings.includesFirstImports = true

        // Another program's commit is seen by asking for it, one's own is not another's.
        let before = try (store: store.changeToken(), reader: reader.changeToken())
        #expect(try insert(0..<60, into: store).inserted == 60)
        #expect(try reader.changeToken() != before.reader && store.changeToken() == before.store)
        #expect(try total("pooled", in: reader) == 60 && total("\"number 59\"", in: reader) == 1)

        let writers = try WritingPrograms(address.text)
        let cutter = try PostgresConnection(direct)
        try writers.run {
            for round in 60..<80 {
                _ = try insert(round..<round + 1, into: store)
                #expect(try total("pooled", in: reader) == round + 1)
            }
            // The pooler's connections are lost, with those of its clients that are in a transaction.
            _ = try cutter.query(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
            let lines = try writers.lines().map(\.count)
            for _ in 0..<3_000 where try zip(lines, writers.lines()).contains(where: { $0 == $1.count }) {
                _ = try cutter.query("SELECT pg_sleep(0.01)")
            }
            #expect(try zip(lines, writers.lines()).allSatisfy { $0 < $1.count })
        }
        #expect(writers.next[0] > 0 && writers.next[1] > 50_000)
        try writers.verify(address)
        try deliver(address, direct)
    }

    /// One process delivers, through the pooler or beside it.
    private func deliver(_ address: PostgresAddress, _ direct: PostgresAddress) throws {
        let store = try PostgresLibrary.open(address, access: .write)
        let others = try [address, direct].map { try PostgresLibrary.open($0, access: .write) }
        var lock = try store.deliveryLock()
        #expect(lock?.isHeld == true)
        #expect(try store.connection.integer("SELECT count(*) FROM feedsearch.delivery_lease") == 1)
        for other in others { #expect(try other.deliveryLock() == nil) }
        let refresh = try store.refreshLock()
        #expect(refresh?.isHeld == true)
        for other in others { #expect(try other.refreshLock() == nil) }
        withExtendedLifetime(refresh) {}
        let search = try #require(store.savedSearches(named: "s3").first).id
        let waiting = try store.waitingArticles(of: search, limit: 5)
        try store.addDelivery(of: waiting, folded: [], search: search, uid: "u", now: 2)
        try store.finish(#require(others[1].dueDeliveries(now: 2).first), .delivered, now: 3)
        #expect(try others[0].deliveries(state: .delivered, search: search, limit: 9).count == 1)
        lock = nil
        #expect(try lock == nil && others[0].deliveryLock() != nil)
    }

    @Test("A statement ends at the deadline through a pooler, and the connection goes on")
    func deadline() throws {
        let server = try PostgresServer.shared.get()
        let pooler = try Pooler(server, connections: 1)
        let connection = try PostgresConnection(PostgresAddress(pooler.address(of: server.newDatabaseName())))
        for isTransaction in [false, true] {
            let error = #expect(throws: PostgresError.self) {
                try connection.withDeadline(.after(.milliseconds(200))) {
                    if isTransaction {
                        try connection.transaction { _ = try connection.query("SELECT pg_sleep(60)") }
                    } else {
                        _ = try connection.query("SELECT pg_sleep(60)")
                    }
                }
            }
            #expect(error.map { .queryCanceled ~= $0 } == true)
            #expect(try connection.integer("SELECT 7") == 7)
        }
        // No setting is left behind for others.
        #expect(try connection.query("SHOW statement_timeout").first?.text(0) == "0")
    }

    @Test("A pooler without transactions is refused, with what to set")
    func statements() throws {
        let server = try PostgresServer.shared.get()
        let pooler = try Pooler(server, mode: .statement, connections: 1)
        let address = try PostgresAddress(pooler.address(of: server.newDatabaseName()))
        let error = #expect(throws: StorageError.self) { try PostgresLibrary.open(address, access: .write) }
        #expect(error.map { "\($0)" }?.contains("pool_mode = transaction") == true)
    }

    @Test("In session mode a library works as in transaction mode")
    func sessions() throws {
        let server = try PostgresServer.shared.get()
        let pooler = try Pooler(server, mode: .session, connections: 2)
        let address = try PostgresAddress(pooler.address(of: server.newDatabaseName()))
        let store = try PostgresLibrary.open(address, access: .write)
        #expect(try insert(0..<5, into: store).inserted == 5 && insert(0..<6, into: store).inserted == 1)
        #expect(try total("pooled", in: PostgresLibrary.open(address, access: .read)) == 6)
    }
}
