import Articles
import Database
import Foundation
import Glibc
import LibraryStorage
import PostgreSQL
import System
import Testing

@testable import PostgresEngine

/// Two programs that write at once, each articles of its own into the same feeds.
final class WritingPrograms {
    private let address: String
    private let folder: String
    /// Of each writer the next number that is not acknowledged.
    private(set) var next = [0, 50_000]
    private let program = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("Benchmarks").path

    init(_ address: String) throws {
        self.address = address
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for writer in 0..<2 { _ = FileManager.default.createFile(atPath: file(writer), contents: nil) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func file(_ writer: Int) -> String { "\(folder)/\(writer)" }

    /// Starts both, and kills them at the end of `body`, which begins once each has had a batch acknowledged.
    func run(_ body: () throws -> Void) throws {
        let children = try (0..<2).map { writer in
            // The last batch that was acknowledged comes again, and one that may have been stored.
            let first = max(writer * 50_000, next[writer] - 20)
            return try ChildProcess([
                program, "postgres-writer", address, "\(first)", "\((writer + 1) * 50_000)", file(writer),
            ])
        }
        let before = try lines()
        let end = ContinuousClock.now + .seconds(30)
        while try zip(before, lines()).contains(where: { $0.count == $1.count }), .now < end { usleep(10_000) }
        try body()
        for child in children { _ = try child.wait(until: .now) }
        for (writer, lines) in try lines().enumerated() { next[writer] = max(next[writer], lines.max() ?? 0) }
    }

    /// What each has had acknowledged.
    func lines() throws -> [[Int]] {
        try (0..<2).map { writer in
            // The last line may be half there.
            try String(contentsOfFile: file(writer), encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast().compactMap { Int($0) }
        }
    }

    /// Makes a library with searches that the articles match.
    static func prepare(_ address: PostgresAddress) throws {
        let store = try PostgresLibrary.open(address, access: .write)
        for number in 0..<7 {
            try store.save(
                search: "s\(number)", query: "alert\(number)", comment: nil, rule: AlertRule(channel: "command:true"),
                now: 1)
        }
    }

    /// What was acknowledged is there, once, and each match once; `check` finds nothing.
    func verify(_ address: PostgresAddress) throws {
        let store = try PostgresLibrary.open(address, access: .write)
        #expect(try store.check().problems == [])
        let library = store.library
        let missing = try library.integer(
            """
            SELECT count(*) FROM (SELECT generate_series($3::int8, $4::int8 - 1) AS n
                UNION ALL SELECT generate_series($5::int8, $6::int8 - 1)) e
            WHERE NOT EXISTS (SELECT 1 FROM feedsearch.article a
                WHERE a.library = $1 AND a.slot = $2 AND a.guid = 'g' || e.n)
            """,
            [0, next[0], 50_000, next[1]].map { .integer(Int64($0)) })
        #expect(missing == 0)
        let twice = try library.integer(
            """
            SELECT count(*) - count(DISTINCT (feed, guid)) FROM feedsearch.article WHERE library = $1 AND slot = $2
            """)
        #expect(twice == 0)
        // Each match is there once.
        try store.sortAlerts()
        for search in try store.savedSearches() {
            let number = Int64(search.name.dropFirst()) ?? 0
            let expected = try library.query(
                """
                SELECT n FROM feedsearch.article
                WHERE library = $1 AND slot = $2 AND substr(guid, 2)::int8 % 7 = $3 ORDER BY n
                """, [.integer(number)])
            #expect(
                try store.alertedArticles(of: search.id, limit: .max).sorted() == expected.map { $0.integer(0) },
                "\(search.name)")
        }
    }
}
