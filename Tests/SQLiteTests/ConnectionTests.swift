import Testing

@testable import SQLite

@Suite struct ConnectionTests {
    @Test("A transaction that fails leaves nothing")
    func rollback() throws {
        struct Stop: Error {}
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute("CREATE TABLE t (x)")
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (?)", [.integer(1)])
                throw Stop()
            }
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    }
}
