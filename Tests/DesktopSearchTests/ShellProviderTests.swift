import Articles
import FeedLibrary
import Foundation
import Pipelines
import SQLiteEngine
import System
import Testing

@testable import DesktopSearch

@Suite struct ShellProviderTests {
    let fixture: Fixture

    init() throws {
        fixture = try Fixture()
        try fixture.store([
            ("1", "Foxes of the wood", "Red foxes sleep.", "https://example.org/1"),
            ("2", "<b>&amp; fox</b>\u{202E}\u{1B}[31m\nnext", "<script>fox</script> & more", "javascript:alert(1)"),
            ("3", "全文搜索引擎", "中文文章，关于搜索。", "https://example.org/3"),
        ])
    }

    private func ask(_ desktop: Desktop, _ method: String, _ arguments: BusValue...) throws -> BusReply {
        try ShellProvider(desktop: desktop).reply(to: method, arguments, until: .never)
    }

    private func found(_ desktop: Desktop, _ terms: String...) throws -> [String] {
        guard case .values(let values) = try ask(desktop, "GetInitialResultSet", .strings(terms)) else { return ["?"] }
        return values[0].texts ?? ["?"]
    }

    private func metas(_ desktop: Desktop, _ ids: [String]) throws -> [[String: String]] {
        guard case .values(let values) = try ask(desktop, "GetResultMetas", .strings(ids)),
            case .array(of: "a{sv}", let metas) = values[0]
        else { return [] }
        return metas.map { meta in
            guard case .properties(let properties) = meta else { return [:] }
            return Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.value.text ?? "") })
        }
    }

    @Test(
        "While a word is typed, what it may become is found",
        arguments: [["fo"], ["foxe"], ["foxes"], ["red", "fo"], ["foxes", "sle"]])
    func typing(_ terms: [String]) throws {
        let desktop = fixture.desktop()
        let reply = try ask(desktop, "GetInitialResultSet", .strings(terms))
        guard case .values(let values) = reply else { throw CancellationError() }
        #expect(values[0].texts?.contains("1") == true)
    }

    @Test("Chinese is found by its characters and as it sounds", arguments: ["全", "全文", "搜索引", "quanwen", "qwss"])
    func chinese(_ term: String) throws { #expect(try found(fixture.desktop(), term) == ["3"]) }

    @Test("A narrowed search answers for the new terms, whatever the earlier results were")
    func narrowed() throws {
        let reply = try ask(
            fixture.desktop(), "GetSubsearchResultSet", .strings(["1", "no number"]), .strings(["搜索"]))
        #expect(reply == .values([.strings(["3"])]))
    }

    @Test("Titles and descriptions are plain text in one line, without controls or overrides")
    func hostileTexts() throws {
        let desktop = fixture.desktop()
        _ = try found(desktop, "fox")
        let meta = try #require(try metas(desktop, ["2"]).first)
        #expect(meta["name"] == "<b>&amp; fox</b>[31m next")
        #expect(meta["description"]?.contains("& more") == true)
        #expect(meta["description"]?.contains("\n") == false)
    }

    @Test("Each number has one result with a name, also one that is gone, or was found by an earlier process")
    func allNumbers() throws {
        let answered = try metas(fixture.desktop(), ["3", "99", "1"])
        #expect(answered.map { $0["id"] } == ["3", "99", "1"])
        #expect(answered[0]["name"] == "全文搜索引擎")
        #expect(answered.allSatisfy { $0["name"]?.isEmpty == false })
    }

    @Test("What is no number of an article is refused, and so are too many")
    func badNumbers() throws {
        let desktop = fixture.desktop()
        let many = [String](repeating: "1", count: Desktop.maxNumbers + 1)
        for ids in [["x"], ["1", ""], ["99999999999999999999"], many] {
            guard case .failure = try ask(desktop, "GetResultMetas", .strings(ids)) else {
                Issue.record("\(ids.prefix(2))")
                continue
            }
        }
        guard case .failure = try ask(desktop, "ActivateResult", .string("x"), .strings([]), .uint32(0)) else {
            Issue.record("activated")
            return
        }
        #expect(fixture.shown == [])
    }

    @Test("Activation opens the article's page, and marks nothing as read")
    func activation() throws {
        let desktop = fixture.desktop()
        #expect(try ask(desktop, "ActivateResult", .string("1"), .strings(["fox"]), .uint32(0)) == .values([]))
        #expect(fixture.shown == ["https://example.org/1"])
        let library = try Library(path: fixture.databasePath, for: .reading)
        #expect(try library.store.article(1)?.read == false)
    }

    @Test("An address that is no web address is not opened")
    func hostileAddress() throws {
        let desktop = fixture.desktop()
        guard case .failure = try ask(desktop, "ActivateResult", .string("2"), .strings([]), .uint32(0)) else {
            Issue.record("opened \(fixture.shown)")
            return
        }
        #expect(fixture.shown == [])
    }

    @Test("With a web reader, articles and searches open there, the search encoded")
    func reader() throws {
        let desktop = fixture.desktop(reader: "http://127.0.0.1:8480/")
        _ = try ask(desktop, "ActivateResult", .string("2"), .strings([]), .uint32(0))
        _ = try ask(desktop, "LaunchSearch", .strings(["全文", "a&b#c"]), .uint32(0))
        _ = try ask(desktop, "LaunchSearch", .strings([]), .uint32(0))
        #expect(
            fixture.shown == [
                "http://127.0.0.1:8480/article/2", "http://127.0.0.1:8480/search?q=%E5%85%A8%E6%96%87%20a%26b%23c",
                "http://127.0.0.1:8480/",
            ])
    }

    @Test("Without a web reader a search opens as a page that runs nothing and links to web addresses alone")
    func page() throws {
        let desktop = fixture.desktop()
        #expect(try ask(desktop, "LaunchSearch", .strings(["fox"]), .uint32(0)) == .values([]))
        let path = try #require(fixture.shown.first)
        let page = String(decoding: try FileSystem.read(path, limit: 1 << 20), as: UTF8.self)
        #expect(page.contains(#"<a rel="noreferrer" href="https://example.org/1">Foxes of the wood</a>"#))
        #expect(page.contains("&lt;b&gt;&amp;amp; fox&lt;/b&gt;[31m next"))
        #expect(!page.contains("javascript:") && !page.contains("<script") && !page.contains("<b>"))
        #expect(page.contains("default-src 'none'"))
        #expect(FileSystem.isPrivate(path))
    }

    @Test("Without a database nothing is found, and nothing fails")
    func noDatabase() throws {
        try FileManager.default.removeItem(atPath: fixture.databasePath)
        let desktop = fixture.desktop()
        #expect(try found(desktop, "fox") == [])
        #expect(try metas(desktop, ["1"]).count == 1)
        try FileSystem.replace(fixture.databasePath, with: Array("no database at all".utf8), mode: 0o600)
        #expect(try found(desktop, "fox") == [])
    }

    @Test("A database that was replaced is opened again")
    func replaced() throws {
        let desktop = fixture.desktop()
        #expect(try found(desktop, "herons") == [])
        let other = fixture.folder + "/other.db"
        try fixture.store([("9", "Herons", "of the river", "https://example.org/9")], at: other)
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: fixture.databasePath + name) }
        try FileManager.default.moveItem(atPath: other, toPath: fixture.databasePath)
        for name in ["-wal", "-shm"] {
            try? FileManager.default.moveItem(atPath: other + name, toPath: fixture.databasePath + name)
        }
        #expect(try found(desktop, "herons") == ["1"])
        #expect(try metas(desktop, ["1"])[0]["name"] == "Herons")
    }

    @Test("A search that is cancelled ends with nothing found")
    func cancelled() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: SearchError.self) {
            try ShellProvider(desktop: fixture.desktop()).reply(
                to: "GetInitialResultSet", [.strings(["fox"])], until: .onCancellation(cancellation))
        }
    }
}
