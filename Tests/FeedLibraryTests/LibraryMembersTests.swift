import Articles
import FeedLibrary
import Foundation
import Ingestion
import System
import Testing

@Suite struct LibraryMembersTests {
    /// A library with three articles, in a folder of its own.
    private final class Fixture {
        private let folder = NSTemporaryDirectory() + "members-" + UUID().uuidString

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func filled() throws -> Library {
            try FileSystem.makeFolders(folder)
            let library = try Library(path: folder + "/library.db", for: .writing)
            let lines = (1...3).map { #"{"feed":"https://example.org/feed","id":"\#($0)","title":"Fox \#($0)"}"# }
            try FileSystem.replace(
                folder + "/articles.jsonl", with: Array(lines.joined(separator: "\n").utf8), mode: 0o600)
            #expect(
                try library.bulk.ingest([folder + "/articles.jsonl"], IngestOptions(now: 1_715_000_000)).inserted == 3)
            return library
        }
    }

    @Test("Views of one open library keep the states of its owner and of two members apart")
    func views() throws {
        let fixture = Fixture()
        let library = try fixture.filled()
        try library.members.add(7, name: "anna")
        try library.members.add(8, name: "bert")
        let (anna, bert) = (library.view(asMember: 7), library.view(asMember: 8))
        #expect(try anna.reading.mark([1], [.read(true)], isLogged: false).changed == 1)
        #expect(try library.reading.mark([2], [.starred(true)]).changed == 1)
        #expect(try bert.reading.markAllRead(ReadScope()) > 1)
        #expect(try anna.opened.note([1]))
        func state(_ library: Library) throws -> [Bool] {
            try ([1, 2] as [ArticleID]).flatMap { n in
                let article = try library.store.article(n)
                return [article?.read == true, article?.starred == true, article?.opened != nil]
            }
        }
        #expect(try state(library) == [false, false, false, false, true, false])
        #expect(try state(anna) == [true, false, true, false, false, false])
        #expect(try state(bert) == [true, false, false, true, false, false])
        // The days of reading and the switch of recording are personal.
        #expect(try anna.reading.days(1).map(\.articles) == [[1]])
        #expect(try library.reading.days(1).map(\.articles) == [[]])
        try anna.opened.setRecorded(false)
        #expect(try library.opened.isRecorded && bert.opened.isRecorded)
        #expect(try anna.opened.isRecorded == false)
        #expect(try anna.undo() == nil)
        #expect(try bert.undo()?.action.kind == .read)
        #expect(try state(bert) == [false, false, false, false, false, false])
        #expect(try library.undo()?.action.kind == .starred)
        #expect(try state(anna) == [true, false, true, false, false, false])
    }

    @Test("A member is found by number or name, keeps the uid when renamed, and cannot write after the removal")
    func names() throws {
        let fixture = Fixture()
        let library = try fixture.filled()
        let anna = try library.members.add(7, name: "anna")
        #expect(try library.members.add(7, name: "Anna").uid == anna.uid)
        try library.members.add(9, name: "7")
        #expect(try library.members.named("Anna").number == 7 && library.members.named("9").number == 9)
        // A number takes precedence over a name.
        #expect(try library.members.named("7").number == 7)
        #expect(throws: StorageError.self) { try library.members.named("anna") }
        #expect(try library.members.remove(7))
        #expect(throws: StorageError.self) {
            try library.view(asMember: 7).reading.mark([1], [.read(true)])
        }
    }
}
