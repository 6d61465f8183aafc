internal import Accounts
internal import Articles
private import Dispatch
internal import FeedFetching
internal import FeedLibrary
public import Ingestion
internal import System
internal import WebReader

/// Asks hubs to push what feeds publish, and keeps that up: WebSub, <https://www.w3.org/TR/websub/>.
///
/// Only where the service has a public https address: a hub elsewhere could not reach it, and a push over http could be
/// changed on its way.
public final class HubSubscriber: Sendable {
    private static let secondsBetweenLooks = 60.0
    /// What is asked for; hubs give what they like.
    private static let leaseSeconds: Int64 = 864_000
    private static let leaseRange: ClosedRange<Int64> = 600...7_776_000
    /// How long a hub may take to ask whether a request was meant.
    private static let confirmationSeconds: Int64 = 3_600
    private static let maxWaitSeconds: Int64 = 86_400
    private static let requestTime = Duration.seconds(20)

    private let accounts: AccountStore
    private let clock: SystemClock
    private let settings: LibrarySettings
    private let open: @Sendable () throws -> Library
    /// The address of the service from outside.
    private let base: @Sendable () -> BaseURL?
    private let queue = DispatchQueue(label: "service.hubs")
    private let isEnding = Locked(false)
    /// When feeds were made due by pushes that were not signed, by the subscription.
    private let hints = Locked<[String: Int64]>([:])
    private static let secondsBetweenHints: Int64 = 60

    init(
        accounts: AccountStore, clock: SystemClock, settings: LibrarySettings,
        open: @escaping @Sendable () throws -> Library, base: @escaping @Sendable () -> BaseURL?
    ) {
        self.accounts = accounts
        self.clock = clock
        self.settings = settings
        self.open = open
        self.base = base
    }

    /// Works on a thread of its own, once a minute.
    ///
    /// - Returns: ends it, and waits for what is under way.
    public func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        DispatchQueue(label: "service.hubs.clock").async(group: done) { [self] in
            repeat { queue.sync { look() } } while end.wait(timeout: .now() + Self.secondsBetweenLooks) == .timedOut
        }
        return { [self] in
            isEnding.withLock { $0 = true }
            end.signal()
            done.wait()
        }
    }

    /// Takes what fetched feeds said of their hubs, and returns at once.
    public func note(_ hubs: [FeedHub]) {
        if hubs.isEmpty { return }
        queue.async { [self] in
            guard callbacks() != nil, (try? subscribe(to: hubs)) == true else { return }
            look()
        }
    }

    /// Does at once what else is done once a minute; for tests.
    func lookNow() { queue.sync { look() } }

    // MARK: - Answers to hubs

    enum Intent: Equatable {
        case subscribe(leaseSeconds: Int64?)
        case unsubscribe
        case denied
    }

    /// Whether what a hub asks about was meant (section 5.3). It blocks.
    ///
    /// - Returns: false where it was not: the hub is to forget it.
    func confirm(_ id: String, topic: String, _ intent: Intent) throws -> Bool {
        guard var subscription = try accounts.hubSubscription(id), subscription.topic == topic else { return false }
        let now = clock.now()
        switch intent {
        case .subscribe(let leaseSeconds):
            guard subscription.state != .leaving, subscription.requested > now - Self.maxWaitSeconds else {
                return false
            }
            let lease = min(
                max(leaseSeconds ?? Self.leaseSeconds, Self.leaseRange.lowerBound), Self.leaseRange.upperBound)
            subscription.state = .active
            subscription.failures = 0
            subscription.expires = now + lease
            subscription.due = now + lease - max(lease / 8, 300)
            try accounts.update(subscription)
        case .unsubscribe:
            guard subscription.state == .leaving else { return false }
            try accounts.removeHubSubscription(id)
        case .denied:
            subscription.state = .requested
            subscription.failures += 1
            subscription.due = now + Self.maxWaitSeconds
            try accounts.update(subscription)
        }
        return true
    }

    /// Whether an unsigned push may make its feed due: at most once a minute for each subscription.
    func takesHint(for subscription: HubSubscription, now: Int64) -> Bool {
        hints.withLock { hints in
            hints = hints.filter { $0.value > now - Self.secondsBetweenHints }
            if hints[subscription.id] != nil { return false }
            hints[subscription.id] = now
            return true
        }
    }

    // MARK: -

    /// Where hubs reach the service; nil where they cannot.
    private func callbacks() -> String? {
        guard let base = base(), base.isSecure, let address = try? WebAddress(base.text),
            let fetcher = try? settings.fetcher(), !fetcher.isRefused(address, within: .seconds(5))
        else { return nil }
        return base.text
    }

    /// - Returns: whether anything is new.
    private func subscribe(to hubs: [FeedHub]) throws -> Bool {
        let known = Dictionary(
            try accounts.hubSubscriptions().filter { $0.state != .leaving }.map { ($0.feed, $0) },
            uniquingKeysWith: { $1 })
        var isChanged = false
        for hub in hubs {
            if var old = known[hub.feed] {
                if old.hub == hub.hub, old.topic == hub.topic, old.url == hub.url { continue }
                old.state = .leaving
                old.due = 0
                try accounts.update(old)
            }
            _ = try accounts.addHubSubscription(feed: hub.feed, url: hub.url, hub: hub.hub, topic: hub.topic)
            isChanged = true
        }
        return isChanged
    }

    /// Asks for what is due. What fails is tried again later: feeds are fetched all the same.
    private func look() {
        guard let base = callbacks(), let all = try? accounts.hubSubscriptions(), !all.isEmpty,
            let feeds = try? open().store.feeds(), let fetcher = try? settings.fetcher()
        else { return }
        let subscribed = Set(feeds.map(\.url))
        let now = clock.now()
        for var subscription in all where !isEnding.withLock({ $0 }) {
            if subscription.state != .leaving, !subscribed.contains(subscription.url) {
                subscription.state = .leaving
                subscription.due = 0
            } else if subscription.state != .leaving, !subscription.base.isEmpty, subscription.base != base {
                // The hub still pushes to the former address.
                subscription.state = .requested
                subscription.due = 0
            }
            if subscription.due > now { continue }
            if subscription.state == .leaving, subscription.requested == 0 || subscription.failures >= 3 {
                try? accounts.removeHubSubscription(subscription.id)
                continue
            }
            ask(&subscription, base, fetcher, now)
            try? accounts.update(subscription)
        }
    }

    private func ask(_ subscription: inout HubSubscription, _ base: String, _ fetcher: Fetcher, _ now: Int64) {
        let isLeaving = subscription.state == .leaving
        // One that is left is asked for under the address that the hub knows.
        if !isLeaving { subscription.base = base }
        var fields = [
            ("hub.mode", isLeaving ? "unsubscribe" : "subscribe"), ("hub.topic", subscription.topic),
            ("hub.callback", subscription.base + "/hub/" + subscription.id),
        ]
        if !isLeaving {
            fields.append(("hub.lease_seconds", String(Self.leaseSeconds)))
            fields.append(("hub.secret", accounts.secret(of: subscription)))
        }
        var post = WebPost(
            url: subscription.hub, headers: [FetchHeader("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormEncoding.encode(fields).utf8))
        // The feed named it.
        post.isTrusted = false
        post.timeout = Self.requestTime
        let answer = try? fetcher.post(post, unixTime: now)
        // Until the hub confirms it, it counts as one that failed.
        subscription.failures += 1
        subscription.requested = now
        // The hub may have asked already, while it was being answered.
        if let confirmed = try? accounts.hubSubscription(subscription.id), confirmed.expires > subscription.expires {
            subscription = confirmed
            return
        }
        let isTaken = answer.map { 200..<300 ~= $0.status } ?? false
        let wait = isTaken ? Self.confirmationSeconds : Self.secondsAfter(failures: subscription.failures)
        let asked = answer?.retryAfter.map { Int64($0.components.seconds) } ?? 0
        subscription.due = now + min(max(wait, asked), Self.maxWaitSeconds)
        if subscription.expires <= now, !isLeaving { subscription.state = .requested }
    }

    /// A minute, then twice as long each time.
    private static func secondsAfter(failures: Int) -> Int64 { min(30 << Int64(min(failures, 12)), maxWaitSeconds) }
}
