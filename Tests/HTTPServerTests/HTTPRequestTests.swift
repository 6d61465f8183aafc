import HTTPServer
import Pipelines
import Testing

@Suite struct HTTPRequestTests {
    @Test("A request made by hand reads as one from a client")
    func local() async throws {
        let request = try HTTPRequest(.post, "/a/b%2Fc?d=e+f", headers: ["X-A": "1"], body: [1, 2, 3])
        #expect(request.path == ["a", "b/c"])
        #expect(request.head.queryValue("d") == "e f")
        #expect(request.host?.name == "localhost")
        #expect(request.id.utf8.count == 16)
        #expect(request.deadline.isNever)
        #expect(try await request.body.collect(upTo: 3) == [1, 2, 3])
        #expect(try await request.body.next() == nil)
        #expect(throws: HTTPError.self) { try HTTPRequest(.get, "/../a") }
    }

    @Test("A body over the limit is refused")
    func collect() async throws {
        let request = try HTTPRequest(.post, "/", body: [1, 2, 3])
        await #expect(throws: HTTPError.bodyTooLarge(limit: 2)) { try await request.body.collect(upTo: 2) }
    }

    @Test("A stream can be collected")
    func stream() async throws {
        let body = HTTPResponse.Body.stream { writer in
            try await writer.write("a")
            try await writer.flush()
            try await writer.write([98])
        }
        #expect(try await body.collect() == [97, 98])
    }
}
