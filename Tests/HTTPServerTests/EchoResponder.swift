import HTTPServer
import Pipelines

/// What the tests talk to: answers `GET /`, echoes what is posted to `/echo`, streams.
struct EchoResponder: HTTPResponder {
    var deadline: Duration? = .seconds(20)
    var bodyDeadline: Duration = .seconds(10)

    func limits(for head: HTTPRequestHead) -> HTTPBodyLimits {
        HTTPBodyLimits(
            maxBodyBytes: 1 << 20, bodyDeadline: bodyDeadline, deadline: head.path == ["follow"] ? nil : deadline)
    }

    func respond(to request: HTTPRequest) async -> HTTPResponse {
        // Names other than those of this machine are refused: DNS rebinding.
        let host = request.host?.name ?? "localhost"
        guard ["127.0.0.1", "localhost", "[::1]"].contains(host) else { return answer(421, "no such host\n") }
        switch (request.method, request.path.first) {
        case (.get, nil), (.head, nil): return answer(200, "hello\n")
        case (.post, "echo"): return await echo(request)
        case (.post, "duplex"): return duplex(request)
        case (.get, "large"): return answer(200, String(repeating: "0123456789abcde\n", count: 64 << 10))
        case (.get, "stream"): return stream(count: Int(request.head.queryValue("n") ?? "") ?? 10)
        case (.get, "follow"): return follow()
        case (.get, "wait"): return await wait(request)
        case (_, nil):
            var refused = answer(405, "not allowed\n")
            refused.headers["Allow"] = "GET, HEAD"
            return refused
        default: return answer(404, "not found\n")
        }
    }

    func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        answer(error.status, "\(error)\n")
    }

    private func answer(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
        var response = HTTPResponse(status: status, type: "text/plain; charset=utf-8", text)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Content-Security-Policy"] = "default-src 'none'"
        return response
    }

    private func echo(_ request: HTTPRequest) async -> HTTPResponse {
        do throws(HTTPError) {
            let bytes = try await request.body.collect(upTo: 1 << 20)
            return HTTPResponse(headers: ["Content-Type": "application/octet-stream"], body: .bytes(bytes))
        } catch {
            return failure(error, acceptLanguage: "", requestID: request.id)
        }
    }

    /// Answers each piece as it comes.
    private func duplex(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                while let chunk = try await request.body.next() {
                    try await writer.write("got \(chunk.count)\n")
                    try await writer.flush()
                }
                try await writer.write("end\n")
            })
    }

    private func stream(count: Int) -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                for number in 0..<count {
                    try await writer.write("{\"n\":\(number)}\n")
                    if number % 100 == 0 { try await writer.flush() }
                }
            })
    }

    private func follow() -> HTTPResponse {
        HTTPResponse(
            headers: ["Content-Type": "text/event-stream"],
            body: .stream { writer in
                try await writer.write(": here\n\n")
                try await writer.flush()
                try await Task.sleep(for: .seconds(3_600))
            })
    }

    /// Waits until the client is gone or the deadline is reached.
    private func wait(_ request: HTTPRequest) async -> HTTPResponse {
        try? await Task.sleep(for: .seconds(3_600))
        return answer(503, request.deadline.isCancelled ? "cancelled\n" : "late\n")
    }
}
