internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Ingestion
internal import Messages
internal import System

/// Routes for imports and refreshes, which continue after the response.
enum JobOperations {
    private static let maxFeeds = 1_000
    private static let small = HTTPBodyLimits(maxBodyBytes: 1 << 20)
    private static let large = HTTPBodyLimits(
        maxBodyBytes: 256 << 20, bodyDeadline: .seconds(600), deadline: .seconds(660))

    static let all: [Operation] = [
        Operation(
            "import", .post, "/v1/import", .write,
            "Import subscriptions: OPML, or an archive of OPML and feed documents; a job", limits: large,
            takes: RequestForm(
                type: "application/octet-stream", schema: .string,
                example: #"<opml version="2.0"><body><outline xmlUrl="https://example.org/b.xml"/></body></opml>"#),
            gives: .json("Job", 202)
        ) { call in
            try await importBody(call)
        },
        Operation(
            "refresh", .post, "/v1/refresh", .write, "Fetch all subscriptions now, or some of them; a job",
            limits: small,
            takes: .json("RefreshRequest", #"{"feeds":[1]}"#, isRequired: false), gives: .json("Job", 202)
        ) { call in
            let wanted = try await feeds(call)
            let names = try await call.read { library in try wanted.map { try address(of: $0, in: library) } }
            return accepted(try call.startRefresh(names))
        },
        Operation(
            "jobs", .get, "/v1/jobs", .read, "The jobs, newest first, without their reports",
            gives: .json(.list("jobs", of: "Job"))
        ) { call in
            let jobs = call.library.jobs.all
            return .json { $0.list("jobs", jobs) { $0.job($1, isWhole: false) } }
        },
        Operation(
            "job", .get, "/v1/jobs/{id}", .read, "One job: its state, progress and report",
            gives: .json("Job"), example: "/v1/jobs/8c1f"
        ) { call in
            let id = call.part("id")
            guard let job = call.library.jobs.job(id) else { throw call.library.jobs.problem(ofUnknown: id) }
            let shown = call.shown(job)
            return .json { $0.job(shown, isWhole: true) }
        },
        Operation(
            "cancelJob", .delete, "/v1/jobs/{id}", .write,
            "Cancel a job, or remove one that has ended; stored data is kept",
            gives: .nothing, example: "/v1/jobs/8c1f"
        ) { call in
            let id = call.part("id")
            guard call.library.jobs.cancel(id) else { throw call.library.jobs.problem(ofUnknown: id) }
            return HTTPResponse(status: 204)
        },
    ]

    private static func importBody(_ call: RequestContext) async throws -> HTTPResponse {
        try call.library.jobs.check()
        let file = try call.temporaryFile()
        var isEmpty = true
        while let chunk = try await call.request.body.next() {
            try file.write(chunk)
            isEmpty = false
        }
        guard !isEmpty else { throw Problem(400, "emptyBody", .httpEmptyBody) }
        return accepted(try call.startImport(file))
    }

    private static func accepted(_ job: Job) -> HTTPResponse {
        var response = HTTPResponse.json(status: 202) { $0.job(job, isWhole: true) }
        response.headers.add("Location", "/v1/jobs/" + job.id)
        return response
    }

    /// The feeds listed in the body by number, address or title; empty if there is no body or no list.
    private static func feeds(_ call: RequestContext) async throws -> [JSONValue] {
        guard call.request.headers.contains("Content-Type"), let value = try await call.members(["feeds"])["feeds"]
        else { return [] }
        guard case .array(let feeds) = value, !feeds.isEmpty, feeds.count <= maxFeeds else {
            throw Problem(400, "badFeeds", .httpBadFeeds, [String(maxFeeds)])
        }
        return feeds
    }

    private static func address(of wanted: JSONValue, in library: Library) throws -> String {
        if let name = wanted.string { return try library.store.feed(typed: name).url }
        guard let number = wanted.integer else {
            throw Problem(400, "badFeeds", .httpBadFeed)
        }
        guard let feed = try library.store.feeds().first(where: { $0.id == number }) else {
            throw Problem(404, "noSuchFeed", .httpNoSuchFeed, [String(number)])
        }
        return feed.url
    }
}
