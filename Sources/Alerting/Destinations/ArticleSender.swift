internal import Articles
internal import FeedFetching

/// Sends the queued articles to their destinations.
///
/// Each article is delivered at least once: it is queued before it is sent, and the result is stored afterwards. An
/// article that is sent twice usually appears once, because most services and folders recognise it.
final class ArticleSender {
    private let store: any ArticleStore
    private let environment: AlertEnvironment
    private var tokens = WallabagTokens()
    /// Maximum number of articles sent to one destination in a minute.
    private static let perMinute = 60
    private static let dueLimit = 100
    /// The seconds until the next attempt if an address needs a confirmation.
    private static let unconfirmedSeconds: Int64 = 60

    init(store: any ArticleStore, environment: AlertEnvironment) {
        self.store = store
        self.environment = environment
    }

    /// Whether articles are due, including those of unconfirmed destinations.
    func hasWork() throws -> Bool {
        try nextDue(of: store.destinations()).map { $0 <= environment.now() } ?? false
    }

    /// When the next article is due at a confirmed destination; nil if none is waiting.
    func nextDue() throws -> Int64? {
        try nextDue(of: store.destinations().filter { environment.unconfirmed($0) == nil })
    }

    private func nextDue(of destinations: [Destination]) throws -> Int64? {
        let ready = destinations.filter { $0.disabled == nil }
        let due = try store.nextSending(to: ready.map(\.id))
        return due.map { StoredFuture.bounded($0, now: environment.now(), longest: StoredFuture.maxDeliveryWait) }
    }

    /// Sends all articles that are due.
    func run(
        isEnding: () -> Bool, _ lock: any LibraryLock, _ report: inout AlertDeliverer.Report
    ) throws {
        let counts = try store.sendingCounts()
        for destination in try store.destinations() where destination.disabled == nil {
            if let item = environment.unconfirmed(destination) {
                if counts[destination.id]?[.waiting] ?? 0 > 0 {
                    report.unconfirmed.append(.init(search: destination.confirmationTarget, item: item))
                }
                continue
            }
            var isWorking = true
            while isWorking, !isEnding(), lock.isHeld {
                let now = environment.now()
                let due = try store.dueSendings(to: destination.id, now: now, limit: Self.dueLimit)
                isWorking = !due.isEmpty
                for sending in due {
                    if isEnding() || !lock.isHeld { return }
                    if try store.sentCount(to: destination.id, since: now - 60) >= Self.perMinute {
                        try store.holdSendings(to: destination.id, until: now + 60)
                        isWorking = false
                        break
                    }
                    guard try deliver(sending, to: destination, &report) else {
                        isWorking = false
                        break
                    }
                }
            }
        }
    }

    /// Makes one attempt.
    ///
    /// - Returns: false after a failure that would also occur for the next article of this destination.
    private func deliver(
        _ sending: Sending, to destination: Destination, _ report: inout AlertDeliverer.Report
    ) throws -> Bool {
        do {
            guard let article = try store.articles([sending.article], withTexts: true).first else {
                throw AlertFailure(refused: "the article was removed")
            }
            try send(article, to: destination, uid: sending.uid)
        } catch let failure as AlertFailure {
            if let item = failure.unconfirmed {
                try store.holdSendings(to: destination.id, until: environment.now() + Self.unconfirmedSeconds)
                report.unconfirmed.append(.init(search: destination.confirmationTarget, item: item))
                return false
            }
            try fail(sending, failure, destination, &report)
            return failure.isRefused
        } catch is AlertSettingError {
            // The error contains the address or the place of the secret, and clients can read the reason.
            try fail(sending, AlertFailure("the setting cannot be read"), destination, &report)
            return false
        }
        try store.finish(sending, .delivered, now: environment.now())
        report.delivered += 1
        return true
    }

    private func fail(
        _ sending: Sending, _ failure: AlertFailure, _ destination: Destination, _ report: inout AlertDeliverer.Report
    ) throws {
        let now = environment.now()
        report.failures.append("\(destination.name): \(failure.reason)")
        let (outcome, held) = environment.outcome(of: failure, attempts: sending.attempts + 1, now: now)
        report.count(outcome)
        if let held { try store.holdSendings(to: destination.id, until: held) }
        try store.finish(sending, outcome, now: now)
    }

    private func send(_ article: Article, to destination: Destination, uid: String) throws {
        let address = try DestinationAddress(destination.address)
        guard address.kind.isService else { return try ArticleFile.write(article, to: address.place) }
        guard let sent = SentArticle(article) else {
            throw AlertFailure(refused: "the article has no web address")
        }
        try DestinationClient(destination, environment).save(sent, uid: uid, &tokens)
    }

    /// Checks the address and the secret of a destination without sending an article.
    ///
    /// - Throws: `AlertFailure`, `AlertSettingError`.
    func test(_ destination: Destination) throws {
        if let item = environment.unconfirmed(destination) { throw AlertFailure(unconfirmed: item) }
        let address = try DestinationAddress(destination.address)
        guard address.kind.isService else { return try ArticleFile.test(address.place) }
        try DestinationClient(destination, environment).test(&tokens)
    }
}

extension AlertEnvironment {
    /// The first item that the user must confirm before articles can be sent; nil if everything is confirmed.
    func unconfirmed(_ destination: Destination) -> Confirmable? {
        confirmations.missing(destination.confirmables(policy: fetcher.policy))
    }
}
