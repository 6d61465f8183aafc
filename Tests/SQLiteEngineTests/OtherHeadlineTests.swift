import LibraryStorage
import SQLite
import SearchRanking
import TestSupport
import Testing

@testable import ArticleSearch
@testable import Articles
@testable import SQLiteEngine

/// Copies of long texts under other headlines.
@Suite struct OtherHeadlineTests {
    private let folder: TemporaryFolder
    private let store: SQLiteStore

    init() throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.file("a.db"), access: .write)
    }

    /// What other editors call the stories, by their places in `Story.all`.
    private static let headlines: [(story: Int, titles: [String])] = [
        (
            0,
            [
                "Borrow a boat with your card", "Row, row, row your books: herons and lost hats",
                "Good news from the coast",
            ]
        ),
        (1, ["Cold dough saves the night shift", "Two loaves, one cellar", "What we learned from our neighbours"]),
        (2, ["Swarm settles in a signal box", "Tickets with a spoonful of honey", "Late again"]),
        (8, ["Zimmerleute zerlegen einen hölzernen Steg", "Ein Handschlag und genügend Seile", "Gute Nachbarn"]),
        (9, ["Des microphones sous la falaise", "Une biologiste et ses rouleaux de papier", "Écouter la mer"]),
    ]

    private func groups(_ store: SQLiteStore) throws -> Set<Set<String>> {
        let rows = try store.connection.prepare(
            "SELECT f.fold, a.guid FROM article_forward f JOIN article a USING (n) WHERE f.fold <> 0")
        var groups: [Int64: Set<String>] = [:]
        while try rows.step() { groups[rows.integer(0), default: []].insert(rows.text(1)) }
        return Set(groups.values)
    }

    private func separate(_ id: String, _ title: String, _ text: String) -> ArticleDraft {
        draft(id, title, text, feed: "feed of \(id)")
    }

    @Test(
        "Of fifteen copies under other headlines, each is folded, in whatever order they are stored", arguments: 1...6)
    func folded(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var originals: [ArticleDraft] = []
        var copies: [ArticleDraft] = []
        var expected: Set<Set<String>> = []
        for (number, titles) in Self.headlines {
            let story = Story.all[number]
            originals.append(separate("\(number)", story.title, story.text))
            for (place, title) in titles.enumerated() {
                copies.append(separate("\(number)-\(place)", title, story.text))
            }
            expected.insert(Set(["\(number)"] + titles.indices.map { "\(number)-\($0)" }))
        }
        // The first headline of a group names the subject; of two that do not, nothing tells copies from boilerplate.
        originals.shuffle(using: &random)
        copies.shuffle(using: &random)
        try store.insert(originals + copies, batchSize: Int.random(in: 1...12, using: &random))
        #expect(try groups(store) == expected)
        #expect(try store.check().problems == [])
    }

    @Test("A short text, a changed one and one with other numbers are no copies under another headline")
    func different() throws {
        let story = Story.all[0]
        let beginning = String(story.text.prefix(380))
        let halves = story.text.split(separator: ". ").map(String.init)
        try store.insert([
            separate("a", story.title, story.text), separate("b", "A boat with your card", beginning),
            separate("c", "Boats on your card", halves.dropLast(2).joined(separator: ". ")),
            separate("d", Story.all[2].title, Story.all[2].text + " There are 12 of them."),
            separate("e", "Swarm settles in a signal box", Story.all[2].text + " There are 14 of them."),
        ])
        #expect(try groups(store) == [])
    }

    @Test("Pages with the same boilerplate, parts of a series and advertisements of one form are no copies")
    func templates() throws {
        let boilerplate = """
            We value your privacy. We and our partners store and read information on a device, such as cookies, and process \
            personal data, such as identifiers, for advertising and content that is made for you, for its measurement, and to \
            learn about audiences. With your permission we may use precise location data. You may click to consent, or choose \
            another setting; your choice applies to this site alone, and you can change it whenever you come back.
            """
        func advertisement(_ role: String) -> String {
            "We are looking for \(role). " + Story.all[1].text + " " + Story.all[2].text
        }
        try store.insert([
            separate("a", "Council votes on the new tram line", boilerplate),
            separate("b", "Five ways to repair a chair", boilerplate),
            separate("c", "市长宣布新的公园计划", boilerplate),
            separate("d", "Bees and bread, part 1", Story.all[2].text),
            separate("e", "The railway of the bees, part 2", Story.all[2].text),
            separate("f", "Baker wanted for the bakery", advertisement("a baker")),
            separate("g", "The railway hires: plumber", advertisement("a plumber")),
        ])
        #expect(try groups(store) == [])
    }

    @Test("A text under many headlines is boilerplate, and one feed repeats its texts")
    func many() throws {
        let words = ["harbour", "boat", "canal", "poem", "heron", "hat", "sailor", "oar", "map", "card"]
        try store.insert(
            words.enumerated().map { place, word in
                draft("\(place)", "The \(word) and the \(words[(place + 3) % 10])", Story.all[0].text, feed: "one")
            })
        #expect(try groups(store) == [])
        try store.insert([separate("z", "Borrow a boat with your card", Story.all[0].text)])
        #expect(try groups(store) == [])
    }

    @Test("A file of before gets the hashes of its texts a part at a time, and its copies are found")
    func upgrade() throws {
        let story = Story.all[0]
        func forgetTextKeys(_ n: Int64) throws {
            let text = try #require(try IndexedText.stored(n, store.connection))
            for key in ForwardEntry(text).sketch.textKeys {
                try store.connection.run(
                    "DELETE FROM article_sketch WHERE key = ? AND n = ?", [.integer(Int64(key)), .integer(n)])
            }
        }
        try store.insert([separate("a", story.title, story.text)])
        try forgetTextKeys(1)
        try store.insert([separate("b", Self.headlines[0].titles[0], story.text)])
        try forgetTextKeys(2)
        try store.insert([separate("c", Story.all[1].title, Story.all[1].text)])
        try forgetTextKeys(3)
        #expect(try groups(store) == [])
        #expect(try store.check().problems != [])
        try store.connection.execute("PRAGMA user_version = 16")
        let upgraded = try SQLiteStore(path: folder.file("a.db"), access: .write, backfill: .zero)
        #expect(try upgraded.check().problems == [])
        // Articles that wait can change and go.
        try upgraded.remove([3], now: 1)
        try upgraded.insert([separate("d", Self.headlines[0].titles[1], story.text)])
        #expect(try upgraded.check().problems == [])
        try upgraded.finishBackfill()
        #expect(try groups(upgraded) == [["a", "b", "d"]])
        #expect(try upgraded.check().problems == [])
        _ = try upgraded.undo()
        #expect(try upgraded.check().problems == [])
    }
}
