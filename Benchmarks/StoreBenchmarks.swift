import Articles
import Foundation
import QueryLanguage
import SQLiteEngine

/// Times bulk insertion into the store, and the mixes of queries on the inserted articles.
struct StoreBenchmarks {
    let path: String
    private let samples: SampleTexts
    private let articles: Int
    private let folder: URL
    /// 2026-11-21, used as the day of the articles' arrival.
    private static let now: Int64 = 1_795_219_200

    init(samples: SampleTexts, articles: Int, folder: URL) throws {
        self.samples = samples
        self.articles = articles
        self.folder = folder
        path = folder.appendingPathComponent("bench.db").path
    }

    func runInsert(into table: inout ResultTable) throws {
        // Generate the texts before the measurement.
        let rows = (0..<articles).map { samples.text($0) }
        let bytes = rows.map { $0.body.count + $0.title.utf8.count }.reduce(0, +)
        var stopwatch = Stopwatch()
        for run in 0..<3 {
            let path = run == 2 ? self.path : folder.appendingPathComponent("insert-\(run).db").path
            let store = try SQLiteLibrary.open(path: path, access: .write)
            try stopwatch.once { try fill(store, rows) }
        }
        let work = "\(articles) articles, \(bytes / 1_000_000) MB of text"
        table.addRate("insert", stopwatch, count: articles, of: "articles", work: work)
        table.addThroughput("", stopwatch, bytes: bytes, work: "the same")
    }

    private func fill(_ store: any ArticleStore, _ rows: [(title: String, body: [UInt8])]) throws {
        var number = 0
        let request = BatchInsertRequest { row in
            guard number < rows.count else { return false }
            row.feed = "https://example.org/bench/\(number % 50)"
            row.guid = String(number)
            row.title = rows[number].title
            row.body = rows[number].body
            row.published = Self.now - Int64(number) * 3_600
            number += 1
            return true
        }
        try store.insert(request, now: Self.now)
    }

    /// Each file is a mix with one query per line.
    func runQueries(folder: URL, into table: inout ResultTable) throws {
        let store = try SQLiteLibrary.open(path: path, access: .read)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        for file in files where file.hasSuffix(".txt") {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let queries = try text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
                var request = SearchRequest(query: try QueryParser.parse(String(line)), now: Self.now)
                if file == "questions.txt" { request.match = .any }
                return request
            }
            var stopwatch = Stopwatch()
            for request in queries { _ = try store.search(request) }
            for _ in 0..<7 { for request in queries { try stopwatch.once { _ = try store.search(request) } } }
            table.addLatency("query", stopwatch, work: "\(file), \(queries.count) queries")
            // The cost of reranking: ids only, with and without it.
            for reranks in [true, false] {
                var stopwatch = Stopwatch()
                let bare = queries.map { request in
                    var request = request
                    request.fields = .ids
                    request.reranks = reranks
                    return request
                }
                for _ in 0..<5 { for request in bare { try stopwatch.once { _ = try store.search(request) } } }
                table.addLatency("", stopwatch, work: reranks ? "ids, both stages" : "ids, BM25F alone")
            }
        }
    }
}
