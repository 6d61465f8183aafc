import LibraryStorage
import SQLite
import Testing

@testable import Articles
@testable import SQLiteEngine

/// The order that somebody gave to feeds and folders.
@Suite struct ManualOrderTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.db") }

    init() throws { folder = try TemporaryFolder() }

    private func add(_ name: String, _ folders: [[String]] = [], to store: SQLiteStore) throws -> Int64 {
        var feed = FeedDraft(url: "https://example.org/" + name)
        feed.title = name
        feed.folders = folders
        feed.subscribe = true
        return try store.upsert(feed, now: 1).id
    }

    @Test("Places are kept in each folder, replaced as a whole, and there after the file was opened again")
    func places() throws {
        do {
            let store = try SQLiteStore(path: path, access: .write)
            let (a, b, c) = (
                try add("a", [["News"]], to: store), try add("b", [["News"], ["Tech", "AI"]], to: store),
                try add("c", to: store)
            )
            try store.arrange(feeds: [b, a], in: ["News"])
            try store.arrange(feeds: [b], in: ["Tech", "AI"])
            try store.arrange(feeds: [c], in: [])
            try store.arrange(folders: ["Tech", "News"], in: [])
            try store.arrange(folders: ["News"], in: [])
            try store.arrange(folders: ["AI"], in: ["Tech"])
        }
        let order = try SQLiteStore(path: path, access: .read).manualOrder()
        #expect(order.feeds == [["News"]: [2: 0, 1: 1], ["Tech", "AI"]: [2: 0], []: [3: 0]])
        #expect(order.folders == [["News"]: 0, ["Tech", "AI"]: 0])
    }

    @Test("A file of an earlier version keeps its folders, and has no order by hand until somebody gives one")
    func earlier() throws {
        let connection = try Connection(path: path, mode: .create)
        try connection.register(IndexTokenizer(), as: SQLiteSchema.tokenizerName)
        try connection.transaction { try SQLiteSchema.upgrade(connection, to: SQLiteSchema.newestVersion - 1) }
        try connection.execute(
            """
            INSERT INTO feed (id, url, subscribed, added) VALUES (4, 'f', 1, 1), (5, 'g', 1, 1);
            INSERT INTO folder (id, name) VALUES (9, 'News');
            INSERT INTO feed_folder (folder, feed) VALUES (9, 4), (9, 5);
            """)
        let store = try SQLiteStore(path: path, access: .write)
        #expect(try store.manualOrder() == ManualOrder())
        try store.arrange(feeds: [5, 4], in: ["News"])
        #expect(try store.manualOrder().feeds == [["News"]: [5: 0, 4: 1]])
        #expect(try store.feeds().map(\.folders) == [[["News"]], [["News"]]])
        #expect(try store.check().problems == [])
    }

    @Test("A new order is taken back whole")
    func undo() throws {
        let store = try SQLiteStore(path: path, access: .write)
        let feeds = try ["a", "b", "c"].map { try add($0, [["News"]], to: store) }
        try store.arrange(feeds: feeds, in: ["News"])
        let before = try store.manualOrder()
        _ = try store.recording(.edited, subject: "b", now: 1) {
            try store.arrange(feeds: [feeds[1]], in: ["News"])
            try store.arrange(folders: ["News"], in: [])
        }
        #expect(try store.manualOrder() != before)
        #expect(try store.undo()?.kept == 0)
        #expect(try store.manualOrder() == before)
        // The same order again is no action.
        #expect(
            try store.recording(.edited, subject: "b", now: 1) { try store.arrange(feeds: feeds, in: ["News"]) }.action
                == nil)
    }
}
