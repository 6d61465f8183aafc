public import Articles
public import FeedFetching
internal import Pipelines
internal import QueryLanguage

/// Takes matches from the outbox and delivers them to their channels.
///
/// Each message is delivered at least once. The message and its id are stored before sending, the result afterwards. If
/// the process ends in between, the same message is sent again with the same id.
public final class AlertDeliverer {
    /// A search whose deliveries wait until the user confirms an item.
    public struct Unconfirmed: Sendable, Hashable {
        public var search: String
        public var item: Confirmable

        /// Creates the entry for a search that waits for a confirmation.
        public init(search: String, item: Confirmable) {
            self.search = search
            self.item = item
        }
    }

    /// The result of one pass.
    public struct Report: Sendable, Equatable {
        public var delivered = 0
        public var failed = 0
        public var dead = 0
        /// Whether another process is delivering.
        public var isBusy = false
        /// The failures, one line each.
        public var failures: [String] = []
        /// Searches whose messages wait until the user confirms an item.
        public var unconfirmed: [Unconfirmed] = []
        /// The names of searches whose messages are waiting because this machine cannot read the secret of the channel.
        public var unreadable: [String] = []

        /// An empty report.
        public init() {}
    }

    private let store: any ArticleStore
    private let environment: AlertEnvironment
    private let sender: ArticleSender
    /// The searches whose secrets could not be read in the last pass.
    private var unreadable: Set<Int64> = []
    /// The maximum number of articles in a message (`articleLimit`) and in a digest (`digestLimit`).
    private static let articleLimit = 50
    private static let digestLimit = 200
    /// Maximum number of searches in a digest.
    private static let sectionLimit = 20
    /// The maximum number of deliveries read at once. If some deliveries are held back, `dueLimitBesideHeld` applies.
    private static let dueLimit = 1_000
    private static let dueLimitBesideHeld = 1_000_000
    /// How many seconds the date of a waiting match may be ahead of the clock. If it is further ahead, the clock was
    /// wrong when the match was stored.
    private static let clockSlack: Int64 = 3_600
    /// The maximum number of conditions that are tested in one transaction.
    private static let testsAtOnce = 100
    /// The maximum number of articles in a message about an event.
    private static let eventArticles = 10
    private static let eventTimeout = Duration.seconds(2)
    /// The seconds until the next attempt if an address needs a confirmation.
    private static let unconfirmedSeconds: Int64 = 60
    /// The seconds until the next attempt if a secret cannot be read on this machine.
    private static let unreadableSeconds: Int64 = 300

    /// - Parameter store: a store opened for writing, which only this thread uses.
    public init(store: any ArticleStore, environment: AlertEnvironment) {
        self.store = store
        self.environment = environment
        sender = ArticleSender(store: store, environment: environment)
    }

    /// Delivers all messages that are due, and then all articles that are queued for destinations.
    ///
    /// - Parameter isEnding: called between messages; true ends the pass.
    public func run(isEnding: () -> Bool = { false }) throws -> Report {
        var report = Report()
        unreadable = []
        let (hasMessages, hasArticles) = (try hasWork(), try sender.hasWork())
        guard hasMessages || hasArticles else { return report }
        guard let lock = try store.deliveryLock() else {
            report.isBusy = true
            return report
        }
        defer { withExtendedLifetime(lock) {} }
        if hasMessages { try deliverMessages(lock, isEnding, &report) }
        if hasArticles, !isEnding(), lock.isHeld { try sender.run(isEnding: isEnding, lock, &report) }
        return report
    }

    private func deliverMessages(
        _ lock: any LibraryLock, _ isEnding: () -> Bool, _ report: inout Report
    ) throws {
        var searches: [Int64: SavedSearch] = [:]
        var held: [Int64: Unconfirmed] = [:]
        let all = try store.savedSearches()
        for search in all where canTell(search.rule) {
            if let item = environment.unconfirmed(search) {
                held[search.id] = .init(search: search.name, item: item)
            } else {
                searches[search.id] = search
            }
        }
        report.unconfirmed = try waiting(held)
        // Deliveries that are held back must not use up the limit, or later deliveries would never be read.
        var limit = held.isEmpty ? Self.dueLimit : Self.dueLimitBesideHeld
        var failing: Set<String> = []
        var hasMore = true
        while hasMore, !isEnding(), lock.isHeld {
            try take(searches, all, isEnding: isEnding)
            let due = try store.dueDeliveries(now: environment.now(), limit: limit)
            hasMore = false
            var joined: Set<Int64> = []
            for delivery in due {
                if isEnding() || !lock.isHeld { return }
                guard !joined.contains(delivery.id), let search = searches[delivery.search], let rule = search.rule
                else { continue }
                // After a failure, use neither the channel again in this pass nor an origin that did not answer: each
                // timeout would delay the other channels.
                let origin = rule.origin?.description
                if unreadable.contains(search.id) || failing.contains(rule.channel) { continue }
                if origin.map(failing.contains) ?? false { continue }
                let digest = try digest(with: delivery, search, rule, in: due, searches)
                joined.formUnion(digest.map(\.delivery.id))
                let failure = try deliver(digest, rule, &report)
                if let failure, failure.isUnreadable {
                    if limit == Self.dueLimit { hasMore = true }
                    limit = Self.dueLimitBesideHeld
                } else if let failure {
                    failing.insert(rule.channel)
                    if failure.isUnreachable, let origin { failing.insert(origin) }
                } else {
                    hasMore = true
                }
            }
        }
    }

    /// The searches in `held` that have matches or deliveries in the outbox.
    private func waiting(_ held: [Int64: Unconfirmed]) throws -> [Unconfirmed] {
        if held.isEmpty { return [] }
        let open = try store.deliveries(state: .waiting, search: nil, limit: Self.dueLimitBesideHeld)
        let waiting = Set(try store.waitingAlerts().map(\.search) + open.map(\.search))
        return held.filter { waiting.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The time of the next delivery, at least `now` + 1; nil if there is nothing to deliver.
    public func nextDue() throws -> Int64? {
        let now = environment.now()
        let searches = try store.savedSearches().filter {
            environment.unconfirmed($0) == nil && !unreadable.contains($0.id)
        }
        var next = try nextDelivery(of: searches)
        if !unreadable.isEmpty { next = min(next ?? .max, now + Self.unreadableSeconds) }
        if let test = try store.nextTrendTest() { next = min(next ?? .max, test) }
        let waiting = try store.waitingAlerts()
        if !waiting.isEmpty {
            for search in searches {
                guard let rule = search.rule, canTell(rule),
                    let waits = waiting.first(where: { $0.search == search.id })
                else { continue }
                next = min(next ?? .max, due(rule, since: waits.since))
            }
        }
        return try [next, sender.nextDue()].compactMap(\.self).min().map { max($0, now + 1) }
    }

    /// The time of the next delivery that is not held back.
    private func nextDelivery(of searches: [SavedSearch]) throws -> Int64? {
        guard let next = try store.nextDelivery().map(bounded) else { return nil }
        // A delivery that is still due after a pass is held back, and later ones may be too, so skip all that are held
        // back.
        guard next <= environment.now() else { return next }
        let free = Dictionary(uniqueKeysWithValues: searches.map { ($0.id, $0.rule?.notBefore ?? 0) })
        return try store.dueDeliveries(now: .max, limit: Self.dueLimitBesideHeld)
            .compactMap { delivery in free[delivery.search].map { max(bounded(delivery.due), bounded($0)) } }.min()
    }

    /// Whether this process can deliver to the rule's channel.
    private func canTell(_ rule: AlertRule?) -> Bool {
        guard let rule else { return false }
        return rule.channel != "terminal" || environment.terminal != nil
    }

    private func hasWork() throws -> Bool {
        if try store.nextDelivery().map({ bounded($0) <= environment.now() }) ?? false { return true }
        if try store.nextTrendTest().map({ $0 <= environment.now() }) ?? false { return true }
        return try store.hasWaitingAlerts()
    }

    // MARK: - Taking matches from the outbox

    /// Creates deliveries for the waiting matches that are due.
    private func take(
        _ searches: [Int64: SavedSearch], _ all: [SavedSearch], isEnding: () -> Bool
    ) throws {
        let now = environment.now()
        try store.sortAlerts()
        try testTrends(all, now, isEnding: isEnding)
        for waiting in try store.waitingAlerts() {
            guard let search = searches[waiting.search], let rule = search.rule else { continue }
            guard due(rule, since: waiting.since) <= now else { continue }
            let limit = limit(of: rule)
            while true {
                let articles = try store.waitingArticles(of: search.id, limit: limit)
                if articles.isEmpty { break }
                let folded = try store.notifiedCopies(among: articles, of: search.id)
                let taken = try store.addDelivery(
                    of: articles.filter { !folded.contains($0) }, folded: articles.filter(folded.contains),
                    search: search.id, uid: uid(), now: now)
                // Malformed rows, for example in a crafted file, cannot be removed from the outbox, so stop here.
                if taken == 0 { break }
            }
        }
    }

    /// Tests the conditions of searches, and creates deliveries for new events. Also does so for channels that this
    /// process cannot use; their deliveries wait.
    private func testTrends(_ all: [SavedSearch], _ now: Int64, isEnding: () -> Bool) throws {
        let due = Set(try store.trendTests(now: now))
        if due.isEmpty { return }
        var rest = all.filter { due.contains($0.id) && $0.rule != nil }[...]
        while !rest.isEmpty, !isEnding() {
            let tested = try store.testTrends(
                of: Array(rest.prefix(Self.testsAtOnce)), now: now, utcOffset: environment.utcOffset,
                due: { [self] search in search.rule.map { self.due($0, since: now) } ?? now }, uid: uid)
            rest = rest.dropFirst(tested)
        }
    }

    /// The maximum number of articles in a message.
    private func limit(of rule: AlertRule) -> Int {
        if rule.isEach { return 1 }
        let limit = digest(rule) == nil ? Self.articleLimit : Self.digestLimit
        return min(limit, (try? AlertChannel(rule.channel))?.articleLimit ?? limit)
    }

    private func digest(_ rule: AlertRule) -> DigestTime? {
        guard let text = rule.digest else { return nil }
        return (try? DigestTime(text)) ?? nil
    }

    private func due(_ rule: AlertRule, since: Int64) -> Int64 {
        let now = environment.now()
        // A match dated in the future was stored while the clock was wrong, so its date is useless: deliver it now.
        let due =
            since > now + Self.clockSlack ? now : digest(rule)?.due(since: since, utcOffset: environment.utcOffset)
        return afterQuiet(rule, max(due ?? since, bounded(rule.notBefore)))
    }

    /// A stored time, limited to a plausible future time.
    private func bounded(_ time: Int64) -> Int64 {
        StoredFuture.bounded(time, now: environment.now(), longest: StoredFuture.maxDeliveryWait)
    }

    private func afterQuiet(_ rule: AlertRule, _ moment: Int64) -> Int64 {
        guard let hours = rule.quietHours.flatMap({ try? QuietHours($0) }) else { return moment }
        return hours.end(at: max(moment, environment.now()), utcOffset: environment.utcOffset)
    }

    /// A message id with 128 random bits.
    private func uid() -> String {
        "msg_"
            + (0..<4).map { _ in
                let part = String(UInt32.random(in: 0...UInt32.max), radix: 16)
                return String(repeating: "0", count: 8 - part.count) + part
            }.joined()
    }

    // MARK: - Sending to the channels

    /// A delivery with its search.
    private typealias Part = (delivery: AlertDelivery, search: SavedSearch)

    /// The deliveries that are sent as one digest with `delivery`: those of other searches with the same channel,
    /// schedule and quiet hours. Only the delivery itself for other channels, and for schedules that begin with the
    /// first match of each search.
    private func digest(
        with delivery: AlertDelivery, _ search: SavedSearch, _ rule: AlertRule, in due: [AlertDelivery],
        _ searches: [Int64: SavedSearch]
    ) throws -> [Part] {
        let alone = [Part(delivery, search)]
        guard !rule.isEach, (try? AlertChannel(rule.channel))?.joinsDigests ?? false else { return alone }
        switch self.digest(rule) {
        case .daily, .weekly: break
        case .after, nil: return alone
        }
        var parts = alone
        var count = try store.articles(of: delivery).count
        for other in due where other.id != delivery.id && parts.count < Self.sectionLimit {
            guard let search = searches[other.search], let own = search.rule, own.channel == rule.channel,
                own.digest == rule.digest, own.quietHours == rule.quietHours, !own.isEach
            else { continue }
            let articles = try store.articles(of: other).count
            guard count + articles <= Self.digestLimit else { continue }
            count += articles
            parts.append((other, search))
        }
        return parts
    }

    /// Makes one attempt to deliver a message, or several as one digest.
    ///
    /// - Returns: the reason why the channel failed; nil if it accepted the message or the delivery was postponed.
    private func deliver(_ parts: [Part], _ rule: AlertRule, _ report: inout Report) throws -> AlertFailure? {
        let now = environment.now()
        let start = afterQuiet(rule, now)
        if start > now {
            for part in parts { try store.postpone(part.delivery, until: start) }
            return nil
        }
        do {
            let channel = try AlertChannel(rule.channel)
            if try store.deliveredCount(channel: rule.channel, since: now - 60) >= channel.deliveriesPerMinute {
                for part in parts { try store.postpone(part.delivery, until: now + 60) }
                return nil
            }
            try channel.send(parts.map { try message($0, rule) }, environment, store: store)
        } catch let failure as AlertFailure {
            if let item = failure.unconfirmed {
                for part in parts {
                    try store.postpone(part.delivery, until: now + Self.unconfirmedSeconds)
                    report.unconfirmed.append(.init(search: part.search.name, item: item))
                }
                return failure
            }
            if let seconds = failure.postponedSeconds {
                for part in parts { try store.postpone(part.delivery, until: now + seconds) }
                return failure
            }
            if failure.isUnreadable {
                unreadable.formUnion(parts.map(\.search.id))
                for part in parts where !report.unreadable.contains(part.search.name) {
                    report.unreadable.append(part.search.name)
                }
                return failure
            }
            for part in parts { try fail(part.delivery, failure, rule, now, &report) }
            return failure
        } catch let error as AlertSettingError {
            let failure = AlertFailure("the setting '\(error.setting)' is not valid")
            for part in parts { try fail(part.delivery, failure, rule, now, &report) }
            return failure
        }
        for part in parts { try store.finish(part.delivery, .delivered, now: environment.now()) }
        report.delivered += parts.count
        return nil
    }

    private func message(_ part: Part, _ rule: AlertRule) throws -> AlertMessage {
        let noted = try store.trendEvent(of: part.delivery)
        let articles = try noted.map { newest(of: $0, part.search) } ?? store.articles(of: part.delivery)
        var message = AlertMessage(
            uid: part.delivery.uid, search: part.search, articles: try store.articles(articles, withTexts: true),
            created: part.delivery.created)
        message.trend = noted
        message.isDigest = digest(rule) != nil
        message.foldedCount = try store.foldedCount(of: part.delivery)
        message.hits = AlertHits.find(of: message.articles, for: part.search, in: store, environment)
        return message
    }

    /// The newest articles of an event's period. The message can also be sent without them.
    private func newest(of noted: NotedEvent, _ search: SavedSearch) -> [ArticleID] {
        guard noted.event.articles > 0, let query = try? QueryParser.parse(search.query) else { return [] }
        let (start, end) = (noted.event.start * 3_600, noted.event.end * 3_600)
        let found = try? store.until(.after(Self.eventTimeout)) {
            try store.newest(
                query, after: DatePlace(date: end, id: 0), limit: Self.eventArticles, now: environment.now(),
                utcOffset: environment.utcOffset)
        }
        return (found ?? []).filter { id in ((try? store.datePlace(of: id)) ?? nil).map { $0.date >= start } ?? false }
    }

    private func fail(
        _ delivery: AlertDelivery, _ failure: AlertFailure, _ rule: AlertRule, _ now: Int64, _ report: inout Report
    ) throws {
        report.failures.append(failure.reason)
        let (outcome, held) = environment.outcome(of: failure, attempts: delivery.attempts + 1, now: now)
        report.count(outcome)
        if let held { try store.holdAlerts(of: delivery.search, until: held) }
        try store.finish(delivery, outcome, now: now)
    }

    /// Checks the address and the secret of a destination without sending an article.
    ///
    /// - Throws: `AlertFailure`, `AlertSettingError`, `StorageError`.
    public func test(_ destination: Destination) throws { try sender.test(destination) }

    /// Sends one message marked as a test, bypassing outbox, digest and quiet hours.
    ///
    /// - Throws: `AlertFailure`, `AlertSettingError`, `StorageError`.
    public func test(_ search: SavedSearch, articles: [Article]) throws {
        guard let rule = search.rule else { return }
        var message = AlertMessage(uid: uid(), search: search, articles: articles, created: environment.now())
        message.isTest = true
        message.hits = AlertHits.find(of: articles, for: search, in: store, environment)
        try AlertChannel(rule.channel).send(message, environment, store: store)
    }
}
