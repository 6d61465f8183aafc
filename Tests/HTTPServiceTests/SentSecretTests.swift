import Accounts
import Articles
import FeedFetching
import FeedLibrary
import Formats
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// Secrets that clients send as values: of channels, and of feeds.
@Suite(.fewAtOnce) struct SentSecretTests {
    private static let secret = "hook secret 密"
    private let fixture: ServiceFixture
    private let site = try! WatchedSite.start()

    init() throws {
        var settings = LibrarySettings()
        settings.allowed = "127.0.0.1"
        fixture = try ServiceFixture(settings: settings)
    }

    // MARK: Channels

    @Test("A secret of a channel signs its messages, is kept encrypted, and is never shown")
    func channel() async throws {
        try await save(Self.secret)
        #expect(try await isSigned(by: Self.secret))
        let shown = try await fixture.get("/v1/saved/foxes").object
        #expect(shown["secret"] as? String == "stored" && shown["signature"] as? String == "miniflux")
        let reference = try #require(try rule()?.secret)
        #expect(reference.hasPrefix("stored:") && !reference.contains("hook"))
        fixture.accounts.flush()
        for name in try FileManager.default.contentsOfDirectory(atPath: fixture.folder) {
            let bytes = try Data(contentsOf: URL(filePath: fixture.folder + "/" + name))
            #expect(bytes.firstRange(of: Data(Self.secret.utf8)) == nil, "\(name)")
        }
    }

    @Test("A secret that is replaced, taken away, or whose channel or search goes is forgotten")
    func forgotten() async throws {
        try await save(Self.secret)
        let first = try #require(try name())
        #expect(try await patch(#"{"secret":"another"}"#) == 204)
        let second = try #require(try name())
        #expect(try kept(first) == nil && kept(second) == "another")
        #expect(try await isSigned(by: "another"))
        #expect(try await patch(#"{"comment":"red ones"}"#) == 204)
        #expect(try name() == second)
        #expect(try await patch(#"{"secret":""}"#) == 204)
        #expect(try rule()?.secret == nil && kept(second) == nil)
        #expect(try await isSigned(by: nil))
        try await save(Self.secret)
        let third = try #require(try name())
        #expect(try await patch(#"{"notify":"webhook:\#(site.origin)/other"}"#) == 204)
        #expect(try rule()?.secret == nil && kept(third) == nil)
        try await save(Self.secret)
        let fourth = try #require(try name())
        #expect(try await fixture.ask(.delete, "/v1/saved/foxes", token: fixture.tokens[.write]).status == 204)
        #expect(try kept(fourth) == nil)
    }

    @Test("The address that a service has made is kept as a secret, and only its origin is the channel")
    func service() async throws {
        let address = site.origin.description + "/hooks/k3y"
        let body = #"{"name":"foxes","query":"fox","notify":"mattermost","secret":"\#(address)","each":"yes"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 204)
        #expect(try rule()?.channel == "mattermost:\(site.origin)" && rule()?.isEach == true)
        #expect(try kept(#require(try name())) == address)
        #expect(try await fixture.post("/v1/alerts/test", #"{"name":"foxes"}"#).object["delivered"] as? Bool == true)
        let request = try #require(site.site.requests.last)
        #expect(request.path == ["hooks", "k3y"])
        let shown = try await fixture.get("/v1/saved/foxes").text
        #expect(shown.contains(#""notify":"mattermost""#) && !shown.contains("k3y") && !shown.contains("127.0.0.1"))
        for wrong in [
            #"{"name":"x","query":"fox","notify":"mattermost:\#(site.origin)"}"#,
            #"{"name":"x","query":"fox","notify":"slack","secret":"nonsense"}"#,
            #"{"name":"x","query":"fox","notify":"telegram:-1001"}"#,
        ] { #expect(try await fixture.post("/v1/saved", wrong).status == 400, "\(wrong)") }
    }

    @Test("Headers are sent with each message, kept encrypted, never shown, and forgotten with their search")
    func headers() async throws {
        let body =
            #"{"name":"foxes","query":"fox","notify":"webhook:\#(site.origin)/hook","headers":"X-Key: hunter2\nX-B: 2","#
            + #""template":"{\"t\":{{subject}}}"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 204)
        let reference = try #require(try rule()?.headers)
        #expect(reference.hasPrefix("stored:"))
        #expect(try await fixture.post("/v1/alerts/test", #"{"name":"foxes"}"#).object["delivered"] as? Bool == true)
        let request = try #require(site.site.requests.last)
        #expect(request.headers["X-Key"] == "hunter2" && request.headers["X-B"] == "2")
        let shown = try await fixture.get("/v1/saved/foxes").object
        #expect(shown["headers"] as? String == "stored" && shown["template"] as? String == #"{"t":{{subject}}}"#)
        for wrong in ["no header", "Host: x", "X-A: 1\\r\\nno"] {
            #expect(try await patch(#"{"headers":"\#(wrong)"}"#) == 400, "\(wrong)")
        }
        #expect(try await patch(#"{"template":"{{titel}}"}"#) == 400)
        #expect(try await patch(#"{"headers":""}"#) == 204)
        #expect(try rule()?.headers == nil && kept(String(reference.dropFirst("stored:".count))) == nil)
    }

    @Test("A library that refers to a secret of another origin does not get it")
    func anotherOrigin() async throws {
        try await save(Self.secret)
        let reference = try #require(try rule()?.secret)
        let elsewhere = try WatchedSite.start()
        let store = try Library(path: fixture.databasePath, for: .changing).store
        var forged = AlertRule(channel: "webhook:\(elsewhere.origin)/hook")
        forged.secret = reference
        try store.save(search: "forged", query: "fox", comment: nil, rule: forged, keepsRule: false, now: 1)
        let answer = try await fixture.post("/v1/alerts/test", #"{"name":"forged"}"#).object
        #expect(answer["delivered"] as? Bool == false && (answer["failure"] as? String)?.contains("secret") == true)
        #expect(elsewhere.site.requests.isEmpty)
    }

    @Test(
        "A secret of another form and one for a channel that has none are refused, and nothing is saved or kept",
        arguments: [
            #""notify":"webhook:HOOK","secret":"a\nb""#, #""notify":"webhook:HOOK","secret":" a""#,
            #""notify":"mail:a@example.org","secret":"a""#, #""notify":"none","secret":"a""#, #""secret":"a""#,
            #""notify":"webhook:HOOK","secret":5"#, #""notify":"webhook:HOOK","signature":"x""#,
            #""notify":"webhook:HOOK","secret":"LONG""#,
        ])
    func refused(members: String) async throws {
        let members = members.replacing("HOOK", with: site.origin + "/hook")
            .replacing("LONG", with: String(repeating: "x", count: 1_001))
        let answer = try await fixture.post("/v1/saved", #"{"name":"foxes","query":"fox",\#(members)}"#)
        #expect(answer.status == 400, "\(answer.object)")
        #expect(try await fixture.get("/v1/saved/foxes").status == 404)
    }

    // MARK: Feeds

    @Test("A feed is fetched with the name and password that were sent; they are shown to nobody")
    func feed() async throws {
        let url = site.origin + "/feed.xml"
        #expect(try await fixture.post("/v1/feeds", #"{"url":"\#(url)"}"#).status == 201)
        try await refresh()
        #expect(try await total() == 0)
        let body = #"{"url":"\#(url)","username":"anna","password":"p:ss wörd"}"#
        let added = try await fixture.post("/v1/feeds", body)
        #expect(added.status == 200 && added.object["password_kept"] as? Bool == true, "\(added.object)")
        let number = try #require(added.object["n"] as? Int)
        let shown = try await fixture.get("/v1/feeds/\(number)")
        #expect((shown.object["options"] as? [String: Any])?["auth"] as? String == "stored")
        #expect(!String(decoding: shown.bytes, as: UTF8.self).contains("anna"))
        try await refresh()
        #expect(try await total() == 2)
        let first = try #require(try options(number).credentials?.dropFirst("stored:".count))
        #expect(try kept(String(first)) == "anna:p:ss wörd")
        #expect(try await edit(number, #"{"username":"anna","password":"new"}"#) == 200)
        #expect(try kept(String(first)) == nil)
        #expect(try await edit(number, #"{"username":""}"#) == 200)
        #expect(try options(number).isEmpty)
    }

    @Test("A new feed is found and read with the login; a login of another form is refused")
    func newFeed() async throws {
        let url = site.origin + "/feed.xml"
        for (name, word) in [("an:na", "x"), ("anna", ""), ("", "x\\ny"), ("a\\nb", "x")] where !name.isEmpty {
            let body = #"{"url":"\#(url)","username":"\#(name)","password":"\#(word)"}"#
            #expect(try await fixture.post("/v1/feeds", body).status == 400)
        }
        #expect(try await fixture.post("/v1/feeds", #"{"url":"\#(url)","password":"x"}"#).status == 400)
        let body = #"{"url":"\#(url)","username":"anna","password":"p:ss wörd"}"#
        #expect(try await fixture.post("/v1/feeds", body).status == 201)
        try await refresh()
        #expect(try await total() == 2)
    }

    // MARK: -

    private func save(_ secret: String) async throws {
        let body =
            #"{"name":"foxes","query":"fox","notify":"webhook:\#(site.origin)/hook","secret":"\#(secret)","signature":"miniflux"}"#
        #expect(try await fixture.post("/v1/saved", body).status == 204)
    }

    private func patch(_ body: String) async throws -> Int {
        try await fixture.ask(.patch, "/v1/saved/foxes", token: fixture.tokens[.write], body: body).status
    }

    private func edit(_ number: Int, _ body: String) async throws -> Int {
        try await fixture.ask(.patch, "/v1/feeds/\(number)", token: fixture.tokens[.write], body: body).status
    }

    private func rule() throws -> AlertRule? {
        try Library(path: fixture.databasePath, for: .reading).savedSearches.named("foxes")?.rule
    }

    private func options(_ number: Int) throws -> FeedOptions {
        try Library(path: fixture.databasePath, for: .reading).store.options(of: Int64(number))
    }

    /// The name of the secret of the rule.
    private func name() throws -> String? { try rule()?.secret.map { String($0.dropFirst("stored:".count)) } }

    private func kept(_ name: String) throws -> String? { try fixture.accounts.secret(name, for: site.origin) }

    /// Whether a test message arrives that is signed by a secret; by none where it is nil.
    private func isSigned(by secret: String?) async throws -> Bool {
        let answer = try await fixture.post("/v1/alerts/test", #"{"name":"foxes"}"#).object
        #expect(answer["delivered"] as? Bool == true, "\(answer)")
        let request = try #require(site.site.requests.last)
        let signature = secret.map { Hexadecimal.encode(SHA256.authenticate(request.body, key: Array($0.utf8))) }
        return request.headers["X-Miniflux-Signature"] == signature
    }

    private func refresh() async throws {
        let job = try await fixture.post("/v1/refresh", "{}")
        let location = try #require(job.headers["Location"])
        while true {
            let state = try await fixture.get(location).object["state"] as? String
            if state != "waiting", state != "running" { return }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func total() async throws -> Int? {
        try await fixture.get("/v1/search?q=crane&count=true").object["total"] as? Int
    }
}

/// A site that takes any message, and shows its feed to `anna` alone.
final class WatchedSite: HTTPResponder {
    struct Request: Sendable {
        var path: [String]
        var headers: HTTPHeaders
        var body: [UInt8]
    }

    private let received = Locked<[Request]>([])

    static func start() throws -> (server: HTTPServer, site: WatchedSite, origin: String) {
        let site = WatchedSite()
        let server = HTTPServer(
            configuration: HTTPServerConfiguration(listeners: [.tcp(host: "127.0.0.1", port: 0)]), responder: site)
        return (server, site, try "http://\(server.start()[0])")
    }

    var requests: [Request] { received.withLock { $0 } }

    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits { HTTPBodyLimits(maxBodyBytes: 1 << 20) }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        guard request.path == ["feed.xml"] else {
            let body = (try? await request.body.collect(upTo: 1 << 20)) ?? []
            received.withLock { $0.append(Request(path: request.path, headers: request.headers, body: body)) }
            return HTTPResponse(status: 204)
        }
        let wanted = "Basic " + Base64.encode(Array("anna:p:ss wörd".utf8))
        guard request.headers["Authorization"] == wanted else { return HTTPResponse(status: 401) }
        return HTTPResponse(type: "application/rss+xml", LocalSite.feed(["Crane one", "Crane two"]))
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        HTTPResponse(status: error.status)
    }
}
