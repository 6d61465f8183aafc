import Articles
import FeedFetching
import Foundation
import SQLiteStorage
import Synchronization

@testable import Alerting

/// A database with searches that alert, and a deliverer whose clock is the test's.
final class Outbox {
    let folder: URL
    let store: any ArticleStore
    let clock = TestClock()
    var environment: AlertEnvironment

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("outbox-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try SQLiteEngine.open(path: folder.appendingPathComponent("a.db").path, access: .write)
        store.alertSettings.includesFirstImports = true
        let clock = clock
        environment = AlertEnvironment(
            fetcher: Fetcher(), now: { clock.now }, secrets: SecretReader(environment: { _ in Receiver.secret }))
        environment.random = { 0.5 }
        environment.confirmations = .all
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    func save(_ name: String, _ query: String, _ channel: String, _ change: (inout AlertRule) -> Void = { _ in }) throws
    {
        var rule = AlertRule(channel: channel)
        change(&rule)
        try store.save(search: name, query: query, comment: nil, rule: rule, now: clock.now)
    }

    func insert(_ articles: [(id: String, title: String, text: String)]) throws {
        var rest = articles[...]
        try store.insert(
            BatchInsertRequest { row in
                guard let next = rest.popFirst() else { return false }
                row.feed = "https://example.org/feed"
                row.guid = next.id
                row.url = "https://example.org/\(next.id)"
                row.title = next.title
                row.body = Array(next.text.utf8)
                return true
            }, now: clock.now)
    }

    @discardableResult
    func deliver() throws -> AlertDeliverer.Report {
        let deliverer = AlertDeliverer(store: store, environment: environment)
        var report = try deliverer.run()
        // A process that another test starts has the lock's file open, too, from its fork to its exec.
        for _ in 0..<200 where report.isBusy {
            usleep(20_000)
            report = try deliverer.run()
        }
        return report
    }
}

final class TestClock: Sendable {
    private let time = Mutex(Int64(1_700_000_000))
    var now: Int64 { time.withLock { $0 } }
    func pass(_ seconds: Int64) { time.withLock { $0 += seconds } }
    func set(_ moment: Int64) { time.withLock { $0 = moment } }
}
