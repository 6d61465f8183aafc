internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import JSONForms
internal import Messages
internal import System

/// Whether the service works, and what is stored.
enum HealthRoutes {
    /// Of room on the disk; with less, the service says that it is not ready, before writes fail.
    private static let minDiskBytes = 64 << 20

    static let all: [Route] = [
        Route("health", .get, "/healthz", nil, "Whether the process answers", gives: .text("text/plain")) { _ in
            HTTPResponse(type: "text/plain; charset=utf-8", "ok\n")
        },
        Route(
            "ready", .get, "/readyz", nil,
            "Whether the database can be read and written, the accounts can be read, and there is room on the disk",
            gives: .text("text/plain")
        ) { call in
            // First the writer: it brings a deleted log into the file, before a reader makes another one.
            try await call.write { library in
                try library.store.verifyPlace()
                _ = try library.store.historyToken()
            }
            _ = try await call.read { try $0.store.historyToken() }
            do { try await call.service.ask { try $0.verify() } } catch {
                throw Problem(503, "serveAccountsGone", .serveAccountsGone)
            }
            let available = FileSystem.availableBytes(FileSystem.parent(call.service.localPath))
            if let available, available < minDiskBytes {
                throw Problem(503, "diskFull", .serveDiskFull, [String(available >> 20)])
            }
            return HTTPResponse(type: "text/plain; charset=utf-8", "ready\n")
        },
        Route("stats", .get, "/v1/stats", .read, "How much is stored", gives: .json("Statistics")) { call in
            try await call.json { library, writer in
                // The path of the database is not shown over HTTP.
                writer.statistics(try library.store.storeStatistics(), path: nil)
            }
        },
    ]
}
