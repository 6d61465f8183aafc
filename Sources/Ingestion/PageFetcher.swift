public import Articles
private import Dispatch
internal import FeedFetching

/// The result of fetching the pages of articles.
public struct PageReport: Sendable, Equatable {
    /// Number of articles that now have their whole text.
    public var whole = 0
    /// Number of topics whose pages, and of articles whose comments' feeds, were read.
    public var topics = 0
    /// Number of new replies that were stored as articles.
    public var replies = 0
    /// Number of articles whose page has no more text than the feed.
    public var nothingMore = 0
    public var failed = 0

    public init() {}

    public var done: Int { whole + topics + nothingMore + failed }
}

/// Fetches the pages of articles whose feeds contain only excerpts, and stores their main text (docs/decisions/0077).
///
/// Requests use the settings, limits and address rules of the feed. Each host gets one request at a time and at most
/// one per second, or fewer if its robots.txt sets a delay (`CrawlDelay`). A page that several articles link to is
/// fetched once.
public struct PageFetcher: Sendable {
    private let settings: FeedRefreshSettings
    private let pause: Duration
    private static let maxPages = 2_000
    private static let maxTogether = 32
    /// The seconds until a failed page is tried again, by the number of failures. If the attempt after
    /// the last of these waits fails too, the page is not tried again.
    private static let waits: [Int64] = [600, 3_600, 6 * 3_600, 86_400]
    private static let longestWait: Int64 = 7 * 86_400

    /// - Parameter pause: the time between the beginnings of two requests to a host.
    public init(settings: FeedRefreshSettings, pause: Duration = .seconds(1)) {
        var settings = settings
        settings.fetcher.limits.timeout = .seconds(20)
        settings.fetcher.limits.connectTimeout = .seconds(10)
        self.settings = settings
        self.pause = pause
    }

    /// Fetches the pages that are due; blocks the calling thread.
    ///
    /// - Parameters:
    ///   - budget: the time limit; pages that have not been fetched by then remain due.
    ///   - now: seconds since 1970.
    ///   - isEnding: called several times a second; true ends the call early.
    ///   - onProgress: receives the report so far, and the number of pages due at the start.
    /// - Throws: `StorageError`; what was committed remains.
    public func fetch(
        in store: any ArticleStore, within budget: Duration, now: @escaping @Sendable () -> Int64,
        isEnding: () -> Bool = { false }, onProgress: (PageReport, Int) -> Void = { _, _ in }
    ) throws -> PageReport {
        var report = PageReport()
        let pages = try store.duePages(now: now(), limit: Self.maxPages)
        if pages.isEmpty { return report }
        var states: [Int64: FeedFetchState] = [:]
        for page in pages where states[page.feed] == nil { states[page.feed] = try store.fetchState(of: page.feed) }
        let topics = try TopicFetching(settings: settings, states: states, pages: pages, in: store)
        try topics.recordWithoutPages(in: store, now: now())
        let total = pages.count - topics.withoutPages.count
        let apart = states.values.filter { !$0.options.isEmpty }.map(\.feed)
        let deadline = ContinuousClock.now + budget
        var plan = PagePlan(
            pages.filter { !topics.withoutPages.contains($0.article) }, pause: pause, feedsApart: Set(apart),
            walks: topics.walks, now: .now
        ) { states[$0.feed]?.options.fullText != nil }
        while !isEnding(), let next = plan.next, next < deadline {
            guard next <= .now else {
                let rest = min(next - .now, .milliseconds(100))
                DispatchSemaphore(value: 0).wait(for: rest)
                continue
            }
            var outcomes: [PageOutcome] = []
            try run(plan.take(at: .now, limit: Self.maxTogether), states, now: now(), isEnding) { step, outcome in
                switch step {
                case .robots(let host, _):
                    guard case .fetched(let robots) = outcome,
                        let delay = CrawlDelay.of(robots.body, agent: "feedsearch")
                    else { return }
                    plan.setPause(delay, of: host, now: .now)
                case .page(let host, let visit):
                    if case .cancelled = outcome { return }
                    if let walk = visit.walk, let page = visit.pages.first {
                        let (found, next) = try topics.outcome(outcome, of: page, walk, in: store, now: now())
                        outcomes.append(PageOutcome(article: page.article, result: found))
                        if let next { plan.follow(PagePlan.Visit(url: next.url, pages: [page], walk: next), of: host) }
                        plan.note(success: Self.answered(outcome), isBusy: Self.isBusy(outcome), of: host)
                        return
                    }
                    outcomes += try self.outcomes(outcome, visit, states, in: store, now: now())
                    plan.note(success: Self.answered(outcome), isBusy: Self.isBusy(outcome), of: host)
                }
            }
            if settings.storesQuietHosts { try settings.fetcher.quietHosts?.save(in: store) }
            if outcomes.isEmpty { continue }
            let stored = try store.record(outcomes, now: now())
            report.whole += stored.whole
            report.replies += stored.replies
            for outcome in outcomes {
                switch outcome.result {
                case .whole: break
                case .topic(let update):
                    if update.isLast { report.topics += 1 }
                case .nothingMore: report.nothingMore += 1
                case .failed: report.failed += 1
                }
            }
            onProgress(report, total)
        }
        return report
    }

    /// Fetches the page of one article at once, regardless of the settings of its feed; blocks the calling thread.
    /// A topic is read with the recipe of its feed, and a reply with its topic.
    ///
    /// - Parameter budget: the time limit of a topic. If pages remain after this time, the topic is queued.
    /// - Returns: the result; nil if the article has no page.
    /// - Throws: `StorageError`.
    public func fetch(
        _ article: ArticleID, in store: any ArticleStore, now: Int64, within budget: Duration = .seconds(15)
    ) throws -> PageOutcome.Result? {
        let stored = try store.article(article, withTexts: false)
        // The page of a reply is the page of its topic.
        if stored?.reply != nil, stored?.topic == nil { return nil }
        guard let page = try store.page(of: stored?.topic ?? article) else { return nil }
        let states = [page.feed: try store.fetchState(of: page.feed)]
        let topics = try TopicFetching(settings: settings, states: states, pages: [page], in: store)
        if let walk = topics.walks[page.article], walk.kind == .pages {
            return try fetch(page, walk, topics, states, in: store, now: now, until: .now + budget)
        }
        let visit = PagePlan.Visit(url: page.url, pages: [page])
        var found: [PageOutcome] = []
        let isNeverEnding = { false }
        try run([.page(host: "", visit)], states, now: now, isNeverEnding) { _, outcome in
            found = try outcomes(outcome, visit, states, in: store, now: now)
        }
        guard let outcome = found.first else { return nil }
        try store.record([outcome], now: now)
        return outcome.result
    }

    /// Fetches the pages of a topic, one after the other.
    private func fetch(
        _ page: PendingPage, _ walk: TopicWalk, _ topics: TopicFetching, _ states: [Int64: FeedFetchState],
        in store: any ArticleStore, now: Int64, until deadline: ContinuousClock.Instant
    ) throws -> PageOutcome.Result? {
        var next: TopicWalk? = walk
        var result: PageOutcome.Result?
        let isNeverEnding = { false }
        while let current = next {
            let started = ContinuousClock.now
            next = nil
            let visit = PagePlan.Visit(url: current.url, pages: [page], walk: current)
            try run([.page(host: "", visit)], states, now: now, isNeverEnding) { _, outcome in
                (result, next) = try topics.outcome(outcome, of: page, current, in: store, now: now)
            }
            guard let result else { return nil }
            try store.record([PageOutcome(article: page.article, result: result)], now: now)
            guard next != nil else { break }
            if started + pause >= deadline {
                let guid = try store.guid(of: page.article) ?? ""
                try store.queue([ListedTopic(guid: guid, replies: nil)], of: page.feed, now: now)
                break
            }
            while .now < started + pause {
                DispatchSemaphore(value: 0).wait(for: min(started + pause - .now, .milliseconds(100)))
            }
        }
        return result
    }

    private func run(
        _ steps: [PagePlan.Step], _ states: [Int64: FeedFetchState], now: Int64, _ isEnding: () -> Bool,
        _ body: (PagePlan.Step, FetchOutcome) throws -> Void
    ) rethrows {
        let run = settings.fetcher.run(steps.enumerated().map { request($1, states, now: now, token: Int64($0)) })
        defer { run.cancel() }
        while true {
            switch run.take(within: .milliseconds(200)) {
            case .end: return
            case .nothingYet: if isEnding() { return }
            case .result(let result): try body(steps[Int(result.token)], result.outcome)
            }
        }
    }

    private func request(
        _ step: PagePlan.Step, _ states: [Int64: FeedFetchState], now: Int64, token: Int64
    ) -> FetchRequest {
        let (visit, accept, limit) =
            switch step {
            case .robots(_, let visit): (visit, "text/plain", CrawlDelay.maxBytes)
            case .page(_, let visit): (visit, WholeArticle.accept, WholeArticle.maxBytes)
            }
        guard let state = visit.pages.first.flatMap({ states[$0.feed] }) else {
            return FetchRequest(visit.url, token: token)
        }
        var request = FetchDecision(settings: settings, now: now, random: 0.5).request(
            visit.url, of: state, token: token)
        request.accept = accept
        request.maxDecodedBytes = limit
        if case .page(_, let visit) = step, let walk = visit.walk {
            if walk.kind == .feed {
                request.accept = nil
                request.maxDecodedBytes = nil
            }
            request.etag = walk.page?.etag
            request.lastModified = walk.page?.lastModified
            request.contentHash = walk.page?.contentHash.flatMap { BodyHash($0) }
        }
        return request
    }

    private func outcomes(
        _ outcome: FetchOutcome, _ visit: PagePlan.Visit, _ states: [Int64: FeedFetchState],
        in store: any ArticleStore, now: Int64
    ) throws -> [PageOutcome] {
        var results: [PageOutcome] = []
        for page in visit.pages {
            let result: PageOutcome.Result
            switch outcome {
            case .fetched(let fetched):
                do throws(WholeArticle.Problem) {
                    let whole = try WholeArticle(fetched, states[page.feed]?.options.fullText ?? .automatic)
                    guard let article = try? store.article(page.article) else { continue }
                    result = whole.draft(of: article, page).map { .whole($0) } ?? .nothingMore
                } catch {
                    result = .failed(kind: error.kind, text: error.text, next: nil)
                }
            case .failed(let failure):
                result = .failed(
                    kind: failure.kind.name, text: failure.message, next: Self.next(page, failure, now: now))
            case .gone, .notModified, .cancelled:
                result = .failed(kind: "httpStatus", text: "status 410", next: nil)
            }
            results.append(PageOutcome(article: page.article, result: result))
        }
        return results
    }

    /// The time of the next attempt; nil if the page is not tried again.
    static func next(_ page: PendingPage, _ failure: FetchFailure, now: Int64) -> Int64? {
        switch failure.kind {
        case .unconfirmed: return now
        case .postponed: return now + max(1, min(failure.retryAfter?.components.seconds ?? 0, QuietHosts.maxSeconds))
        case .refused, .tooLarge, .needsSignIn: return nil
        case .httpStatus(let status) where (400..<500).contains(status) && ![408, 425, 429].contains(status): return nil
        default: break
        }
        guard let retry = retry(page, now: now) else { return nil }
        let asked = min(max(0, failure.retryAfter?.components.seconds ?? 0), longestWait)
        return max(retry, now + asked)
    }

    /// The time of the next attempt after a temporary failure; nil after the last attempt.
    static func retry(_ page: PendingPage, now: Int64) -> Int64? {
        waits.indices.contains(page.attempts) ? now + waits[page.attempts] : nil
    }

    /// Whether the host is reachable, regardless of its response for this page.
    private static func answered(_ outcome: FetchOutcome) -> Bool {
        guard case .failed(let failure) = outcome else { return true }
        switch failure.kind {
        case .dns, .connect, .tls, .timeout, .proxy, .challenge, .postponed: return false
        default: return true
        }
    }

    private static func isBusy(_ outcome: FetchOutcome) -> Bool {
        guard case .failed(let failure) = outcome, case .httpStatus(let status) = failure.kind else { return false }
        return status == 429 || status == 503
    }
}

extension DispatchSemaphore {
    fileprivate func wait(for rest: Duration) {
        let nanoseconds = Int(max(0, rest.components.attoseconds / 1_000_000_000))
        _ = wait(timeout: .now() + .nanoseconds(nanoseconds))
    }
}
