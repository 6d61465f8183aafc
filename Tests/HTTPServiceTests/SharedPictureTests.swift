import Accounts
import Articles
import FeedLibrary
import Formats
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Pictures of articles on a host: stored once, and fetched for each account as if there were no other.
@Suite(.fewAtOnce) struct SharedPictureTests {
    private let host: SharedFetchTests.Host
    private let pictures: HostPictures

    init() throws {
        host = try SharedFetchTests.Host()
        pictures = try #require(host.fixture.service.host).pictures
        for name in ["anna", "ben"] { try host.fixture.add(name) }
    }

    private static func picture(_ byte: UInt8) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 40, 0, 0, 0, 30, 8, 6, 0, 0, 0] + [UInt8](repeating: byte, count: 500)
    }

    private func served(_ name: String) throws -> ServedLibrary {
        let entry = try #require(try host.fixture.accounts.hostedLibrary(named: name))
        return try #require(host.fixture.service.host).library(entry)
    }

    private func get(
        _ path: String, _ name: String, _ headers: HTTPHeaders = [:], library: String? = nil
    ) async throws -> ServiceFixture.Answer {
        let url = host.site.origin + "/" + path
        let signature = try served(library ?? name).pictureSignature(of: url)
        let entry = try library.flatMap { try host.fixture.accounts.hostedLibrary(named: $0) }
        let token = try host.fixture.accounts.createToken(
            String(UInt32.random(in: 0 ... .max)), scope: .read, of: name, for: entry)
        let answer = try await host.fixture.ask(
            .get, "/image/\(signature)?u=" + FormEncoding.encode([("u", url)]).dropFirst(2), token: token,
            headers: headers)
        pictures.flush()
        return answer
    }

    @Test("The first request of an account for a picture that others have reaches the site like a request without them")
    func firstRequest() async throws {
        host.site.file("p.png", Self.picture(1))
        let first = try await get("p.png", "anna")
        #expect(first.status == 200 && first.bytes == Self.picture(1))
        let again = try await get("p.png", "anna")
        #expect(again.bytes == first.bytes && host.site.requests.count == 1)

        host.site.delay(.milliseconds(300))
        let start = ContinuousClock.now
        let other = try await get("p.png", "ben")
        #expect(ContinuousClock.now - start >= .milliseconds(290))
        #expect(host.site.requests.map(\.path) == ["p.png", "p.png"])
        #expect(host.site.requests.allSatisfy { !$0.isConditional })
        #expect(other.status == 200 && other.bytes == first.bytes)
        for name in ["Content-Type", "Cache-Control", "Content-Security-Policy"] {
            #expect(other.headers[name] == first.headers[name] && first.headers[name] != nil, "\(name)")
        }
        _ = try await get("p.png", "ben")
        #expect(host.site.requests.count == 2)
        #expect(pictures.byteCount == Int64(Self.picture(1).count))
        await host.site.stop()
    }

    @Test("Neither a known entity tag nor the size in pages shows an account a picture that others have")
    func attacks() async throws {
        host.site.file("p.png", Self.picture(1))
        let url = host.site.origin + "/p.png"
        _ = try await get("p.png", "anna")
        #expect(try served("anna").pictures.size(of: url)?.width == 40)
        #expect(try served("ben").pictures.size(of: url) == nil)
        let answer = try await get("p.png", "ben", ["If-None-Match": "*"])
        #expect(answer.status == 200 && host.site.requests.count == 2)
        // The signature of another library is refused before anything is looked up.
        let foreign = try served("anna").pictureSignature(of: url)
        let token = try host.fixture.accounts.createToken("b", scope: .read, of: "ben")
        #expect(try await host.fixture.ask(.get, "/image/\(foreign)?u=\(url)", token: token).status == 404)
        await host.site.stop()
    }

    @Test("If a site has changed or removed a picture, an account gets its own fetch's result, and others keep theirs")
    func changedSite() async throws {
        host.site.file("p.png", Self.picture(1))
        _ = try await get("p.png", "anna")
        host.site.file("p.png", nil)
        #expect(try await get("p.png", "ben").status == 404)
        host.site.file("p.png", Self.picture(2))
        #expect(try await get("p.png", "ben").bytes == Self.picture(2))
        #expect(try await get("p.png", "anna").bytes == Self.picture(1))
        host.site.answer(status: 500)
        #expect(try await get("p.png", "ben").bytes == Self.picture(2))
        await host.site.stop()
    }

    @Test("A picture that a site sends only with a cookie is neither shown nor stored, also if the feed has the cookie")
    func cookies() async throws {
        host.site.file("private.png", Self.picture(1), needsCookie: true)
        host.site.feed("feed", ["1"])
        try host.add("cora", ["feed"])
        let library = try host.library("cora")
        var options = FeedOptions()
        options.headers = host.fixture.folder + "/headers"
        try FileSystem.replace(host.fixture.folder + "/headers", with: Array("Cookie: session=1".utf8), mode: 0o600)
        try library.store.setOptions(options, of: host.state("cora").feed)
        for name in ["cora", "anna"] { #expect(try await get("private.png", name).status == 404) }
        #expect(pictures.byteCount == 0)
        await host.site.stop()
    }

    @Test("A member of a library does not learn from a picture that its owner has opened an article")
    func members() async throws {
        host.site.file("p.png", Self.picture(1))
        _ = try await get("p.png", "anna")
        let entry = try #require(try host.fixture.accounts.hostedLibrary(named: "anna"))
        try host.fixture.accounts.share(entry, with: "ben", as: .reader)
        #expect(try await get("p.png", "ben", library: "anna").status == 200)
        #expect(host.site.requests.count == 2)
        _ = try await get("p.png", "ben", library: "anna")
        #expect(host.site.requests.count == 2)
        await host.site.stop()
    }

    @Test("The next round after the removal of an account removes its pictures and its shared fetches")
    func removal() async throws {
        host.site.file("p.png", Self.picture(1))
        for path in ["feed", "common"] { host.site.feed(path, ["1"]) }
        try host.add("cora", ["feed", "common"])
        try host.add("dora", ["common"])
        _ = try await get("p.png", "cora")
        try await host.round()
        #expect(try host.entries(["feed", "common"]).count == 2 && pictures.byteCount != 0)
        try host.fixture.accounts.removeAccount("cora")
        try await host.round()
        #expect(try host.entries(["feed"]).isEmpty && host.entries(["common"]).count == 1)
        #expect(pictures.byteCount == 0)
        await host.site.stop()
    }

    @Test("If the pictures cannot be stored, the administrator is informed once, and they are fetched for each request")
    func noStore() async throws {
        host.site.file("p.png", Self.picture(1))
        try FileSystem.makeFolders(host.fixture.folder + "/pictures.db")
        for _ in 0..<2 { #expect(try await get("p.png", "anna").bytes == Self.picture(1)) }
        #expect(host.site.requests.count == 2)
        for _ in 0..<2 { try await host.round() }
        let notices = host.fixture.notices.withLock { $0 }
        #expect(notices.count == 1 && notices.first?.contains("pictures.db") == true)
        await host.site.stop()
    }

    @Test("The metrics have the hits, misses and bytes of the shared stores, and no account can read them")
    func metrics() async throws {
        host.site.file("p.png", Self.picture(1))
        host.site.feed("feed", ["1"])
        for name in ["cora", "dora"] { try host.add(name, ["feed"]) }
        try await host.round()
        for name in ["anna", "anna", "ben"] { _ = try await get("p.png", name) }
        let token = try host.fixture.accounts.createToken("m", scope: .read)
        let text = try await host.fixture.ask(.get, "/metrics", token: token).text
        for line in [
            #"feedsearch_shared_hits_total{store="feeds"} 1"#, #"feedsearch_shared_misses_total{store="feeds"} 1"#,
            #"feedsearch_shared_hits_total{store="pictures"} 1"#,
            #"feedsearch_shared_misses_total{store="pictures"} 2"#,
            #"feedsearch_shared_bytes{store="pictures"} \#(Self.picture(1).count)"#,
            #"feedsearch_shared_bytes{store="icons"} 0"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        let own = try host.fixture.accounts.createToken("o", scope: .admin, of: "anna")
        #expect(try await host.fixture.ask(.get, "/metrics", token: own).status == 403)
        await host.site.stop()
    }
}
