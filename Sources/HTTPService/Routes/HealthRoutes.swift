internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer

/// Whether the service works, and what is stored.
enum HealthRoutes {
    static let all: [Route] = [
        Route("health", .get, "/healthz", nil, "Whether the process answers") { _ in
            HTTPResponse(type: "text/plain; charset=utf-8", "ok\n")
        },
        Route("ready", .get, "/readyz", nil, "Whether the database can be read and the writer is alive") { call in
            _ = try await call.read { try $0.store.historyToken() }
            _ = try await call.write { try $0.store.historyToken() }
            return HTTPResponse(type: "text/plain; charset=utf-8", "ready\n")
        },
        Route("stats", .get, "/v1/stats", .read, "How much is stored") { call in
            try await call.json { library, writer in
                // The path of the database is nobody's business over HTTP.
                writer.statistics(try library.store.storeStatistics(), path: nil)
            }
        },
        Route("openapi", .get, "/v1/openapi.json", nil, "This interface as OpenAPI 3.1") { _ in
            var response = HTTPResponse.json(OpenAPIDocument.bytes(RouteTable.all))
            response.hasEntityTag = true
            return response
        },
    ]
}
