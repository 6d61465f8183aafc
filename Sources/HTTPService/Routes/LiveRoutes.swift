internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Server-Sent Events (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
enum LiveRoutes {
    static let all: [Route] = [
        Route(
            "live", .get, "/v1/live", .read,
            "New and changed articles that match, as events; the id is the history token",
            query: [.init(name: "query", kind: .string, summary: "the query")],
            limits: HTTPBodyLimits(deadline: nil)
        ) { call in
            try await follow(call)
        }
    ]

    private static func follow(_ call: Call) async throws -> HTTPResponse {
        let text = call.text("query") ?? call.text("q") ?? ""
        // Followed before the token is read, so that nothing falls between.
        let tokens = call.service.changes.follow()
        let lastID = try call.request.headers["Last-Event-ID"].map { id in
            guard let token = Int64(id), token >= 0 else {
                throw Problem(400, "badParameter", "Last-Event-ID is the id of an event")
            }
            return token
        }
        let start = try await call.read { library in
            // A mistake in the query is told at once.
            _ = try library.parse(text)
            return try lastID ?? library.store.historyToken()
        }
        var response = HTTPResponse(
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: .stream { writer in
                var token = start
                try await writer.write(": following\n\n")
                try await writer.flush()
                for await newest in tokens {
                    if newest == token {
                        try await writer.write(":\n\n")
                    } else {
                        let since = token
                        let found = try await call.service.library.read(in: call.language) { library in
                            try events(library, text, since: since)
                        }
                        token = found.token
                        try await writer.write(found.bytes)
                    }
                    try await writer.flush()
                }
            })
        response.mayCompress = false
        return response
    }

    private static func events(
        _ library: Library, _ text: String, since token: Int64
    ) throws -> (bytes: [UInt8], token: Int64) {
        let options = SearchOptions()
        let request = options.request(try library.parse(text), clock: library.clock)
        var pages: [[UInt8]] = []
        let newest = try library.matches(request, milliseconds: options.milliseconds, since: token) {
            answer, milliseconds in
            var writer = JSONWriter()
            writer.answer(answer, query: text, milliseconds: milliseconds)
            pages.append(writer.bytes)
        }
        // Only the last page has the id: whoever loses the connection before it gets all pages again.
        var bytes: [UInt8] = []
        for (index, page) in pages.enumerated() {
            if index == pages.count - 1 { bytes += Array("id: \(newest)\n".utf8) }
            bytes += Array("event: match\ndata: ".utf8) + page + Array("\n\n".utf8)
        }
        // What did not match need not be looked at again after a reconnect.
        if pages.isEmpty { bytes = Array("id: \(newest)\n\n".utf8) }
        return (bytes, newest)
    }
}
