import Database
import Foundation
import LibraryStorage
import QueryLanguage
import SQLite
import TestSupport
import Testing

@testable import Articles
@testable import SQLiteEngine

@Suite struct DuplicateGroupTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    /// The articles of each group, by their ids.
    private func groups(_ store: SQLiteStore) throws -> Set<Set<String>> {
        let rows = try store.connection.prepare(
            "SELECT f.fold, a.guid FROM article_forward f JOIN article a USING (n) WHERE f.fold <> 0")
        var groups: [Int64: Set<String>] = [:]
        while try rows.step() { groups[rows.integer(0), default: []].insert(rows.text(1)) }
        return Set(groups.values)
    }

    private func story(_ id: String, _ number: Int, _ change: Story.Change? = nil, feed: String? = nil) -> ArticleDraft
    {
        let copy = change.map { Story.all[number].copy($0) } ?? (Story.all[number].title, Story.all[number].text)
        return draft(id, copy.0, copy.1, feed: feed ?? "feed of \(id)")
    }

    @Test("Of fifty syndicated copies, each changed in one way or in all, none stands alone")
    func syndicated() throws {
        var drafts = Story.all.indices.map { story("\($0)", $0) }
        for number in Story.all.indices {
            for (place, change) in Story.Change.allCases.enumerated() {
                drafts.append(story("\(number)-\(place)", number, change))
            }
        }
        try store.insert(drafts)
        let groups = try groups(store)
        let folded = groups.reduce(0) { $0 + $1.count - 1 }
        #expect(folded >= 48, "\(groups)")
        for group in groups { #expect(Set(group.map { $0.split(separator: "-")[0] }).count == 1, "\(group)") }
        #expect(try store.check().problems == [])
    }

    @Test("What only resembles an article is none of its copies, in one feed and in feeds of its own")
    func lookalikes() throws {
        let drafts = Lookalikes.all.enumerated().map { number, article in
            draft("\(number)", article.title, article.text, feed: "feed\(number)")
        }
        try store.insert(drafts)
        #expect(try groups(store) == [])
        let other = try SQLiteStore(path: folder.file("b.db"), access: .write)
        try other.insert(
            drafts.map { draft in
                var draft = draft
                draft.feed = "one"
                return draft
            })
        #expect(try groups(other) == [])
    }

    @Test("Within one feed, equal texts under one title are copies, and changed ones are not")
    func oneFeed() throws {
        try store.insert([
            story("a", 0, feed: "f"), story("b", 0, feed: "f"), story("c", 0, .word, feed: "f"),
            story("d", 0, .site, feed: "f"), story("e", 1, .footer, feed: "f"),
        ])
        #expect(try groups(store) == [["a", "b"]])
    }

    @Test("Copies find each other in whatever order and in whatever batches they come", arguments: 1...12)
    func order(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var drafts = (0..<4).flatMap { number in
            [story("\(number)", number), story("\(number)-w", number, .word), story("\(number)-h", number, .header)]
        }
        drafts.shuffle(using: &random)
        try store.insert(drafts, batchSize: Int.random(in: 1...12, using: &random))
        #expect(try groups(store) == Set((0..<4).map { ["\($0)", "\($0)-w", "\($0)-h"] }))
        #expect(try store.check().problems == [])
    }

    @Test("Groups stay sound while articles come, change, go and come back", arguments: 1...15)
    func changes(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for step in 0..<25 {
            let drafts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                let change = Bool.random(using: &random) ? Story.Change.allCases.randomElement(using: &random) : nil
                return story(
                    "\(Int.random(in: 0..<12, using: &random))", Int.random(in: 0..<3, using: &random), change)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let all = try store.newestID()
                if all > 0 { try store.remove([Int64.random(in: 1...all, using: &random)], now: Int64(step)) }
            case 1: _ = try store.undo()
            default: try store.insert(drafts)
            }
            #expect(try store.check().problems == [], "step \(step)")
        }
        // What was found as articles came is what is found when all are looked at again.
        let before = try groups(store)
        try store.reindex()
        #expect(try groups(store) == before)
        #expect(try store.check().problems == [])
    }

    @Test("When a group's first article goes, the rest stays together, and newcomers find it")
    func firstGoes() throws {
        try store.insert([story("a", 0), story("b", 0, .header), story("c", 0, .word)])
        try store.remove([1], now: 1)
        #expect(try groups(store) == [["b", "c"]])
        try store.insert([story("d", 0, .footer)])
        #expect(try groups(store) == [["b", "c", "d"]])
        // Another story in the place of the second: the group is named anew, and its old name is free.
        try store.insert([story("b", 1)])
        try store.insert([story("e", 1, .header)])
        #expect(try groups(store) == [["c", "d"], ["b", "e"]])
        _ = try store.undo()
        #expect(try groups(store) == [["a", "c", "d"], ["b", "e"]])
        #expect(try store.check().problems == [])
        try store.remove([3, 4], now: 2)
        #expect(try groups(store) == [["b", "e"]])
        #expect(try store.check().problems == [])
    }

    @Test("check finds groups without their first article, and hashes that are missing or too many")
    func check() throws {
        try store.insert([story("a", 0), story("b", 0, .header), story("c", 1)])
        #expect(try store.check().problems == [])
        for sql in [
            "UPDATE article_forward SET fold = 3 WHERE n = 2", "DELETE FROM article_sketch WHERE n = 3",
            "INSERT INTO article_sketch (key, n) VALUES (5, 1)",
        ] {
            try store.connection.execute("SAVEPOINT forged; " + sql)
            #expect(try store.recount().problems.contains { $0.hasPrefix("near-duplicates") }, "\(sql)")
            try store.connection.execute("ROLLBACK TO forged; RELEASE forged")
        }
    }

    @Test("A template that a thousand articles share takes no longer than other texts")
    func template() throws {
        let text = Lookalikes.all[0].text
        func time(_ titles: (Int) -> String, _ texts: (Int) -> String, feed: String) throws -> Duration {
            let drafts = (0..<1_000).map { draft("\($0)", titles($0), texts($0), feed: feed) }
            return try processorTime { try store.insert(drafts) }
        }
        let words = (0..<400).map { "word\($0)" }
        let other = try time(
            { "One \($0)" }, { n in words.map { $0 + "x\(n)" }.prefix(70).joined(separator: " ") }, feed: "a")
        let alike = try time({ "Version 1.\($0)" }, { _ in text }, feed: "b")
        #expect(alike < other * 6 + .seconds(1))
        #expect(try groups(store) == [])
    }
}
