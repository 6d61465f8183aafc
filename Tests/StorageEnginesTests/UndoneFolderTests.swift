import Articles
import StorageTestSupport
import Testing

/// What undo does with folders that were changed again since.
@Suite struct UndoneFolderTests {
    private let first = "https://example.org/first"
    private let second = "https://example.org/second"

    /// Two feeds, the second in a folder.
    private func fill(_ store: any TestedStore) throws -> (first: Int64, second: Int64) {
        func draft(_ url: String, _ folders: [[String]]) -> FeedDraft {
            var draft = FeedDraft(url: url)
            draft.folders = folders
            draft.subscribe = true
            return draft
        }
        return try (
            store.upsert(draft(first, []), now: testTime).id, store.upsert(draft(second, [["Land"]]), now: testTime).id
        )
    }

    /// Puts a feed into folders, as an action.
    private func edit(_ feed: Int64, _ folders: [[String]], title: String? = nil, _ store: any TestedStore) throws
        -> Int64
    {
        try #require(
            store.recording(.edited, subject: nil, now: testTime) {
                try store.edit(feed, FeedChanges(ownTitle: title, folders: folders))
            }.action)
    }

    private func folders(_ store: any TestedStore) throws -> [String: [[String]]] {
        Dictionary(uniqueKeysWithValues: try store.feeds(subscribedOnly: true).map { ($0.url, $0.folders) })
    }

    @Test("A folder whose name another one has got stays removed, and the rest is undone", arguments: StorageEngine.all)
    func nameOfAnother(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let feeds = try fill(store)
        let made = try edit(feeds.first, [["Sea"]], store)
        let removed = try edit(feeds.first, [], title: "Mine", store)
        // Takes the id after that of the folder.
        _ = try edit(feeds.second, [["Land"], ["Lake"]], store)
        #expect(try store.undo(made)?.kept == 0)
        _ = try edit(feeds.second, [["Land"], ["Sea"]], store)
        #expect(try store.undo(removed)?.kept == 1)
        #expect(try folders(store) == [first: [], second: [["Land"], ["Sea"]]])
        #expect(try store.feed(feeds.first)?.ownTitle == nil)
        #expect(try store.check().problems == [])
    }

    @Test("A folder that another feed or folder is in stays, and the rest is undone", arguments: StorageEngine.all)
    func usedByOthers(_ engine: StorageEngine) throws {
        let library = try TestLibrary(engine)
        let store = try library.open()
        let feeds = try fill(store)
        let made = try edit(feeds.first, [["Sea", "North"]], title: "Mine", store)
        _ = try edit(feeds.second, [["Land"], ["Sea", "North"]], store)
        #expect(try store.undo(made)?.kept == 2)
        #expect(try folders(store) == [first: [], second: [["Land"], ["Sea", "North"]]])
        #expect(try store.feed(feeds.first)?.ownTitle == nil)
        let again = try edit(feeds.first, [["River"]], store)
        _ = try edit(feeds.second, [["River", "South"]], store)
        #expect(try store.undo(again)?.kept == 1)
        #expect(try folders(store) == [first: [], second: [["River", "South"]]])
        #expect(try store.check().problems == [])
    }
}
