import Articles
import FeedLibrary
import Foundation
import System
import Testing

/// Feeds and folders in the orders that a reader may choose, and moved by hand.
@Suite final class ArrangingTests {
    private let folder = NSTemporaryDirectory() + "arranging-" + UUID().uuidString
    private let library: Library
    private var ids: [String: Int64] = [:]

    init() throws {
        try FileSystem.makeFolders(folder)
        library = try Library(path: folder + "/library.db", for: .writing)
        for (name, folders) in [
            ("pear", [["News"]]), ("apple", [["News"]]), ("fig", [["News"], ["Tech", "AI"]]), ("date", []),
            ("cherry", []),
        ] {
            var feed = FeedDraft(url: "https://example.org/" + name)
            feed.title = name
            feed.folders = folders
            feed.subscribe = true
            ids[name] = try library.store.upsert(feed, now: 1).id
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func id(_ name: String) throws -> Int64 { try #require(ids[name]) }

    /// The tree as text: `News(pear apple)`.
    private func tree(_ order: SubscriptionOrder = .hand) throws -> String {
        func text(_ folder: SubscriptionTree.Folder) -> String {
            (folder.folders.map { "\($0.name)(\(text($0)))" } + folder.feeds.map(\.displayTitle))
                .joined(separator: " ")
        }
        return text(try library.folders.tree(order).top)
    }

    @Test("Nothing was arranged: by hand is by date added")
    func orders() throws {
        #expect(try tree() == "News(pear apple fig) Tech(AI(fig)) date cherry")
        #expect(try tree(.added) == "News(pear apple fig) Tech(AI(fig)) date cherry")
        #expect(try tree(.title) == "News(apple fig pear) Tech(AI(fig)) cherry date")
        #expect(try library.folders.counts(.title).map(\.path) == [["News"], ["Tech"], ["Tech", "AI"]])
        // A feed that stands in two folders is one feed.
        #expect(try library.folders.tree(.hand).top.count == 5)
        #expect(
            try library.folders.tree(.hand).feeds.map(\.displayTitle) == ["pear", "apple", "fig", "date", "cherry"])
    }

    @Test("By unread count: equal counts by date added, folders too; documents are stored from memory")
    func unread() throws {
        for (name, count) in [("apple", 2), ("cherry", 1)] {
            let items = (0..<count).map { "<item><guid>\($0)</guid><title>\(name) \($0)</title></item>" }.joined()
            let text =
                "<rss><channel><title>\(name)</title><description>On &lt;b>\(name)&lt;/b></description>\(items)</channel></rss>"
            let result = try library.bulk.ingest(
                document: Array(text.utf8), feed: "https://example.org/" + name, resultType: .ids)
            #expect(result?.insertedIDs.count == count)
        }
        #expect(try tree(.unread) == "News(apple pear fig) Tech(AI(fig)) cherry date")
        #expect(try library.bulk.ingest(document: Array("<p>no feed".utf8), feed: "https://example.org/x") == nil)
        #expect(try library.store.descriptions(of: [id("apple"), id("fig")]) == [id("apple"): "On apple"])
    }

    @Test("Feeds are moved among each other, into folders and out of them, and each move is taken back")
    func feeds() throws {
        let steps: [(SubscriptionItem, [String]?, SubscriptionPlace, String)] = [
            (.feed(try id("fig"), in: ["News"]), nil, .first, "News(fig pear apple) Tech(AI(fig)) date cherry"),
            (.feed(try id("apple"), in: ["News"]), nil, .up, "News(fig apple pear) Tech(AI(fig)) date cherry"),
            (.feed(try id("fig"), in: ["News"]), nil, .down, "News(apple fig pear) Tech(AI(fig)) date cherry"),
            (.feed(try id("pear"), in: ["News"]), nil, .down, "News(apple fig pear) Tech(AI(fig)) date cherry"),
            (
                .feed(try id("cherry"), in: []), ["News"], .beforeFeed(try id("fig")),
                "News(apple cherry fig pear) Tech(AI(fig)) date"
            ),
            (
                .feed(try id("apple"), in: ["News"]), [], .afterFeed(try id("date")),
                "News(cherry fig pear) Tech(AI(fig)) date apple"
            ),
            (
                .feed(try id("date"), in: []), ["New", "Deep"], .last,
                "New(Deep(date)) News(cherry fig pear) Tech(AI(fig)) apple"
            ),
        ]
        var before = [try tree()]
        for (item, parent, place, expected) in steps {
            _ = try library.folders.move([item], into: parent, place)
            #expect(try tree() == expected)
            before.append(expected)
        }
        before.removeLast()
        // One of the steps changed nothing, and is no action.
        var shown = before.reversed().map(\.self)
        shown.removeAll { $0 == "News(apple fig pear) Tech(AI(fig)) date cherry" }
        shown.insert("News(apple fig pear) Tech(AI(fig)) date cherry", at: 2)
        for expected in shown {
            _ = try #require(try library.undo())
            #expect(try tree() == expected)
        }
    }

    @Test("Folders are moved among each other and into each other with what is in them, in its order")
    func folders() throws {
        try library.folders.move([.feed(try id("fig"), in: ["News"])], .first)
        try library.folders.move([.folder(["Tech"])], .first)
        #expect(try tree() == "Tech(AI(fig)) News(fig pear apple) date cherry")
        try library.folders.move([.folder(["News"])], into: ["Tech"], .beforeFolder("AI"))
        #expect(try tree() == "Tech(News(fig pear apple) AI(fig)) date cherry")
        _ = try library.undo()
        #expect(try tree() == "Tech(AI(fig)) News(fig pear apple) date cherry")
        _ = try library.folders.rename(["News"], to: ["Daily"])
        #expect(try tree() == "Tech(AI(fig)) Daily(fig pear apple) date cherry")
    }

    @Test("Many are moved at once, in their order, as one action")
    func many() throws {
        let items: [SubscriptionItem] = [
            .feed(try id("cherry"), in: []), .feed(try id("date"), in: []), .folder(["News"]),
        ]
        let action = try library.folders.move(items, into: ["Tech"], .last)
        #expect(try tree() == "Tech(AI(fig) News(pear apple fig) cherry date)")
        _ = try library.undo(action)
        #expect(try tree() == "News(pear apple fig) Tech(AI(fig)) date cherry")
    }

    @Test("What is not there, and a folder into itself, is refused, and nothing is changed")
    func refused() throws {
        let before = try tree()
        #expect(throws: StorageError.self) { try library.folders.move([.feed(999, in: [])], .first) }
        #expect(throws: UserFacingError.self) { try library.folders.move([.folder(["No"])], .first) }
        #expect(throws: UserFacingError.self) {
            try library.folders.move([.folder(["Tech"])], into: ["Tech", "AI"], .last)
        }
        #expect(throws: UserFacingError.self) { try library.folders.move([.folder([])], into: ["News"], .last) }
        #expect(try tree() == before)
        #expect(try library.undo() == nil)
    }

    @Test("OPML has the order by hand, and another library that imports it has the same")
    func opml() throws {
        try library.folders.move([.folder(["Tech"])], .first)
        try library.folders.move([.feed(try id("apple"), in: ["News"])], .first)
        try library.folders.move([.feed(try id("cherry"), in: [])], .first)
        let text = try library.lists.export()
        let file = folder + "/list.opml"
        try FileSystem.replace(file, with: Array(text.utf8), mode: 0o600)
        let other = try Library(path: folder + "/other.db", for: .writing)
        _ = try other.lists.importFiles([file])
        #expect(try other.lists.export() == text)
    }
}
