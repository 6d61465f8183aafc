import Accounts
import FeedLibrary
import Foundation
import Ingestion
import ServiceTestSupport
import System
import Testing

@testable import HTTPServer
@testable import HTTPService

/// Leaving a host: downloading everything, deleting the account, and cancelling that.
@Suite(.fewAtOnce) struct HostLeavingTests {
    private let fixture: HostFixture
    private let anna, ben: HostedLibrary

    init() throws {
        fixture = try HostFixture()
        anna = try fixture.add("anna")
        ben = try fixture.add("ben")
        try fixture.store(3, of: "heron", in: anna)
        try fixture.store(2, of: "kestrel", in: ben)
    }

    private func path(of library: HostedLibrary) throws -> String { try fixture.place.location(of: library.address) }

    private func advance(days: Int64) { fixture.now.withLock { $0 += days * 86_400 } }

    private func runRounds() throws {
        let failures = Locked<[String]>([])
        let rounds = try #require(
            HostRounds(fixture.service, fetches: false) { name, error in
                failures.withLock { $0.append("\(name): \(error.text)") }
            })
        try rounds.runAll()
        #expect(failures.withLock { $0 } == [])
    }

    @Test("An account is deleted 14 days after its request with the password, with its library, and nothing of ben's")
    func deletion() async throws {
        let browser = try await HostBrowser(fixture, "anna")
        let token = try fixture.accounts.createToken("t", scope: .admin, of: "anna")
        #expect(try await browser.get("/account").text.contains("delete-account"))
        #expect(try await browser.submit("delete-account", "password=wrong").status == 422)
        #expect(try await browser.submit("delete-account", "password=").status == 422)
        #expect(
            try await browser.submit("delete-account", "password=long+enough+anna", withToken: false).status == 403)
        #expect(try fixture.accounts.accounts().first?.removal == nil)
        let answer = try await browser.submit("delete-account", "password=long+enough+anna")
        #expect(answer.status == 200 && answer.headers["Set-Cookie"]?.contains("Max-Age=0") == true, "\(answer.text)")
        #expect(try await browser.get("/all").status == 401)
        #expect(try await fixture.ask(.get, "/v1/feeds", token: token).status == 401)
        advance(days: 13)
        try runRounds()
        #expect(FileSystem.kind(try path(of: anna)) == .file)
        advance(days: 1)
        try runRounds()
        #expect(FileSystem.kind(fixture.folder + "/anna") == nil)
        #expect(try fixture.accounts.accounts().map(\.name) == ["ben"])
        #expect(try fixture.accounts.hostedLibraries().map(\.name) == ["ben"])
        let bens = try fixture.accounts.createToken("t", scope: .read, of: "ben")
        #expect(try await fixture.ask(.get, "/v1/search?q=kestrel", token: bens).object["total"] as? Int == 2)
        // The name is free for another person, who gets an empty library.
        try fixture.add("anna")
        let annas = try fixture.accounts.createToken("t", scope: .read, of: "anna")
        #expect(try await fixture.ask(.get, "/v1/search?q=heron", token: annas).object["total"] as? Int == 0)
        advance(days: 2)
        try runRounds()
        #expect(try await fixture.ask(.get, "/v1/search?q=heron", token: annas).status == 200)
    }

    @Test("Until then, a session can only cancel the deletion with the password, download everything and sign out")
    func cancelling() async throws {
        let first = try await HostBrowser(fixture, "anna")
        #expect(try await first.submit("delete-account", "password=long+enough+anna").status == 200)
        let browser = try await HostBrowser(fixture, "anna")
        let page = try await browser.get("/account")
        #expect(page.status == 200 && page.text.contains("keep-account") && !page.text.contains("create-token"))
        let all = try await browser.get("/all")
        #expect(all.status == 303 && all.headers["Location"]?.hasSuffix("/account") == true)
        let allowed: Set = ["accountPage", "action-keep-account", "archive", "session", "logout"]
        for route in ServiceFixture.table.operations where route.scope != nil && !allowed.contains(route.name) {
            let path = route.exampleHead?.target ?? route.path
            let answer = try await fixture.ask(
                route.method, path, headers: ["Cookie": browser.cookie, "X-CSRF-Token": browser.csrf])
            #expect([303, 401, 403].contains(answer.status), "\(route.name): \(answer.status)")
            #expect(!answer.text.contains("heron"), "\(route.name)")
        }
        let archive = try await fixture.ask(.get, "/v1/archive", headers: ["Cookie": browser.cookie])
        #expect(archive.status == 200 && archive.bytes.starts(with: [0x50, 0x4B]))
        // A stolen session cannot cancel the deletion.
        #expect(try await browser.submit("keep-account", "password=wrong").status == 422)
        #expect(try await first.submit("keep-account", "password=long+enough+anna").status == 401)
        advance(days: 13)
        #expect(try await browser.submit("keep-account", "password=long+enough+anna").status == 303)
        advance(days: 5)
        try runRounds()
        #expect(try await browser.get("/all").text.contains("heron 1"))
    }

    @Test("An interrupted deletion of a library is continued")
    func interrupted() async throws {
        try fixture.accounts.removeAccount("anna", withLibrary: true)
        #expect(FileSystem.kind(try path(of: anna)) == .file)
        try FileSystem.remove(try path(of: anna))
        try runRounds()
        #expect(FileSystem.kind(fixture.folder + "/anna") == nil)
        #expect(try fixture.accounts.hostedLibraries().map(\.name) == ["ben"])
    }

    @Test("A library of which the address leads out of the folder loses only its own files")
    func otherPlace() async throws {
        let other = fixture.folder + "-other"
        try FileSystem.makeFolders(other)
        defer { try? FileManager.default.removeItem(atPath: other) }
        for name in ["feedsearch.db", "keep.txt"] {
            try FileSystem.replace(other + "/" + name, with: [1], mode: 0o600)
        }
        try fixture.accounts.change(
            #require(try fixture.accounts.hostedLibrary(of: "anna")), to: .ready, address: other + "/feedsearch.db")
        try fixture.accounts.removeAccount("anna", withLibrary: true)
        try runRounds()
        #expect(FileSystem.kind(other + "/feedsearch.db") == nil && FileSystem.kind(other + "/keep.txt") == .file)
        #expect(FileSystem.kind(fixture.folder + "/ben") == .folder)
    }

    @Test("A link in the folder of a library is deleted and not followed")
    func links() async throws {
        let outside = fixture.folder + "-outside"
        try FileSystem.makeFolders(outside)
        defer { try? FileManager.default.removeItem(atPath: outside) }
        try FileSystem.replace(outside + "/keep.txt", with: [1], mode: 0o600)
        try FileSystem.link(fixture.folder + "/anna/link", to: outside)
        try fixture.accounts.removeAccount("anna", withLibrary: true)
        try runRounds()
        #expect(FileSystem.kind(fixture.folder + "/anna") == nil && FileSystem.kind(outside + "/keep.txt") == .file)
    }

    @Test("The archive has the subscriptions, articles with their state, searches and rules of the own library")
    func archive() async throws {
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        _ = try await fixture.ask(.post, "/v1/state", token: token, body: #"{"articles":[1],"starred":true}"#)
        _ = try await fixture.ask(.post, "/v1/saved", token: token, body: #"{"name":"x","query":"heron"}"#)
        _ = try await fixture.ask(.post, "/v1/rules", token: token, body: #"{"query":"heron","mark":"star"}"#)
        let answer = try await fixture.ask(.get, "/v1/archive", token: token)
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "application/zip")
        let files = try Self.files(answer.bytes)
        #expect(
            files.keys.sorted() == [
                "README.txt", "about.json", "articles/000001.jsonl", "rules.jsonl", "saved-searches.jsonl",
                "subscriptions.opml",
            ])
        let articles = files["articles/000001.jsonl"]?.split(separator: "\n") ?? []
        #expect(articles.count == 3 && articles.filter { $0.contains(#""starred":true"#) }.count == 1)
        #expect(files["saved-searches.jsonl"]?.contains("heron") == true)
        #expect(files["rules.jsonl"]?.contains("heron") == true)
        #expect(files["about.json"]?.contains(#""articles":3"#) == true)
        #expect(!files.values.contains { $0.contains("kestrel") })
        // The files of the archive can be imported.
        let copy = try Library(path: fixture.folder + "/copy.db", for: .writing)
        let lines = fixture.folder + "/lines.jsonl"
        try FileSystem.replace(lines, with: Array((files["articles/000001.jsonl"] ?? "").utf8), mode: 0o600)
        #expect(try copy.bulk.ingest([lines]).inserted == 3)
    }

    @Test("The archive of a library of many megabytes has several files of bounded size, with each article once")
    func largeArchive() throws {
        let text = String(repeating: "heron in the reeds ", count: 1_500)
        let lines = (1...400).map { #"{"feed":"f","id":"\#($0)","title":"t","text":"\#($0) \#(text)"}"# }
        let path = fixture.folder + "/many.jsonl"
        try FileSystem.replace(path, with: Array(lines.joined(separator: "\n").utf8), mode: 0o600)
        let library = try Library(path: self.path(of: ben), for: .changing)
        #expect(try library.bulk.ingest([path]).inserted == 400)
        var archive = try LibraryArchive(of: library)
        var (bytes, largest) = ([UInt8](), 0)
        while let part = try archive.next(library) {
            bytes += part
            largest = max(largest, part.count)
        }
        let files = try Self.files(bytes).filter { $0.key.hasPrefix("articles/") }
        #expect(files.count > 2 && largest < 5 << 20)
        let ids = files.values.flatMap { $0.split(separator: "\n") }.compactMap { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["id"] as? String
        }
        #expect(ids.count == 402 && archive.articleCount == 402)
        #expect(Set(ids) == Set((1...400).map(String.init)))
    }

    /// The files of a ZIP archive without compression.
    private static func files(_ bytes: [UInt8]) throws -> [String: String] {
        var files: [String: String] = [:]
        var position = 0
        func number(_ offset: Int, _ count: Int) -> Int {
            bytes[(position + offset)..<(position + offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        while number(0, 4) == 0x0403_4B50 {
            let (size, nameLength) = (number(18, 4), number(26, 2))
            let name = bytes[(position + 30)..<(position + 30 + nameLength)]
            let start = position + 30 + nameLength
            files[String(decoding: name, as: UTF8.self)] = String(
                decoding: bytes[start..<(start + size)], as: UTF8.self)
            position = start + size
        }
        return files
    }
}
