import Articles
import FeedLibrary
import Foundation
import Messages
import Pipelines
import Testing

@testable import AssistantProtocol

@Suite struct AssistantServerTests {
    @Test("A handshake agrees on the client's revision, or offers the newest one with a handshake")
    func handshake() async throws {
        let fixture = try AssistantFixture()
        for (wanted, agreed) in [
            ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("2024-11-05", "2025-11-25"),
            ("2026-07-28", "2025-11-25"), ("x", "2025-11-25"),
        ] {
            let result = try await fixture.result(
                "initialize", ["protocolVersion": wanted, "capabilities": [String: String]()], in: .handshake202511)
            #expect(result["protocolVersion"] as? String == agreed)
            #expect((result["serverInfo"] as? [String: Any])?["name"] as? String == "feedsearch")
            #expect(result["resultType"] == nil && result["instructions"] is String)
        }
        #expect(try await fixture.errorCode("initialize", in: .handshake202511) == -32602)
        #expect(try await fixture.ask("ping", in: .handshake202506)["result"] is [String: Any])
    }

    @Test("A request that states its revision needs no handshake, and its result has the members of that revision")
    func stateless() async throws {
        let fixture = try AssistantFixture()
        let found = try await fixture.result("server/discover")
        #expect((found["supportedVersions"] as? [String])?.first == "2026-07-28")
        #expect(found["resultType"] as? String == "complete" && found["cacheScope"] as? String == "private")
        #expect(found["ttlMs"] as? Int == 3_600_000)
        let meta = found["_meta"] as? [String: [String: Any]]
        #expect(meta?["io.modelcontextprotocol/serverInfo"]?["name"] as? String == "feedsearch")
        #expect(try await fixture.errorCode("initialize", ["protocolVersion": "2025-11-25"]) == -32601)
        #expect(try await fixture.errorCode("ping") == -32601)
        #expect(try await fixture.errorCode("server/discover", in: .handshake202511) == -32601)
    }

    private func code(_ fixture: AssistantFixture, meta: String) async throws -> Int? {
        let text = #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\#(meta)}}"#
        let message = try #require(try ClientMessage.read(Array(text.utf8)))
        let reply = await fixture.server.reply(
            to: message, from: AssistantFixture.caller(), in: nil, until: .never)
        #expect(reply?.error?.isMalformed ?? true)
        return reply?.error?.code.rawValue
    }

    @Test("A request without a revision, with an unknown one or without capabilities is refused")
    func revisions() async throws {
        let fixture = try AssistantFixture()
        let key = ClientMessage.revisionKey
        #expect(try await code(fixture, meta: "{}") == -32602)
        #expect(try await code(fixture, meta: #"{"\#(key)":"1900-01-01"}"#) == -32022)
        #expect(try await code(fixture, meta: #"{"\#(key)":"2025-11-25"}"#) == -32022)
        #expect(try await code(fixture, meta: #"{"\#(key)":7}"#) == -32602)
        #expect(try await code(fixture, meta: #"{"\#(key)":"2026-07-28"}"#) == -32602)
        let good = #"{"\#(key)":"2026-07-28","\#(ClientMessage.capabilitiesKey)":{}}"#
        #expect(try await code(fixture, meta: good) == nil)
        let answer = MessageError.unsupported("1900-01-01").response(to: .number(1))
        #expect(
            String(decoding: answer, as: UTF8.self).contains(#""supported":["2026-07-28","2025-11-25","2025-06-18"]"#))
    }

    @Test(
        "Unknown methods, tools, prompts and resources have the errors of the protocol",
        arguments: [
            ("nothing/here", [:], -32601), ("tools/call", [:], -32602), ("tools/call", ["name": "none"], -32602),
            ("tools/call", ["name": "search", "arguments": "x"], -32602), ("tools/call", ["name": "mark"], -32602),
            ("tools/list", ["cursor": "x"], -32602), ("tools/list", ["cursor": 1], -32602),
            ("prompts/get", ["name": "none"], -32602), ("prompts/get", ["name": "whats_new"], -32602),
            ("prompts/list", ["cursor": "x"], -32602), ("resources/read", [:], -32602),
            ("resources/read", ["uri": "file:///etc/passwd"], -32602),
            ("resources/read", ["uri": "feedsearch://article/99"], -32602),
            ("resources/read", ["uri": "feedsearch://article/99999999999999999999"], -32602),
            ("resources/read", ["uri": "feedsearch://saved/none"], -32602),
            ("resources/read", ["uri": "feedsearch://saved/%F"], -32602), ("resources/list", ["cursor": "x"], -32602),
            ("resources/templates/list", ["cursor": "x"], -32602), ("completion/complete", [:], -32601),
        ] as [(String, [String: any Sendable], Int)])
    func errors(_ method: String, _ parameters: [String: any Sendable], _ code: Int) async throws {
        let fixture = try AssistantFixture()
        #expect(try await fixture.errorCode(method, parameters) == code)
    }

    @Test("A missing resource has the error code of the revision")
    func missingResource() async throws {
        let fixture = try AssistantFixture()
        let parameters = ["uri": "feedsearch://article/99"]
        #expect(try await fixture.errorCode("resources/read", parameters, in: .handshake202511) == -32002)
    }

    @Test("A cancelled request has no reply")
    func cancelled() async throws {
        let fixture = try AssistantFixture()
        let cancellation = Cancellation()
        cancellation.cancel()
        let reply = try await fixture.ask(
            "tools/call", ["name": "search", "arguments": ["query": "fox"]], until: .onCancellation(cancellation))
        #expect(reply.isEmpty)
    }

    @Test("Tools that change the library are listed and answered only with the right to write")
    func rights() async throws {
        let fixture = try AssistantFixture()
        func names(write: Bool) async throws -> [String] {
            let tools = try await fixture.result("tools/list", write: write)["tools"] as? [[String: Any]] ?? []
            for tool in tools {
                let annotations = tool["annotations"] as? [String: Any] ?? [:]
                let writes = ["mark", "star", "tag", "save_search"].contains(tool["name"] as? String)
                #expect(annotations["readOnlyHint"] as? Bool == !writes)
                #expect((tool["inputSchema"] as? [String: Any])?["type"] as? String == "object")
                #expect((tool["outputSchema"] as? [String: Any])?["type"] as? String == "object")
            }
            return tools.compactMap { $0["name"] as? String }
        }
        let readers = ["search", "read", "quote", "similar", "facets", "feeds", "changes", "saved_searches"]
        #expect(try await names(write: false) == readers)
        #expect(try await names(write: true) == readers + ["mark", "star", "tag", "save_search"])
        let answer = try await fixture.ask(
            "tools/call", ["name": "mark", "arguments": ["articles": [1], "read": true] as [String: Any]])
        let message = (answer["error"] as? [String: Any])?["message"] as? String
        #expect(message?.contains("--write") == true)
        #expect(try await !fixture.library.read(in: .english) { try $0.store.article(1)?.read ?? true })
    }

    @Test("Resources are the saved searches and the newest articles, page by page")
    func resources() async throws {
        let fixture = try AssistantFixture()
        var uris: [String] = []
        var cursor: String?
        repeat {
            let page = try await fixture.result("resources/list", cursor.map { ["cursor": $0] } ?? [:])
            uris += (page["resources"] as? [[String: Any]] ?? []).compactMap { $0["uri"] as? String }
            cursor = page["nextCursor"] as? String
        } while cursor != nil
        #expect(
            uris == [
                "feedsearch://saved/fox%20%26%20owl", "feedsearch://article/3", "feedsearch://article/2",
                "feedsearch://article/1",
            ])
        for uri in uris {
            let result = try await fixture.result("resources/read", ["uri": uri])
            let content = try #require((result["contents"] as? [[String: Any]])?.first)
            #expect(content["uri"] as? String == uri)
            #expect((content["text"] as? String)?.contains("UNTRUSTED TEXT") == true)
        }
        let templates = try await fixture.result("resources/templates/list")["resourceTemplates"] as? [[String: Any]]
        #expect(templates?.count == 2)
    }

    @Test("Prompts contain the user's words on one line")
    func prompts() async throws {
        let fixture = try AssistantFixture()
        #expect((try await fixture.result("prompts/list")["prompts"] as? [Any])?.count == 2)
        let result = try await fixture.result(
            "prompts/get", ["name": "whats_new", "arguments": ["topic": "red\nfoxes", "since": "7d"]])
        let messages = result["messages"] as? [[String: Any]]
        let text = (messages?.first?["content"] as? [String: Any])?["text"] as? String
        #expect(text?.hasPrefix("What is new about red foxes since 7d?") == true)
        for arguments in [["topic": "x"], ["topic": "x", "since": "7d", "more": "y"], ["topic": "x", "since": ""]] {
            #expect(
                try await fixture.errorCode("prompts/get", ["name": "whats_new", "arguments": arguments]) == -32602)
        }
    }
}
