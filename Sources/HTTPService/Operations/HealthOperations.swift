internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import System

/// Routes for health checks and for the statistics of the store.
enum HealthOperations {
    /// The minimum free disk space in bytes. Below this, the service reports that it is not ready, before writes fail.
    private static let minDiskBytes = 64 << 20

    static let all: [Operation] = [
        Operation("health", .get, "/healthz", nil, "Whether the process answers", gives: .text("text/plain")) { _ in
            HTTPResponse(type: "text/plain; charset=utf-8", "ok\n")
        },
        Operation(
            "ready", .get, "/readyz", nil,
            "Whether the database can be read and written, the accounts can be read, and the disk has free space",
            gives: .text("text/plain")
        ) { call in
            // On a host, a library that cannot be read does not make the service unusable for the others.
            if call.service.host == nil {
                // Check the writer first: if the write-ahead log was deleted, the writer must copy it into the file
                // before a reader creates a new log.
                try await call.write { library in
                    try library.store.verifyPlace()
                    _ = try library.store.historyToken()
                }
                _ = try await call.read { try $0.store.historyToken() }
            }
            do { try await call.ask { try $0.verify() } } catch {
                throw Problem(503, "serveAccountsGone", .serveAccountsGone)
            }
            let available = FileSystem.availableBytes(FileSystem.parent(call.service.home.localPath))
            if let available, available < minDiskBytes {
                throw Problem(503, "diskFull", .serveDiskFull, [String(available >> 20)])
            }
            return HTTPResponse(type: "text/plain; charset=utf-8", "ready\n")
        },
        Operation("stats", .get, "/v1/stats", .read, "How much is stored", gives: .json("Statistics")) { call in
            try await call.json { library, writer in
                // Do not show the path of the database over HTTP.
                writer.statistics(try library.store.storeStatistics(), path: nil)
            }
        },
    ]
}
