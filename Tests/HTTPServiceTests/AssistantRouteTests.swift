import Accounts
import Foundation
import HTTPServer
import ServiceTestSupport
import Testing

@testable import HTTPService

/// The Model Context Protocol over HTTP.
@Suite(.fewAtOnce) struct AssistantRouteTests {
    private static let version = "2026-07-28"

    private func body(_ method: String, _ parameters: [String: Any] = [:], id: Any? = 1, version: String? = version)
        throws
        -> String
    {
        var parameters = parameters
        if let version {
            parameters["_meta"] = [
                "io.modelcontextprotocol/protocolVersion": version,
                "io.modelcontextprotocol/clientCapabilities": [String: String](),
            ]
        }
        var message: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": parameters]
        message["id"] = id
        return String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self)
    }

    private func headers(_ method: String, _ name: String? = nil) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": Self.version, "Mcp-Method": method,
        ]
        headers["Mcp-Name"] = name
        return headers
    }

    private func code(_ answer: ServiceFixture.Answer) -> Int? {
        (answer.object["error"] as? [String: Any])?["code"] as? Int
    }

    @Test("A message needs a token; a notification and a response have no answer; GET and DELETE are not allowed")
    func basics() async throws {
        let fixture = try ServiceFixture()
        let token = fixture.tokens[.read]
        let list = try body("tools/list")
        #expect(try await fixture.ask(.post, "/mcp", headers: headers("tools/list"), body: list).status == 401)
        let answer = try await fixture.ask(.post, "/mcp", token: token, headers: headers("tools/list"), body: list)
        #expect(answer.status == 200 && answer.headers["Content-Type"] == "application/json")
        #expect(answer.headers["Mcp-Session-Id"] == nil)
        let notice = try body("notifications/initialized", id: nil, version: nil)
        for text in [notice, #"{"jsonrpc":"2.0","id":1,"result":{}}"#] {
            let answer = try await fixture.ask(.post, "/mcp", token: token, body: text)
            #expect(answer.status == 202 && answer.bytes.isEmpty)
        }
        for method in [HTTPMethod.get, .delete] {
            let answer = try await fixture.ask(method, "/mcp", token: token)
            #expect(answer.status == 405 && answer.headers["Allow"]?.contains("POST") == true)
        }
        #expect(try await fixture.ask(.post, "/mcp", token: token, body: list, type: "text/plain").status == 415)
        #expect(try await fixture.ask(.post, "/mcp?colour=red", token: token, body: list).status == 400)
    }

    @Test("Pages of other sites and unknown host names are refused")
    func origins() async throws {
        let fixture = try ServiceFixture()
        let token = fixture.tokens[.read]
        let text = try body("tools/list")
        func status(_ more: [(String, String)], peer: HTTPPeer = .unix) async throws -> Int {
            var headers = headers("tools/list")
            for (name, value) in more { headers.add(name, value) }
            return try await fixture.ask(.post, "/mcp", token: token, headers: headers, body: text, peer: peer).status
        }
        #expect(try await status([("Host", "localhost:1"), ("Origin", "http://localhost:1")]) == 200)
        #expect(try await status([("Host", "localhost:1"), ("Origin", "https://evil.example")]) == 403)
        #expect(try await status([("Host", "localhost:1"), ("Origin", "null")]) == 403)
        #expect(try await status([("Sec-Fetch-Site", "cross-site")]) == 403)
    }

    @Test("Headers must say the same as the message")
    func mirrored() async throws {
        let fixture = try ServiceFixture()
        let token = fixture.tokens[.read]
        let text = try body("tools/call", ["name": "search", "arguments": ["query": "fox"]])
        func ask(_ headers: HTTPHeaders) async throws -> (Int, Int?) {
            let answer = try await fixture.ask(.post, "/mcp", token: token, headers: headers, body: text)
            return (answer.status, code(answer))
        }
        #expect(try await ask(headers("tools/call", "search")) == (200, nil))
        #expect(try await ask(headers("tools/call", "=?base64?c2VhcmNo?=")) == (200, nil))
        #expect(try await ask(headers("tools/call", "read")) == (400, -32020))
        #expect(try await ask(headers("tools/call", "=?base64?!?=")) == (400, -32020))
        #expect(try await ask(headers("tools/call")) == (400, -32020))
        #expect(try await ask(headers("tools/list", "search")) == (400, -32020))
        #expect(try await ask([:]) == (400, -32020))
        var other = headers("tools/call", "search")
        other["MCP-Protocol-Version"] = "2025-11-25"
        #expect(try await ask(other) == (400, -32020))
        other["MCP-Protocol-Version"] = "1900-01-01"
        #expect(try await ask(other) == (400, -32022))
    }

    @Test("Clients of older revisions need no headers of the newest one, and no session")
    func handshake() async throws {
        let fixture = try ServiceFixture()
        let token = fixture.tokens[.read]
        func ask(_ method: String, _ parameters: [String: Any], version: String?) async throws -> ServiceFixture.Answer
        {
            var headers: HTTPHeaders = [:]
            headers["MCP-Protocol-Version"] = version
            return try await fixture.ask(
                .post, "/mcp", token: token, headers: headers, body: try body(method, parameters, version: nil))
        }
        let start = try await ask("initialize", ["protocolVersion": "2025-06-18"], version: nil)
        #expect((start.object["result"] as? [String: Any])?["protocolVersion"] as? String == "2025-06-18")
        for version in ["2025-06-18", "2025-11-25", nil] {
            let found = try await ask(
                "tools/call", ["name": "search", "arguments": ["query": "fox"]], version: version)
            let result = found.object["result"] as? [String: Any]
            #expect((result?["structuredContent"] as? [String: Any])?["total"] as? Int == 2)
        }
        #expect(try await ask("tools/list", [:], version: "1900-01-01").status == 400)
        #expect(try await ask("tools/list", [:], version: "2026-07-28").status == 400)
        let unknown = try await ask("none", [:], version: "2025-11-25")
        #expect(unknown.status == 200 && code(unknown) == -32601)
    }

    @Test("Unknown methods and malformed messages have the status of the protocol")
    func errors() async throws {
        let fixture = try ServiceFixture()
        let token = fixture.tokens[.read]
        let unknown = try await fixture.ask(
            .post, "/mcp", token: token, headers: headers("none"), body: try body("none"))
        #expect(unknown.status == 404 && code(unknown) == -32601)
        let tool = try await fixture.ask(
            .post, "/mcp", token: token, headers: headers("tools/call", "none"),
            body: try body("tools/call", ["name": "none"]))
        #expect(tool.status == 200 && code(tool) == -32602)
        for (text, expected) in [("{", -32700), ("[]", -32600), (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600)] {
            let answer = try await fixture.ask(.post, "/mcp", token: token, body: text)
            #expect(answer.status == 400 && code(answer) == expected)
        }
    }

    @Test("Changes need the address with write=1 and a token that allows them")
    func writing() async throws {
        let fixture = try ServiceFixture()
        let call = try body(
            "tools/call", ["name": "mark", "arguments": ["articles": [1], "read": true] as [String: Any]])
        func ask(_ target: String, _ scope: Scope) async throws -> (refused: Bool, isListed: Bool) {
            let token = fixture.tokens[scope]
            let done = try await fixture.ask(
                .post, target, token: token, headers: headers("tools/call", "mark"), body: call)
            let list = try await fixture.ask(
                .post, target, token: token, headers: headers("tools/list"), body: try body("tools/list"))
            return (code(done) == -32602, String(decoding: list.bytes, as: UTF8.self).contains(#""name":"mark""#))
        }
        #expect(try await ask("/mcp", .write) == (true, false))
        #expect(try await ask("/mcp?write=0", .write) == (true, false))
        #expect(try await ask("/mcp?write=1", .read) == (true, false))
        #expect(try await fixture.get("/v1/articles/1").object["read"] as? Bool == false)
        #expect(try await ask("/mcp?write=1", .write) == (false, true))
        #expect(try await fixture.get("/v1/articles/1").object["read"] as? Bool == true)
    }
}
