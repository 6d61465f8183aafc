internal import Accounts
internal import Articles
private import Dispatch
internal import FeedFetching
internal import FeedLibrary
internal import HTTPServer
package import Ingestion
internal import System

/// Subscribes to feeds at their hubs and renews the subscriptions (WebSub, <https://www.w3.org/TR/websub/>).
///
/// Works only if the service has a public https address: hubs could not reach another address, and pushes over http
/// could be altered in transit.
package final class HubSubscriber: Sendable {
    private static let secondsBetweenLooks = 60.0
    /// The lease to request from a hub, in seconds. The hub may grant a different lease.
    private static let leaseSeconds: Int64 = 864_000
    private static let leaseRange: ClosedRange<Int64> = 600...7_776_000
    /// The time in seconds within which a hub must verify a request.
    private static let confirmationSeconds: Int64 = 3_600
    private static let maxWaitSeconds: Int64 = 86_400
    private static let requestTime = Duration.seconds(20)
    /// How long a claim on a request lasts, in seconds. After that, another service may send the request.
    private static let claimSeconds: Int64 = 300

    private let accounts: AccountStore
    /// The number of the library on a host.
    private let library: HostedLibrary.ID?
    private let clock: SystemClock
    private let settings: LibrarySettings
    private let open: @Sendable () throws -> Library
    /// The public address of the service.
    private let base: @Sendable () -> BaseURL?
    private let queue = DispatchQueue(label: "service.hubs")
    private let isEnding = Locked(false)
    /// The time at which an unsigned push last made a feed due, by subscription id.
    private let hints = Locked<[String: Int64]>([:])
    private static let secondsBetweenHints: Int64 = 60

    init(
        accounts: AccountStore, library: HostedLibrary.ID? = nil, clock: SystemClock, settings: LibrarySettings,
        open: @escaping @Sendable () throws -> Library, base: @escaping @Sendable () -> BaseURL?
    ) {
        self.accounts = accounts
        self.library = library
        self.clock = clock
        self.settings = settings
        self.open = open
        self.base = base
    }

    /// Starts a thread that manages the subscriptions once a minute.
    ///
    /// - Returns: a closure that stops the thread and waits until the current run has ended.
    package func start() -> @Sendable () -> Void {
        let end = DispatchSemaphore(value: 0)
        let done = DispatchGroup()
        DispatchQueue(label: "service.hubs.clock").async(group: done) { [self] in
            repeat { lookNow() } while end.wait(timeout: .now() + Self.secondsBetweenLooks) == .timedOut
        }
        return { [self] in
            self.end()
            end.signal()
            done.wait()
        }
    }

    /// Ends the requests to hubs after the current one; returns immediately.
    func end() { isEnding.withLock { $0 = true } }

    /// Records the hubs of fetched feeds; returns immediately.
    package func note(_ hubs: [FeedHub]) {
        if hubs.isEmpty { return }
        queue.async { [self] in
            guard callbacks() != nil, (try? subscribe(to: hubs)) == true else { return }
            look()
        }
    }

    /// Manages the subscriptions immediately; blocks.
    ///
    /// - Parameter isEnding: called before each request to a hub; returns true to stop.
    func lookNow(isEnding: @Sendable () -> Bool = { false }) { queue.sync { look(isEnding) } }

    // MARK: - Requests of hubs

    enum Intent: Equatable {
        case subscribe(leaseSeconds: Int64?)
        case unsubscribe
        case denied
    }

    /// Whether this service intended the request that a hub is verifying (section 5.3). Blocks the thread.
    ///
    /// - Returns: false if the hub must refuse the request.
    func confirm(_ id: String, topic: String, _ intent: Intent) throws -> Bool {
        let now = clock.now()
        var isIntended = false
        try accounts.changeHubSubscription(id) { subscription in
            guard subscription.topic == topic else { return }
            switch intent {
            case .subscribe(let leaseSeconds):
                guard subscription.state != .leaving, subscription.requested > now - Self.maxWaitSeconds else { return }
                let lease = min(
                    max(leaseSeconds ?? Self.leaseSeconds, Self.leaseRange.lowerBound), Self.leaseRange.upperBound)
                subscription.state = .active
                subscription.failures = 0
                subscription.expires = now + lease
                subscription.due = now + lease - max(lease / 8, 300)
            case .unsubscribe:
                guard subscription.state == .leaving else { return }
            case .denied:
                // Keep the state of a subscription that is being cancelled.
                if subscription.state != .leaving { subscription.state = .requested }
                subscription.failures += 1
                subscription.due = now + Self.maxWaitSeconds
            }
            isIntended = true
        }
        if isIntended, intent == .unsubscribe { try accounts.removeHubSubscription(id) }
        return isIntended
    }

    /// Whether an unsigned push may make its feed due: at most once a minute per subscription.
    func takesHint(for subscription: HubSubscription, now: Int64) -> Bool {
        hints.withLock { hints in
            hints = hints.filter { $0.value > now - Self.secondsBetweenHints }
            if hints[subscription.id] != nil { return false }
            hints[subscription.id] = now
            return true
        }
    }

    // MARK: -

    /// The base address of callbacks; nil if hubs cannot reach this service.
    private func callbacks() -> String? {
        guard let base = base(), base.isSecure, let address = try? WebAddress(base.text),
            let fetcher = try? settings.fetcher(), !fetcher.isRefused(address, within: .seconds(5))
        else { return nil }
        return base.text
    }

    /// - Returns: whether there are new or changed subscriptions.
    private func subscribe(to hubs: [FeedHub]) throws -> Bool {
        let known = Dictionary(
            try accounts.hubSubscriptions(of: library).filter { $0.state != .leaving }.map { ($0.feed, $0) },
            uniquingKeysWith: { $1 })
        var isChanged = false
        for hub in hubs {
            if let old = known[hub.feed] {
                if old.hub == hub.hub, old.topic == hub.topic, old.url == hub.url { continue }
                try accounts.changeHubSubscription(old.id) { old in
                    old.state = .leaving
                    old.due = 0
                }
            }
            _ = try accounts.addHubSubscription(
                feed: hub.feed, url: hub.url, hub: hub.hub, topic: hub.topic, in: library)
            isChanged = true
        }
        return isChanged
    }

    /// Sends the requests that are due. Failures are retried later; the feeds are polled in the meantime.
    private func look(_ isOver: () -> Bool = { false }) {
        guard let base = callbacks(), let all = try? accounts.hubSubscriptions(of: library), !all.isEmpty,
            let feeds = try? open().store.feeds(), let fetcher = try? settings.fetcher()
        else { return }
        let subscribed = Set(feeds.map(\.url))
        let now = clock.now()
        let end = clock.monotonicSeconds() + Self.secondsBetweenLooks
        for stored in all {
            if isOver() || clock.monotonicSeconds() >= end || isEnding.withLock({ $0 }) { return }
            var subscription = stored
            if subscription.state != .leaving, !subscribed.contains(subscription.url) {
                subscription.state = .leaving
                subscription.due = 0
            } else if subscription.state != .leaving, !subscription.base.isEmpty, subscription.base != base {
                // The hub still pushes to the old address, so subscribe again.
                subscription.state = .requested
                subscription.due = 0
            }
            if subscription.due > now { continue }
            if subscription.state == .leaving, subscription.requested == 0 || subscription.failures >= 3 {
                try? accounts.removeHubSubscription(subscription.id)
                continue
            }
            // Claim the request, because several services may manage the subscriptions of one library.
            guard (try? accounts.claim(stored, until: now + Self.claimSeconds)) == true else { continue }
            ask(subscription, base, fetcher, now)
        }
    }

    private func ask(_ asked: HubSubscription, _ base: String, _ fetcher: Fetcher, _ now: Int64) {
        var asked = asked
        let isLeaving = asked.state == .leaving
        // When unsubscribing, use the callback address that the hub knows.
        if !isLeaving { asked.base = base }
        var fields = [
            ("hub.mode", isLeaving ? "unsubscribe" : "subscribe"), ("hub.topic", asked.topic),
            ("hub.callback", asked.base + "/hub/" + asked.id),
        ]
        if !isLeaving {
            fields.append(("hub.lease_seconds", String(Self.leaseSeconds)))
            fields.append(("hub.secret", accounts.secret(of: asked)))
        }
        var post = WebPost(
            url: asked.hub, headers: [FetchHeader("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(FormEncoding.encode(fields).utf8))
        // The hub's address was given by a feed, so it is not trusted.
        post.isTrusted = false
        post.timeout = Self.requestTime
        let answer = try? fetcher.post(post, unixTime: now)
        _ = try? accounts.changeHubSubscription(asked.id) { subscription in
            subscription.base = asked.base
            subscription.requested = now
            // The hub has already verified the request, possibly with another service.
            if subscription.expires > asked.expires { return }
            // Another service has cancelled the subscription meanwhile; the request to unsubscribe is still due.
            if subscription.state == .leaving, !isLeaving { return }
            subscription.state = asked.state
            // The hub has already denied the request.
            if subscription.failures > asked.failures { return }
            // Count the request as a failure until the hub confirms it.
            subscription.failures = asked.failures + 1
            let isTaken = answer.map { 200..<300 ~= $0.status } ?? false
            let wait = isTaken ? Self.confirmationSeconds : Self.secondsAfter(failures: subscription.failures)
            let retryAfter = answer?.retryAfter.map { Int64($0.components.seconds) } ?? 0
            subscription.due = now + min(max(wait, retryAfter), Self.maxWaitSeconds)
            if subscription.expires <= now, !isLeaving { subscription.state = .requested }
        }
    }

    /// The wait in seconds before the next attempt: 60 after the first failure, doubled with each further failure.
    private static func secondsAfter(failures: Int) -> Int64 { min(30 << Int64(min(failures, 12)), maxWaitSeconds) }
}
