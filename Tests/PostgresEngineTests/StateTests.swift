import Articles
import LibraryStorage
import PostgreSQL
import TestSupport
import Testing

@testable import PostgresEngine
@testable import SQLiteEngine

@Suite(.serialized, .enabled(if: PostgresServer.isWanted, Comment(rawValue: PostgresServer.skipped)))
struct StateTests {
    @Test("Read, starred, tags and hidden change as in SQLite, with sums and with copies in other feeds")
    func states() throws {
        let both = try TwoStores()
        let text = (0..<120).map { "word\($0)" }.joined(separator: " ")
        try both.insert(
            (0..<12).map { number in
                var draft = ArticleDraft()
                draft.feed = "https://\(number % 4).example/"
                draft.guid = "g\(number)"
                draft.title = number < 4 ? "The same story" : "title \(number)"
                draft.body = Array((number < 4 ? text : "text \(number)").utf8)
                return draft
            })
        let changes: [(StateChange, [Int64])] = [
            (.read(true), [1, 5, 2, 99, 5]), (.read(true), [1, 6]), (.read(false), [3, 4, 8]),
            (.starred(true), [1, 2, 77]),
            (.starred(false), [2, 3]), (.tags(add: ["mine", "标签", ""], remove: []), [1, 2, 50]),
            (.tags(add: ["mine"], remove: ["标签", "none"]), [2, 3]), (.tags(add: [], remove: ["mine"]), [2, 4]),
            (.hidden(true), [7, 8, 9]), (.hidden(false), [8, 1]), (.read(true), Array(1...12)), (.hidden(true), []),
        ]
        for (change, numbers) in changes {
            let counts = try (both.sqlite.change(change, of: numbers), both.postgres.change(change, of: numbers))
            #expect(counts.0 == counts.1, "\(change) \(numbers)")
            try both.expectSame()
        }
        #expect(try both.postgres.article(2)?.read == true)
    }
}
