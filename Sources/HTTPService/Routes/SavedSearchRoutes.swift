internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer

/// Saved searches, rules and alerts. Channels, which may run programs or write files, are not set over HTTP.
enum SavedSearchRoutes {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let all: [Route] = [
        Route("saved", .get, "/v1/saved", .read, "The saved searches") { call in
            try await call.json { library, writer in
                writer.list("saved", try library.store.savedSearches()) { $0.savedSearch($1) }
            }
        },
        Route(
            "save", .post, "/v1/saved", .write, "Save a search under a name, in place of one of that name",
            limits: small
        ) { call in
            let body = try await call.object()
            guard let name = body["name"]?.string, let text = body["query"]?.string, !name.isEmpty else {
                throw Problem(400, "badSavedSearch", "give \"name\" and \"query\"")
            }
            let comment = body["comment"]?.string
            try await call.write { library in
                try library.save(name, text, query: library.parse(text), comment: comment)
            }
            return HTTPResponse(status: 204)
        },
        Route("unsave", .delete, "/v1/saved/{name}", .write, "Forget a saved search") { call in
            let name = call.parameters["name"] ?? ""
            try await call.write { try $0.unsave(name) }
            return HTTPResponse(status: 204)
        },
        Route("rules", .get, "/v1/rules", .read, "What is done with articles as they arrive") { call in
            try await call.json { library, writer in
                writer.list("rules", try library.store.rules()) { $0.rule($1, works: true) }
            }
        },
        Route("alerts", .get, "/v1/alerts", .read, "The saved searches that alert, and how they fare") { call in
            try await call.json { library, writer in
                writer.list("alerts", try library.alertStatus()) { $0.alertStatus($1) }
            }
        },
    ]
}
