import Articles
import FeedFetching
import SQLiteEngine
import Testing

@testable import Ingestion

@Suite struct FeedOptionsRequestTests {
    private let secrets = SecretReader(
        environment: { ["PW": "bob:a:b \n", "PROXY": "http://u:p@proxy:1\n"][$0] },
        file: { ["/h": Array("X-A: 1\n# no\n\nbroken\nX-B:  two words \n".utf8), "/c": []][$0] })

    private func request(
        _ options: FeedOptions, isHome: Bool = true, confirmations: Confirmations = .all
    ) throws -> FetchRequest {
        var request = FetchRequest("https://example.org/feed")
        let home = try WebAddress(request.url).origin
        options.apply(to: &request, isHome: isHome, home: home, secrets: secrets, confirmations: confirmations)
        return request
    }

    @Test("What is not confirmed for the feed's own origin is not read, and nothing is sent", arguments: 0..<4)
    func unconfirmed(_ which: Int) async throws {
        var options = FeedOptions()
        switch which {
        case 0: options.headers = "/h"
        case 1: options.credentials = "env:PW"
        case 2: options.cookies = "/c"
        default: options.proxy = "none"
        }
        let elsewhere = Confirmations { $0.target == "https://other.example" }
        let request = try request(options, confirmations: elsewhere)
        #expect(request.headers.isEmpty && request.credentials == nil && request.cookiesFile == nil)
        guard case .failed(let failure) = await Fetcher().fetch(request) else {
            Issue.record("it was sent")
            return
        }
        #expect(failure.kind == .unconfirmed)
        let here = Confirmations { $0.target == "https://example.org" }
        #expect(try self.request(options, confirmations: here).unconfirmed == nil)
    }

    @Test("Headers, password, cookies and proxy are read from where they stand")
    func read() throws {
        var options = FeedOptions()
        options.headers = "/h"
        options.credentials = "env:PW"
        options.cookies = "/c"
        options.proxy = "env:PROXY"
        let request = try request(options)
        #expect(request.headers == [FetchHeader("X-A", "1"), FetchHeader("X-B", "two words")])
        #expect(request.credentials == BasicCredentials(user: "bob", password: "a:b"))
        #expect(request.cookiesFile == "/c" && request.proxy == "http://u:p@proxy:1" && request.problem == nil)
    }

    @Test("Away from home only agent and proxy are set")
    func away() throws {
        var options = FeedOptions()
        options.headers = "/h"
        options.credentials = "env:PW"
        options.cookies = "/c"
        options.proxy = "none"
        options.userAgent = "me"
        let request = try request(options, isHome: false)
        #expect(request.headers.isEmpty && request.credentials == nil && request.cookiesFile == nil)
        #expect(request.proxy == "" && request.userAgent == "me" && request.problem == nil)
    }

    @Test("What cannot be read makes a request that sends nothing", arguments: 0..<4)
    func missing(_ which: Int) async throws {
        var options = FeedOptions()
        switch which {
        case 0: options.headers = "/none"
        case 1: options.credentials = "env:NONE"
        case 2: options.cookies = "/none"
        default: options.proxy = "file:/none"
        }
        let request = try request(options)
        #expect(request.problem?.contains("cannot be read") == true)
        guard case .failed(let failure) = await Fetcher().fetch(request) else {
            Issue.record("it was sent")
            return
        }
        #expect(failure.kind == .badRequest)
    }

    @Test("A reference is a path or a variable's name")
    func references() {
        #expect(SecretReference("env:A_1") == .environment("A_1"))
        #expect(SecretReference("/a b") == .file("/a b"))
        #expect(SecretReference("file:x") == .file("x"))
        for text in ["", "env:", "env:1A", "env:A B", "env:A=B", "file:", "a\0b"] {
            #expect(SecretReference(text) == nil)
        }
    }
}
