import Database
import Pipelines
import PostgreSQL
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct PostgresConnectionTests {
    @Test("Every type of value comes back as it was sent")
    func roundTrips() throws {
        let connection = try newConnection()
        let long = String(repeating: "检索 search ", count: 20_000)
        let values: [PostgresValue] = [
            .integer(.min), .integer(.max), .int32(-5), .bool(true), .real(-0.1), .text(""), .text(long), .bytes([]),
            .bytes([0, 255, 7]), .text("a\0b"),
        ]
        let row = try #require(
            try connection.query("SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::int8", values + [.null]).first)
        #expect(row.integer(0) == .min && row.integer(1) == .max && row.integer(2) == -5 && row.bool(3))
        #expect(row.real(4) == -0.1)
        #expect(row.text(5) == "" && !row.isNull(5))
        #expect(row.text(6) == long)
        #expect(row.bytes(7) == [] && !row.isNull(7))
        #expect(row.bytes(8) == [0, 255, 7])
        // PostgreSQL has no NUL in texts.
        #expect(row.text(9) == "a\u{FFFD}b")
        #expect(row.isNull(10) && row.integerOrNil(10) == nil)
    }

    @Test("What is postponed runs in order with the next statement, with COMMIT at the latest, and goes with its part")
    func postpones() throws {
        struct Stop: Error {}
        let connection = try newConnection()
        try connection.execute("CREATE TABLE t (n int8 PRIMARY KEY)")
        func insert(_ number: Int64) throws -> PostgresAnswer {
            try connection.postpone(PostgresRequest("INSERT INTO t VALUES ($1) RETURNING n", [.integer(number)]))
        }
        // Outside of a transaction it runs at once.
        #expect(try insert(1).rows?.first?.integer(0) == 1)
        let last = try connection.transaction {
            let first = try insert(2)
            #expect(first.rows == nil)
            #expect(try connection.integer("SELECT count(*) FROM t") == 2 && first.rows?.count == 1)
            // A part that has not reached the server goes without a trace, what was postponed before it stays.
            _ = try insert(3)
            #expect(throws: Stop.self) {
                try connection.transaction {
                    _ = try insert(4)
                    throw Stop()
                }
            }
            // One that has reached it is rolled back, with what is still postponed.
            #expect(throws: Stop.self) {
                try connection.transaction {
                    _ = try insert(5)
                    #expect(try connection.integer("SELECT max(n) FROM t") == 5)
                    _ = try insert(6)
                    throw Stop()
                }
            }
            try connection.transaction { _ = try insert(7) }
            return try insert(8)
        }
        #expect(last.rows?.count == 1)
        #expect(try connection.query("SELECT n FROM t ORDER BY n").map { $0.integer(0) } == [1, 2, 3, 7, 8])
        // Its error is that of what comes next, and nothing is stored.
        for endsWithStatement in [true, false] {
            #expect(throws: PostgresError.self) {
                try connection.transaction {
                    _ = try insert(9)
                    _ = try insert(1)
                    if endsWithStatement { _ = try connection.integer("SELECT 1") }
                }
            }
            #expect(!connection.isInTransaction)
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 5)
        // Rows one by one and COPY come behind it.
        try connection.transaction {
            _ = try insert(10)
            var numbers: [Int64] = []
            try connection.forEachRow("SELECT n FROM t WHERE n > 8") { row in
                numbers.append(row.integer(0))
                return true
            }
            #expect(numbers == [10])
        }
        try connection.transaction(.snapshot) {
            let last = try connection.transaction { try connection.integer("SELECT max(n) FROM t") }
            #expect(last == 10)
        }
        #expect(try connection.integer("SELECT 2") == 2)
    }

    @Test("Arrays join with tables, empty ones too")
    func arrays() throws {
        let connection = try newConnection()
        let rows = try connection.query(
            "SELECT * FROM unnest($1, $2, $3) AS t(a, b, c) ORDER BY a",
            [.integers([2, 1]), .texts(["二", ""]), .byteArrays([[2], []])])
        #expect(rows.map { $0.integer(0) } == [1, 2])
        #expect(rows.map { $0.text(1) } == ["", "二"])
        #expect(rows.map { $0.bytes(2) } == [[], [2]])
        #expect(try connection.query("SELECT unnest($1)", [.integers([])]).isEmpty)
    }

    @Test("COPY stores rows of several megabytes with nulls, and nothing if the writer throws")
    func copies() throws {
        struct Stop: Error {}
        let connection = try newConnection()
        try connection.execute("CREATE TABLE t (n int8 PRIMARY KEY, v bytea, s text)")
        let page = [UInt8](repeating: 9, count: 4_000)
        let count = try connection.copy(into: "t (n, v, s)") { writer in
            for number in 0..<2_000 {
                try writer.begin(columns: 3)
                writer.write(Int64(number))
                writer.write(bytes: page.span)
                writer.write(number % 2 == 0 ? .null : .text("检"))
            }
        }
        #expect(count == 2_000)
        #expect(try connection.integer("SELECT sum(length(v)) FROM t") == 8_000_000)
        #expect(try connection.integer("SELECT count(s) FROM t") == 1_000)
        #expect(throws: Stop.self) {
            try connection.copy(into: "t (n)") { writer in
                try writer.write([.integer(5_000)])
                throw Stop()
            }
        }
        #expect(throws: PostgresError.self) {
            try connection.copy(into: "t (n)") { try $0.write([.integer(1)]) }
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 2_000)
    }

    @Test("An error has its SQLSTATE and the statement, never the values, and leaves the connection usable")
    func errors() throws {
        let connection = try newConnection()
        try connection.execute("CREATE TABLE t (s text PRIMARY KEY)")
        try connection.run("INSERT INTO t VALUES ($1)", [.text("private")])
        do {
            try connection.run("INSERT INTO t VALUES ($1)", [.text("private")])
            Issue.record("a duplicate was stored")
        } catch let error as PostgresError {
            #expect(.uniqueViolation ~= error)
            #expect(error.sql == "INSERT INTO t VALUES ($1)")
            #expect(!"\(error)".contains("private"))
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 1)
    }

    @Test("A transaction is stored completely or not at all; an inner one can fail alone")
    func transactions() throws {
        struct Stop: Error {}
        let connection = try newConnection()
        try connection.execute("CREATE TABLE t (n int8)")
        try connection.transaction {
            try connection.run("INSERT INTO t VALUES (1)")
            try? connection.transaction {
                try connection.run("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        #expect(throws: Stop.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (3)")
                throw Stop()
            }
        }
        // The server would answer COMMIT with a silent rollback.
        #expect(throws: PostgresError.self) {
            try connection.transaction {
                try connection.run("INSERT INTO t VALUES (4)")
                _ = try? connection.query("SELECT 1 / 0")
            }
        }
        #expect(try connection.query("SELECT n FROM t").map { $0.integer(0) } == [1])
        #expect(!connection.isInTransaction)
    }

    @Test("A snapshot does not see what is committed meanwhile")
    func snapshots() throws {
        let writer = try newConnection()
        let reader = try PostgresConnection(writer.address)
        try writer.execute("CREATE TABLE t (n int8)")
        try reader.transaction(.snapshot) {
            #expect(try reader.integer("SELECT count(*) FROM t") == 0)
            try writer.run("INSERT INTO t VALUES (1)")
            #expect(try reader.integer("SELECT count(*) FROM t") == 0)
        }
        #expect(try reader.integer("SELECT count(*) FROM t") == 1)
        #expect(throws: PostgresError.self) {
            try reader.transaction(.snapshot) { try reader.run("INSERT INTO t VALUES (2)") }
        }
    }

    @Test("A pipeline answers each statement in order; the first error leaves nothing stored")
    func pipelines() throws {
        let connection = try newConnection()
        try connection.execute("CREATE TABLE t (n int8 PRIMARY KEY)")
        let insert = "INSERT INTO t VALUES ($1)"
        let answers = try connection.pipeline(
            (1...500).map { PostgresRequest(insert, [.integer($0)]) } + [PostgresRequest("SELECT count(*) FROM t")])
        #expect(answers.count == 501)
        #expect(answers.last?.first?.integer(0) == 500)
        #expect(throws: PostgresError.self) {
            try connection.pipeline([501, 1, 502].map { PostgresRequest(insert, [.integer($0)]) })
        }
        #expect(try connection.integer("SELECT count(*) FROM t") == 500)
    }

    @Test("After a pipeline that failed, the connection prepares and runs its statements and others")
    func failedPipeline() throws {
        let connection = try newConnection()
        let requests = ["SELECT 1::int8", "SELECT 1 / $1", "SELECT 2::int8"].map {
            PostgresRequest($0, $0.contains("$") ? [.integer(0)] : [])
        }
        for _ in 0..<2 { #expect(throws: PostgresError.self) { try connection.pipeline(requests) } }
        #expect(try connection.integer("SELECT 3::int8") == 3)
        #expect(try connection.pipeline([requests[0], requests[2]]).map { $0.first?.integer(0) } == [1, 2])
    }

    @Test("Rows larger than the sockets' buffers pass a pipeline in both directions")
    func largePipelines() throws {
        let connection = try newConnection()
        let large = [UInt8](repeating: 1, count: 1 << 20)
        let answers = try connection.pipeline((0..<20).map { _ in PostgresRequest("SELECT $1", [.bytes(large)]) })
        #expect(answers.allSatisfy { $0.first?.withBytes(0) { $0.count } == large.count })
    }

    @Test("Rows come one by one; stopping early leaves the connection usable")
    func streams() throws {
        let connection = try newConnection()
        var sum: Int64 = 0
        try connection.forEachRow("SELECT generate_series(1, $1)", [.integer(1_000)]) {
            sum += $0.integer(0)
            return true
        }
        #expect(sum == 500_500)
        var seen = 0
        try connection.forEachRow("SELECT generate_series(1, 100000000)") { _ in
            seen += 1
            return seen < 3
        }
        #expect(seen == 3)
        #expect(try connection.integer("SELECT 7") == 7)
    }

    @Test(
        "A pipeline behind rows that were read one by one has one answer a statement, however the reading ended",
        arguments: [false, true])
    func pipelineBehindRows(isTransaction: Bool) throws {
        struct Stop: Error {}
        let connection = try newConnection()
        let numbers = "SELECT generate_series(1, 1000)"
        func compare() throws {
            for _ in 0..<2 {
                var rows = 0
                try connection.forEachRow(numbers) { _ in
                    rows += 1
                    return true
                }
                #expect(rows == 1_000)
                for _ in 0..<2 {
                    let answers = try connection.pipeline(
                        [
                            .init("SELECT generate_series(1, 5)"), .init("SELECT 7"),
                            .init("SELECT generate_series(1, 3)"),
                        ])
                    #expect(answers.map(\.count) == [5, 1, 3])
                    #expect(try connection.query("SELECT generate_series(1, 9)").count == 9)
                }
            }
        }
        if isTransaction { try connection.transaction { try compare() } } else { try compare() }
        for _ in 0..<2 {
            #expect(throws: Stop.self) { try connection.forEachRow(numbers) { _ in throw Stop() } }
            #expect(throws: PostgresError.self) { try connection.forEachRow("SELECT 1 / 0") { _ in true } }
            try connection.forEachRow(numbers) { _ in false }
            try compare()
        }
    }

    @Test("A statement ends at the deadline, and the connection goes on")
    func deadlines() throws {
        let connection = try newConnection()
        for isTransaction in [false, true] {
            do {
                try connection.withDeadline(.after(.milliseconds(100))) {
                    if isTransaction {
                        try connection.transaction { _ = try connection.query("SELECT pg_sleep(60)") }
                    } else {
                        _ = try connection.query("SELECT pg_sleep(60)")
                    }
                }
                Issue.record("the deadline was not kept")
            } catch let error as PostgresError {
                #expect(.queryCanceled ~= error)
            }
            #expect(!connection.isBroken && !connection.isInTransaction)
            #expect(try connection.integer("SELECT 7") == 7)
        }
    }

    @Test("The server knows the time that is left in a transaction, also of a part that has less")
    func limits() throws {
        let connection = try newConnection()
        func limit() throws -> Int64 {
            try connection.integer("SELECT setting::int8 FROM pg_settings WHERE name = 'statement_timeout'") ?? -1
        }
        try connection.transaction {
            #expect(try limit() == 0)
            try connection.withDeadline(.after(.seconds(50))) {
                let first = try limit()
                #expect((40_000...50_001).contains(first))
                for isStored in [true, false] {
                    try? connection.withDeadline(.after(.seconds(5))) {
                        try connection.transaction {
                            let inner = try limit()
                            #expect((3_000...5_001).contains(inner))
                            if !isStored { throw PostgresError(sqlState: "", message: "") }
                        }
                    }
                    let outer = try limit()
                    #expect((40_000...50_001).contains(outer))
                }
            }
            #expect(try limit() == 0)
        }
        #expect(try limit() == 0)
    }

    @Test("A server looks every few seconds whether a client in the network is still there")
    func keepalives() throws {
        let server = try PostgresServer.shared.get()
        let connection = try PostgresConnection(
            PostgresAddress(server.address(of: server.newDatabaseName(), isTCP: true)))
        for (setting, value) in [("idle", "15"), ("interval", "5"), ("count", "3")] {
            #expect(try connection.query("SHOW tcp_keepalives_\(setting)").first?.text(0) == value)
        }
    }

    @Test("A connection that the server has closed while it was idle is known to be lost before the next statement")
    func closedWhileIdle() throws {
        let connection = try newConnection()
        #expect(!connection.isLost)
        let other = try PostgresConnection(connection.address)
        let process = try connection.integer("SELECT pg_backend_pid()") ?? 0
        #expect(!connection.isLost)
        try other.run("SELECT pg_terminate_backend($1)", [.int32(Int32(process))])
        for _ in 0..<500 where !connection.isLost { _ = try other.query("SELECT pg_sleep(0.01)") }
        #expect(connection.isLost)
    }

    @Test("A host that accepts connections and stays silent is left for the next one of the address")
    func silentHost() throws {
        let server = try PostgresServer.shared.get()
        let name = try server.newDatabaseName()
        let (port, close) = try PostgresServer.listenSilently()
        defer { close() }
        let hosts = "127.0.0.1:\(port),127.0.0.1:\(server.port)"
        // Without a limit for each host the whole time would go to the first one, and the connection would fail.
        let connection = try PostgresConnection(PostgresAddress("postgresql://tester@\(hosts)/\(name)"))
        #expect(try connection.integer("SELECT 7") == 7)
    }

    @Test("A server that accepts connections and stays silent is given up at the deadline")
    func silence() throws {
        let (port, close) = try PostgresServer.listenSilently()
        defer { close() }
        let address = try PostgresAddress("postgresql://127.0.0.1:\(port)/x")
        let error = #expect(throws: PostgresError.self) {
            try PostgresConnection(address, until: .after(.milliseconds(200)))
        }
        #expect(error.map { .queryCanceled ~= $0 } == true)
    }

    @Test("A cancelled request ends a statement")
    func cancellations() throws {
        let connection = try newConnection()
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: PostgresError.self) {
            try connection.withDeadline(.onCancellation(cancellation)) { _ = try connection.query("SELECT 1") }
        }
        #expect(try connection.integer("SELECT 7") == 7)
    }

    @Test("What one connection notifies another hears after the commit")
    func notifications() throws {
        let writer = try newConnection()
        let reader = try PostgresConnection(writer.address)
        try reader.listen("changes")
        try writer.transaction { try writer.notify("changes", "12") }
        #expect(
            try reader.nextNotification(until: .after(.seconds(20)))
                == PostgresNotification(channel: "changes", payload: "12"))
        #expect(try reader.nextNotification(until: .after(.milliseconds(50))) == nil)
    }

    @Test("A lock of the library is held by one transaction, to its end")
    func locks() throws {
        let first = try newConnection()
        let second = try PostgresConnection(first.address)
        let isHeldByBoth = try first.transaction {
            _ = try first.lock(5)
            return try second.transaction { try second.lock(5, wait: false) }
        }
        #expect(!isHeldByBoth)
        let isHeldByNext = try second.transaction { try second.lock(5, wait: false) }
        #expect(isHeldByNext)
    }

    @Test("Of several hosts the one that answers is used, and it must take writes if that is asked")
    func severalHosts() throws {
        let server = try PostgresServer.shared.get()
        _ = try newConnection()
        let address = "postgresql://tester@127.0.0.1:1,127.0.0.1:\(server.port)/test1?target_session_attrs=read-write"
        let connection = try PostgresConnection(PostgresAddress(address))
        #expect(connection.host == "127.0.0.1")
        #expect(try connection.integer("SELECT 7") == 7)
        do {
            _ = try PostgresConnection(PostgresAddress("postgresql://127.0.0.1:1/x"))
            Issue.record("connected to port 1")
        } catch let error as PostgresError {
            #expect(.connection ~= error)
        }
    }

    @Test("After a crash of the server the connection is broken with an error, and a new one works")
    func crashes() throws {
        let server = try PostgresServer()
        let address = try PostgresAddress(server.newDatabase())
        let connection = try PostgresConnection(address)
        try connection.execute("CREATE TABLE t (n int8); INSERT INTO t VALUES (1)")
        try server.crash()
        #expect(throws: PostgresError.self) { try connection.query("SELECT 1") }
        #expect(connection.isBroken)
        try server.start()
        #expect(try PostgresConnection(address).integer("SELECT n FROM t") == 1)
    }
}
