internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Ingestion
internal import System

/// Storing articles in bulk, and what has changed.
enum LoadRoutes {
    static let maxBodyBytes = 64 << 20
    private static let large = HTTPBodyLimits(
        maxBodyBytes: maxBodyBytes, bodyDeadline: .seconds(600), deadline: .seconds(1_200))

    static let all: [Route] = [
        Route(
            "ingest", .post, "/v1/ingest", .write,
            "Store articles, one JSON object a line; answered by lines of what is committed and a report",
            query: [.init(name: "batch_size", kind: .integer, summary: "articles of a commit at most")],
            limits: large
        ) { call in
            try await ingest(call)
        },
        Route(
            "history", .get, "/v1/history", .read, "The numbers of articles that came or changed after a token",
            query: [
                .init(name: "since", kind: .integer, summary: "a token; without one, only the newest token is given")
            ]
        ) { call in
            let since = try call.integer("since", in: 0...Int.max).map(Int64.init)
            return try await call.json { library, writer in
                guard let since else {
                    let token = try library.store.historyToken()
                    writer.object { $0.member("token", Int(token)) }
                    return
                }
                let changes = try library.store.changes(since: since)
                writer.object { object in
                    object.member("token", Int(changes.token))
                    if let inserted = changes.inserted {
                        object.key("inserted")
                        object.object { range in
                            range.member("first", Int(inserted.lowerBound))
                            range.member("last", Int(inserted.upperBound))
                        }
                    }
                    object.key("changed")
                    object.array(changes.changed) { $0.number($1) }
                }
            }
        },
    ]

    /// The body goes into a file without a name first: a slow client holds up no writer.
    private static func ingest(_ call: Call) async throws -> HTTPResponse {
        let batchSize = try call.integer("batch_size", in: 1...1_000_000)
        let file = try FileDescriptor.temporary()
        do {
            while let chunk = try await call.request.body.next() { try file.write(chunk) }
        } catch {
            file.close()
            throw error
        }
        let (lines, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let cancellation = IngestCancellation()
        Task {
            defer { file.close() }
            do {
                try await call.write { library in
                    var options = IngestOptions(now: library.clock.now())
                    options.format = .jsonl
                    options.batchSize = batchSize ?? options.batchSize
                    let path = "/dev/fd/\(file.number)"
                    let report = try library.ingest([path], options, cancellation: cancellation) { committed in
                        continuation.yield(Array("{\"committed\":\(committed)}\n".utf8))
                    }
                    var writer = JSONWriter()
                    writer.report(report) { $0.replacing(path + ":", with: "line ") }
                    writer.endLine()
                    continuation.yield(writer.bytes)
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        var response = HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                do {
                    for try await line in lines {
                        try await writer.write(line)
                        try await writer.flush()
                    }
                } catch let error as HTTPError {
                    throw error
                } catch {
                    // The status is sent already: the last line says what went wrong.
                    let problem = Problem(error, call.language)
                    try await writer.write(problem.line(requestID: call.request.id))
                }
            })
        response.mayCompress = false
        return response
    }
}

extension Problem {
    /// The problem as the last line of a stream.
    fileprivate func line(requestID: String) -> [UInt8] {
        guard case .bytes(let bytes) = response(requestID: requestID).body else { return [] }
        return bytes + [0x0A]
    }
}
