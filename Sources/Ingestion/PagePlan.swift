internal import Articles
internal import FeedFetching

/// Decides when each page is requested. Each host gets one request at a time, with the pause that the host requires.
struct PagePlan {
    /// A page and the articles that it belongs to.
    struct Visit {
        var url: String
        var pages: [PendingPage]
        /// The topic or the comments' feed that this page belongs to; nil for full-text fetching.
        var walk: TopicWalk?
    }

    enum Step {
        /// A request for robots.txt, sent before the first page of a host from which several pages are fetched.
        case robots(host: String, Visit)
        case page(host: String, Visit)
    }

    private struct Host {
        var visits: [Visit] = []
        var first = 0
        var readyAt: ContinuousClock.Instant
        var pause: Duration
        var robots: String?
        var askedForRobots = false
        var failures = 0
    }

    private var hosts: [String: Host] = [:]
    /// Hosts in the order in which they first occur.
    private var order: [String] = []
    /// The number of consecutive failures after which a host gets no more requests in this run.
    private static let maxFailures = 3

    /// - Parameters:
    ///   - pages: the pages to fetch, newest first.
    ///   - pause: the time between the starts of two requests to a host, unless the host asks for a longer one.
    ///   - feedsApart: feeds with request settings of their own. They share no requests with other feeds.
    ///   - walks: the topics and comments' feeds, by article.
    ///   - isPageWanted: whether the page of an article with a walk is also fetched for its full text.
    init(
        _ pages: [PendingPage], pause: Duration, feedsApart: Set<Int64>, walks: [ArticleID: TopicWalk] = [:],
        now: ContinuousClock.Instant, isPageWanted: (PendingPage) -> Bool = { _ in false }
    ) {
        var places: [String: (host: String, index: Int)] = [:]
        for page in pages {
            if let walk = walks[page.article] {
                add(Visit(url: walk.url, pages: [page], walk: walk), pause: pause, now: now)
                if !isPageWanted(page) { continue }
            }
            let key = (feedsApart.contains(page.feed) ? "\(page.feed) " : "") + page.url
            if let place = places[key] {
                hosts[place.host]?.visits[place.index].pages.append(page)
                continue
            }
            places[key] = add(Visit(url: page.url, pages: [page]), pause: pause, now: now)
        }
    }

    @discardableResult
    private mutating func add(
        _ visit: Visit, pause: Duration, now: ContinuousClock.Instant
    ) -> (host: String, index: Int) {
        let origin = try? WebAddress(visit.url).origin
        let name = origin?.description ?? ""
        if hosts[name] == nil {
            order.append(name)
            hosts[name] = Host(readyAt: now, pause: pause)
        }
        let index = hosts[name]?.visits.count ?? 0
        hosts[name]?.visits.append(visit)
        // Do not fetch robots.txt for a single full-text page of a host.
        if let origin, index == 1 || visit.walk?.kind == .pages { hosts[name]?.robots = "\(origin)/robots.txt" }
        return (name, index)
    }

    /// Puts the next page of a topic at the front of its host's queue.
    mutating func follow(_ visit: Visit, of name: String) {
        guard let host = hosts[name], host.first <= host.visits.count else { return }
        hosts[name]?.visits.insert(visit, at: host.first)
    }

    /// The requests that may be sent now, at most one for each host.
    mutating func take(at now: ContinuousClock.Instant, limit: Int) -> [Step] {
        var steps: [Step] = []
        for name in order where steps.count < limit {
            guard var host = hosts[name], host.first < host.visits.count, host.readyAt <= now else { continue }
            host.readyAt = now + host.pause
            if let robots = host.robots, !host.askedForRobots {
                host.askedForRobots = true
                steps.append(.robots(host: name, Visit(url: robots, pages: host.visits[host.first].pages)))
            } else {
                steps.append(.page(host: name, host.visits[host.first]))
                host.first += 1
            }
            hosts[name] = host
        }
        return steps
    }

    /// The time at which the next step may be taken; nil if no steps are left.
    var next: ContinuousClock.Instant? {
        hosts.values.filter { $0.first < $0.visits.count }.map(\.readyAt).min()
    }

    mutating func setPause(_ pause: Duration, of name: String, now: ContinuousClock.Instant) {
        guard let host = hosts[name], pause > host.pause else { return }
        hosts[name]?.readyAt = max(host.readyAt, now + pause)
        hosts[name]?.pause = pause
    }

    /// - Parameter isBusy: whether the host has refused further requests for now.
    mutating func note(success: Bool, isBusy: Bool = false, of name: String) {
        guard let host = hosts[name] else { return }
        hosts[name]?.failures = success ? 0 : host.failures + 1
        if isBusy || !success && host.failures + 1 >= Self.maxFailures { hosts[name]?.first = host.visits.count }
    }
}
