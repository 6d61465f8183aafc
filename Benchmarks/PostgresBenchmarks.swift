import Articles
import Foundation
import PostgreSQL
import PostgresEngine
import SQLiteEngine

/// Compares ingest into PostgreSQL and into SQLite. Each round runs both, so that their ratio is reliable.
struct PostgresBenchmarks {
    private let samples: SampleTexts
    private let address: PostgresAddress
    private let articles: Int
    private static let batchSize = 250
    private static let now: Int64 = 1_795_219_200
    private static let rounds = 3

    init(samples: SampleTexts, address: PostgresAddress, articles: Int) {
        self.samples = samples
        self.address = address
        self.articles = articles
    }

    /// One engine's times in all rounds, in seconds.
    private struct Times {
        var whole = Stopwatch()
        var prepared = Stopwatch()
        /// Processor time of this program and of its server process while batches were written.
        var client: [Double] = []
        var server: [Double] = []
    }

    func run(folder: URL) throws {
        var sqlite = Times()
        var postgres = Times()
        let library = Int64(Date().timeIntervalSince1970)
        for round in 0..<Self.rounds {
            let file = { (name: String) in folder.appendingPathComponent("\(name)-\(round).db").path }
            try sqlite.whole.once { try fill(SQLiteLibrary.open(path: file("whole"), access: .write)) }
            try postgres.whole.once { try fill(open(library + Int64(round) * 2)) }
            let one = try SQLiteLibrary.open(path: file("prepared"), access: .write)
            try write(prepare(one), into: one, backend: nil, &sqlite)
            let two = try open(library + Int64(round) * 2 + 1)
            let backend = try two.connection.integer("SELECT pg_backend_pid()::int8")
            try write(prepare(two), into: two, backend: backend, &postgres)
        }
        let bytes = (0..<articles).reduce(0) { $0 + draft($1).body.count }
        print(
            "insert, articles/s of \(articles) with \(bytes / articles) bytes of text: median of \(Self.rounds) rounds")
        report("with preparing, one thread", sqlite.whole, postgres.whole)
        report("of prepared batches", sqlite.prepared, postgres.prepared)
        func middle(_ seconds: [Double]) -> Double { seconds.sorted()[seconds.count / 2] * 1e6 / Double(articles) }
        print(
            String(
                format:
                    "processor time of prepared batches, µs an article: SQLite %.0f; PostgreSQL %.0f here, %.0f on the server",
                middle(sqlite.client), middle(postgres.client), middle(postgres.server)))
    }

    private func report(_ what: String, _ sqlite: Stopwatch, _ postgres: Stopwatch) {
        let (one, two) = (Double(articles) / sqlite.median, Double(articles) / postgres.median)
        print(String(format: "%@: SQLite %.0f, PostgreSQL %.0f, ratio %.2f", what, one, two, two / one))
    }

    private func open(_ library: Int64) throws -> PostgresStore {
        guard let name = LibraryName("bench-\(library)") else { preconditionFailure("the name is allowed") }
        do { try LibraryCatalogue.on(address) { try $0.create(name) } } catch StorageError.libraryExists {}
        return try PostgresLibrary.open(LibraryAddress(server: address, name: name), access: .write)
    }

    private func draft(_ number: Int) -> ArticleDraft {
        var draft = ArticleDraft()
        let text = samples.text(number)
        draft.feed = "https://example.org/bench/\(number % 50)"
        draft.guid = String(number)
        draft.title = text.title
        draft.body = text.body
        draft.published = Self.now - Int64(number) * 3_600
        return draft
    }

    private func fill(_ store: any ArticleWriting) throws {
        var number = 0
        let request = BatchInsertRequest { row in
            guard number < articles else { return false }
            row = draft(number)
            number += 1
            return true
        }
        try store.insert(request, now: Self.now)
    }

    private func prepare(_ store: any ArticleWriting) -> [any ArticleBatch] {
        let pool = store.makeBatchPool()
        return stride(from: 0, to: articles, by: Self.batchSize).map { first in
            let batch = pool.take()
            for number in first..<min(first + Self.batchSize, articles) { batch.add(draft(number)) }
            batch.seal()
            return batch
        }
    }

    private func write(
        _ batches: [any ArticleBatch], into store: any ArticleWriting, backend: Int64?, _ times: inout Times
    ) throws {
        var rest = batches[...]
        let client = Self.processTime()
        let server = backend.map(Self.time(ofProcess:)) ?? 0
        try times.prepared.once {
            _ = try store.insert(BatchInsertRequest { _ in false }, now: Self.now) { rest.popFirst() }
        }
        times.client.append(Self.processTime() - client)
        times.server.append((backend.map(Self.time(ofProcess:)) ?? 0) - server)
    }

    private static func processTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// User and system time of a local process in seconds (`/proc/PID/stat`, fields 14 and 15); 0 for a remote server.
    private static func time(ofProcess id: Int64) -> Double {
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")")
        else { return 0 }
        let fields = stat[end...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
