internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Ingestion
internal import Messages
internal import System

/// Routes that store articles in bulk and list changes.
enum LoadOperations {
    static let maxBodyBytes = 64 << 20
    /// The default number of articles per transaction, and the number after which a transaction ends early if another
    /// write is waiting.
    private static let (batchSize, pieceArticles) = (2_000, 400)
    private static let large = HTTPBodyLimits(
        maxBodyBytes: maxBodyBytes, bodyDeadline: .seconds(600), deadline: .seconds(1_200))

    static let all: [Operation] = [
        Operation(
            "ingest", .post, "/v1/ingest", .write,
            "Store articles, one JSON object per line; answered with progress lines and a report",
            query: [
                .init("batch_size", .integer(1...1_000_000), "maximum number of articles in a commit"),
                .init(
                    "ids", .boolean, "whether committed lines have the numbers of inserted and updated articles by line"
                ),
                .init(
                    "update", .string,
                    "what may change in stored articles: a list of title, text, dates, tags and state; or none"),
                .init("session", .string, "the session of this part"),
                .init("offset", .integer(0...Int.max), "articles of the session before this part"),
            ],
            limits: large,
            takes: RequestForm(
                type: "application/x-ndjson", otherTypes: ["text/plain"], schema: .string,
                example: #"{"feed":"https://example.org/feed","id":"9","title":"Badger","text":"of the wood"}"# + "\n",
                isRequired: false),
            gives: .text("application/x-ndjson"), example: "/v1/ingest?session=load-1&offset=0"
        ) { call in
            try await ingest(call)
        },
        Operation(
            "ingestSession", .get, "/v1/ingest/{session}", .read, "How many articles of a session have been committed",
            gives: .json(.object([.always("session", .string), .always("committed", .integer())])),
            example: "/v1/ingest/load-1"
        ) { call in
            let session = try sessionNamed(call.part("session"))
            return try await call.json { library, writer in
                let committed = try library.bulk.committedArticles(of: session)
                writer.object { object in
                    object.member("session", session.name)
                    object.member("committed", committed)
                }
            }
        },
        Operation(
            "history", .get, "/v1/history", .read, "The numbers of articles that were added or changed after a token",
            query: [
                .init("since", .integer(0...Int.max), "a token; without one, only the newest token is returned")
            ],
            gives: .json("History"), example: "/v1/history?since=0"
        ) { call in
            let since = call.integer("since").map(Int64.init)
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

    private static func sessionNamed(_ name: String) throws -> IngestSession {
        guard let session = IngestSession(name) else {
            throw Problem(
                400, "badSession", .httpBadSession, [String(IngestSession.maxNameLength)])
        }
        return session
    }

    private static func updatedFields(_ list: String?) throws -> UpdatedFields {
        guard let list else { return .all }
        guard let fields = UpdatedFields(list: list) else {
            throw Problem(400, "badParameter", .notAChoice, ["update", list, UpdatedFields.choices])
        }
        return fields
    }

    /// Refuses an offset beyond the committed articles, which would leave a gap.
    private static func check(_ offset: Int?, of session: IngestSession, in library: Library) throws {
        let committed = try library.bulk.committedArticles(of: session)
        if let offset, offset > committed {
            throw Problem(
                409, "sessionGap", .httpSessionGap, [session.name, String(committed), String(offset)])
        }
    }

    /// Stores articles in bulk. The body is first written to an unnamed file, so that a slow client does not block the
    /// writer.
    private static func ingest(_ call: RequestContext) async throws -> HTTPResponse {
        let batchSize = call.integer("batch_size")
        let listsIDs = call.flag("ids") ?? false
        let fields = try updatedFields(call.text("update"))
        let session = try call.text("session").map { try sessionNamed($0) }
        let offset = call.integer("offset")
        if let session {
            try await call.read { library in try check(offset, of: session, in: library) }
        } else if offset != nil {
            throw Problem(400, "badParameter", .httpOffsetAlone)
        }
        try call.service.loads.check()
        let file = try FileDescriptor.temporary()
        let place: ConcurrencyLimit.Place
        do {
            while let chunk = try await call.request.body.next() { try file.write(chunk) }
            place = try call.service.loads.enter()
        } catch {
            file.close()
            throw error
        }
        let (lines, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        Task {
            let failure: (any Error)?
            do {
                try await call.library.load(in: call.language) { library, writerIsWaiting in
                    var options = IngestOptions(now: library.clock.now())
                    options.format = .jsonl
                    options.batchSize = batchSize ?? Self.batchSize
                    options.maxPieceArticles = Self.pieceArticles
                    options.writerIsWaiting = writerIsWaiting
                    let path = "/dev/fd/\(file.number)"
                    options.updatedFields = fields
                    if listsIDs { options.resultType = .ids }
                    // Each line has the ids of its commit, so that they need not be kept in memory.
                    var stored: [IngestReport.StoredArticle] = []
                    let onStored: ([IngestReport.StoredArticle]) -> Void = { stored = $0 }
                    let onCommit: (Int) -> Void = { committed in
                        var writer = JSONWriter()
                        writer.commit(committed, listsIDs ? stored : nil, withFiles: false)
                        stored = []
                        continuation.yield(writer.bytes)
                    }
                    let report: IngestReport
                    if let session {
                        try check(offset, of: session, in: library)
                        report = try library.bulk.ingest(
                            path, options, in: session, offset: offset, onCommit: onCommit, onStored: onStored)
                    } else {
                        report = try library.bulk.ingest([path], options, onCommit: onCommit, onStored: onStored)
                    }
                    var writer = JSONWriter()
                    // Messages must not show the path of the unnamed file's descriptor, or of a file packed in it.
                    writer.report(report) {
                        $0.replacing(path + ":", with: "line ").replacing(path, with: "body")
                    }
                    writer.endLine()
                    continuation.yield(writer.bytes)
                }
                failure = nil
            } catch {
                failure = error
            }
            file.close()
            // Leave the limit before the client sees the end of the response, so that the client's next body is
            // admitted.
            place.leave()
            continuation.finish(throwing: failure)
        }
        // An error that occurs before anything was stored determines the status of the response.
        var iterator = lines.makeAsyncIterator()
        guard let first = try await iterator.next() else { throw HTTPError.disconnected }
        var response = HTTPResponse(
            headers: ["Content-Type": "application/x-ndjson"],
            body: .stream { writer in
                do {
                    try await writer.write(first)
                    try await writer.flush()
                    for try await line in lines {
                        try await writer.write(line)
                        try await writer.flush()
                    }
                } catch let error as HTTPError {
                    throw error
                } catch {
                    // The status has already been sent, so the last line reports the error.
                    let problem = Problem(error, call.language)
                    try await writer.write(problem.line(requestID: call.request.id))
                }
            })
        response.mayCompress = false
        return response
    }
}

extension Problem {
    /// The problem as JSON, for the last line of a streamed response.
    fileprivate func line(requestID: String) -> [UInt8] {
        guard case .bytes(let bytes) = response(requestID: requestID).body else { return [] }
        return bytes + [0x0A]
    }
}
