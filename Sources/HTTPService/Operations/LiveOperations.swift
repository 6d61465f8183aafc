internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes that stream Server-Sent Events (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
enum LiveOperations {
    static let all: [Operation] = [
        Operation(
            "live", .get, "/v1/live", .read,
            "New and changed articles that match, as events; the id is the history token",
            query: [.init("query", .string, "the query"), .init("q", .string, "the same")],
            limits: HTTPBodyLimits(deadline: nil), gives: .text("text/event-stream"), example: "/v1/live?query=fox"
        ) { call in
            try await follow(call)
        },
        Operation(
            "events", .get, "/v1/events", .read,
            "Unread counts, first of all feeds, then of those that changed, and jobs, as events; the id is the history token",
            limits: HTTPBodyLimits(deadline: nil), gives: .text("text/event-stream")
        ) { call in
            try followEvents(call)
        },
    ]

    /// The state that was last sent to a follower of events.
    private struct SentEvents: Sendable {
        var unread: UnreadCounts?
        /// The number of the newest job change that was sent; nil if none was sent yet.
        var jobChange: Int?
    }

    private static func followEvents(_ call: RequestContext) throws -> HTTPResponse {
        // A follower that reconnects may have missed the end of a job.
        let wasHere = try lastEventID(call) != nil
        // A job may end before the first event is sent, so ends of jobs are sent from here on.
        let start = call.library.jobs.changes.count
        let changes = try call.library.changes.follow(call.principal, .events, member: call.library.member)
        return stream(changes, from: SentEvents()) { told, change in
            let jobs = change.jobs.filter { job in
                told.jobChange.map { job.change > $0 } ?? (wasHere || !job.state.isFinal || job.change > start)
            }
            told.jobChange = change.jobs.reduce(told.jobChange ?? 0) { max($0, $1.change) }
            var bytes = jobs.flatMap(event)
            guard let unread = change.unread else { return bytes }
            let changed = unread.changed(since: told.unread)
            if !changed.isEmpty || told.unread == nil { bytes += event(unread, changed, token: change.token) }
            told.unread = unread
            return bytes
        }
    }

    /// An event about a job. The event has no id, since jobs are not part of the history.
    private static func event(_ job: Job) -> [UInt8] {
        var json = JSONWriter()
        json.job(job, isWhole: false)
        return Array("event: job\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    private static func event(
        _ unread: UnreadCounts, _ changed: [(feed: Int64, unread: Int)], token: Int64
    ) -> [UInt8] {
        var json = JSONWriter()
        json.object { object in
            object.member("unread", unread.total)
            object.key("feeds")
            object.array(changed) { writer, feed in
                writer.object { object in
                    object.member("n", Int(feed.feed))
                    object.member("unread", feed.unread)
                }
            }
        }
        return Array("id: \(token)\nevent: unread\ndata: ".utf8) + json.bytes + Array("\n\n".utf8)
    }

    private static func lastEventID(_ call: RequestContext) throws -> Int64? {
        try call.request.headers["Last-Event-ID"].map { id in
            guard let token = Int64(id), token >= 0 else {
                throw Problem(400, "badParameter", .httpBadEventID)
            }
            return token
        }
    }

    /// Returns a stream of events, which ends within a second after the client's credential has become invalid.
    ///
    /// - Parameter events: returns the events for a change. If there are none, a comment is sent to show proxies that
    ///   the stream is alive.
    private static func stream<Told: Sendable>(
        _ changes: AsyncStream<ChangeWatch.Change?>, from start: Told,
        _ events: @escaping @Sendable (inout Told, ChangeWatch.Change) async throws -> [UInt8]
    ) -> HTTPResponse {
        var response = HTTPResponse(
            headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
            body: .stream { writer in
                var told = start
                try await writer.write(": following\n\n")
                try await writer.flush()
                for await change in changes {
                    guard let change else { return }
                    let bytes = try await events(&told, change)
                    try await writer.write(bytes.isEmpty ? Array(":\n\n".utf8) : bytes)
                    try await writer.flush()
                }
            })
        response.mayCompress = false
        return response
    }

    private static func follow(_ call: RequestContext) async throws -> HTTPResponse {
        let text = call.text("query") ?? call.text("q") ?? ""
        // Start following before reading the token, so that no change is missed in between.
        let changes = try call.library.changes.follow(call.principal, .articles)
        let lastID = try lastEventID(call)
        let start = try await call.read { library in
            // Report an invalid query before the stream starts.
            _ = try library.parse(text)
            return try lastID ?? library.store.historyToken()
        }
        return stream(changes, from: start) { token, change in
            if change.token == token { return [] }
            let since = token
            let found = try await call.library.read(in: call.language, isPoll: true) { library in
                try events(library, text, since: since)
            }
            token = found.token
            return found.bytes
        }
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
        // Only the last page has an id, so a client that loses the connection before that page gets all pages again.
        var bytes: [UInt8] = []
        for (index, page) in pages.enumerated() {
            if index == pages.count - 1 { bytes += Array("id: \(newest)\n".utf8) }
            bytes += Array("event: match\ndata: ".utf8) + page + Array("\n\n".utf8)
        }
        // Send the id even without matches, so that a reconnecting client does not search again through articles that
        // did not match.
        if pages.isEmpty { bytes = Array("id: \(newest)\n\n".utf8) }
        return (bytes, newest)
    }
}
