import Articles
import Foundation
import PostgreSQL
import SQLiteEngine

/// Times parse, text, tokens, insert and query separately, with the texts of Samples/ and the mixes of queries/speed/.
///
///     Benchmarks [ARTICLES]            number of articles in the store; 3,000 by default
///     Benchmarks complete DATABASE     completion only, in an existing database
///     Benchmarks generate N            prints N generated articles as JSON lines; measures nothing
///     Benchmarks postgres-writer ADDRESS FIRST END FILE    writes articles until it is killed (KilledWriterTests)
///     Benchmarks forum-reader LIBRARY PORT TIME    refreshes feeds and topics until it is killed (ForumTests)
///     Benchmarks postgres ADDRESS N    writes N articles to a PostgreSQL server and to SQLite, new libraries each time
///     Benchmarks members N             unread counts and lists of the members of a library with N articles
///     Benchmarks feeds FOLDER...       feed documents only: those over 50 KB in the folders, then all of the first
@main struct Benchmarks {
    static func main() throws {
        let words = CommandLine.arguments
        if words.count == 3, words[1] == "complete" {
            var table = ResultTable()
            try CompletionBenchmarks(path: words[2]).run(into: &table)
            return print(
                table.text(articles: try SQLiteLibrary.open(path: words[2], access: .read).storeStatistics().articles))
        }
        if words.dropFirst().first == "feeds" {
            let folders = words.dropFirst(2).map { URL(fileURLWithPath: $0) }
            var table = ResultTable()
            for folder in folders {
                try FeedBenchmarks(folder: folder, minBytes: FeedBenchmarks.minBytes).run(into: &table)
            }
            if let first = folders.first { try FeedBenchmarks(folder: first, minBytes: 1).runOnce(into: &table) }
            print(table.text(articles: nil))
            return
        }
        if words.count == 3, words[1] == "generate", let count = Int(words[2]) {
            let articles = GeneratedArticles()
            for number in 0..<max(0, count) { print(articles.line(number)) }
            return
        }
        if words.count == 6, words[1] == "postgres-writer", let first = Int(words[3]), let end = Int(words[4]) {
            return try PostgresWriter(
                address: PostgresAddress(words[2]), numbers: first..<end, acknowledged: words[5]
            ).run()
        }
        if words.count == 5, words[1] == "forum-reader", let port = Int(words[3]), let start = Int64(words[4]) {
            return try ForumReader(library: words[2], port: port, start: start).run()
        }
        let articles = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 3_000
        let root = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
        let samples = try SampleTexts(folder: root.appendingPathComponent("Samples"))
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("feedsearch-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        if words.count == 4, words[1] == "postgres", let count = Int(words[3]) {
            return try PostgresBenchmarks(samples: samples, address: PostgresAddress(words[2]), articles: count)
                .run(folder: folder)
        }
        if words.count == 3, words[1] == "members", let count = Int(words[2]) {
            var table = ResultTable()
            try MemberBenchmarks(articles: count, folder: folder).run(into: &table)
            return print(table.text(articles: count))
        }
        var table = ResultTable()
        InputBenchmarks(samples: samples).run(into: &table)
        let store = try StoreBenchmarks(samples: samples, articles: articles, folder: folder)
        try store.runInsert(into: &table)
        try store.runQueries(folder: root.appendingPathComponent("queries/speed"), into: &table)
        try CompletionBenchmarks(path: store.path).run(into: &table)
        try ProcessBenchmark(root: root, database: store.path)?.run(into: &table)
        print(table.text(articles: articles))
    }
}
