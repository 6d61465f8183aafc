import Articles
import FeedFetching
import Foundation
import Ingestion
import PostgreSQL
import PostgresEngine
import SQLiteEngine

/// Refreshes all feeds of a library, and fetches pages without pauses until none is due, for tests that kill the
/// process meanwhile (`ForumTests`). The clock advances by two days for each attempt.
struct ForumReader {
    /// A path, or the address of a library on a server.
    let library: String
    /// The port of the site on this machine.
    let port: Int
    /// The time at the start, in seconds since 1970.
    let start: Int64
    private static let maxAttempts = 60
    private static let step: Int64 = 2 * 86_400

    func run() throws {
        let store: any ArticleStore =
            library.hasPrefix("postgresql:")
            ? try PostgresLibrary.open(PostgresAddress(library), access: .write)
            : try SQLiteLibrary.open(path: library, access: .write)
        store.alertSettings.includesFirstImports = true
        let policy = try AddressPolicy(allowing: ["127.0.0.1:\(port)"])
        var settings = FeedRefreshSettings(fetcher: Fetcher(policy: policy))
        settings.alertAfter = 0
        var now = start
        let states = try store.feeds(subscribedOnly: true).map { feed in
            try store.resetFetching(of: feed.id)
            return try store.fetchState(of: feed.id)
        }
        _ = try FeedRefresher(settings: settings) { [now] in now }.refresh(states, in: store)
        for _ in 0..<Self.maxAttempts {
            let report = try PageFetcher(settings: settings, pause: .zero)
                .fetch(in: store, within: .seconds(600), now: { [now] in now })
            if report.done == 0, try store.duePages(now: now + Self.step, limit: 1).isEmpty { return }
            now += Self.step
        }
    }
}
