import Articles
import FeedFetching
import Foundation
import StorageTestSupport
import Synchronization

@testable import Alerting

/// A database with searches that alert, and a deliverer whose clock is the test's.
final class Outbox {
    private let library: TestLibrary
    let store: any ArticleStore
    let clock = TestClock()
    var environment: AlertEnvironment

    init(_ engine: StorageEngine = .sqlite) throws {
        library = try TestLibrary(engine)
        store = try library.store()
        store.alertSettings.includesFirstImports = true
        let clock = clock
        environment = AlertEnvironment(
            fetcher: Fetcher(), now: { clock.now }, secrets: SecretReader(environment: { _ in Receiver.secret }))
        environment.random = { 0.5 }
        environment.confirmations = .all
    }

    func path(_ name: String) -> String { library.folder + "/" + name }

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
