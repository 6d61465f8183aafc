import Accounts
import FeedLibrary
import Foundation
import HTTPServer
import ServiceTestSupport
import System
import Testing

@testable import HTTPService

/// The responses to accounts whose library has a fault.
@Suite(.fewAtOnce) struct HostFaultTests {
    @Test("A fault of a library is answered without paths, also to assistants; the administrator gets it once")
    func faults() async throws {
        let fixture = try HostFixture()
        let anna = try fixture.add("anna")
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        let path = try fixture.place.location(of: anna.address)
        for name in [path, path + "-wal", path + "-shm"] { try? FileManager.default.removeItem(atPath: name) }
        try FileSystem.replace(path, with: Array("this is no database, but long enough".utf8), mode: 0o600)
        let call = """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"x"}}}
            """
        for _ in 0..<3 {
            let answer = try await fixture.ask(.get, "/v1/feeds", token: token)
            #expect(answer.status == 500 && answer.object["detail"] is String)
            #expect(!answer.text.contains(fixture.folder) && !answer.text.contains("feedsearch.db"), "\(answer.text)")
            let assistant = try await fixture.ask(.post, "/mcp", token: token, body: call)
            #expect(assistant.status == 500 && !assistant.text.contains("feedsearch.db"), "\(assistant.text)")
        }
        let told = fixture.notices.withLock { $0 }
        #expect(told.count == 1 && told.first?.contains(path) == true, "\(told)")
    }

    @Test("An assistant is answered 503 while its library is being created")
    func assistantUnavailable() async throws {
        let fixture = try HostFixture()
        _ = try fixture.accounts.addAccount(
            "anna", password: "long enough anna", libraryAt: fixture.place.relativeAddress)
        let token = try fixture.accounts.createToken("t", scope: .write, of: "anna")
        let answer = try await fixture.ask(.post, "/mcp", token: token, body: "{}")
        #expect(answer.status == 503 && answer.headers["Retry-After"] != nil)
    }
}
