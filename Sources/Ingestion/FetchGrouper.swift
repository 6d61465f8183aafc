internal import Articles
internal import Dispatch
internal import FeedFetching
internal import FeedParsing
internal import PageRecipes

/// Takes results from a fetch run, parses and inverts their documents, and passes them to the writer in groups. Runs on
/// its own thread.
final class FetchGrouper {
    private let run: FetchRun
    let settings: FeedRefreshSettings
    private let now: @Sendable () -> Int64
    private let states: [FeedFetchState]
    private let pool: any ArticleBatchPool
    private let put: (FetchGroup) -> Bool
    var group: FetchGroup
    private let recipes: [Int64: PageRecipe]
    private var shared: (any SharedFetchRun)?
    /// Feeds that have an earlier result and were never fetched for this library, with the times from which they are
    /// processed, latest first. The first result of a new subscription is delayed by the time of a fetch, so that the
    /// time does not show that another library subscribes to the feed.
    private var newFeeds: [(index: Int, from: ContinuousClock.Instant)] = []
    private static let maxWait = Duration.seconds(10)
    private var began = ContinuousClock.now
    private var watch = ConnectivityWatch()
    /// Failures that may be caused by a missing network. They are recorded once any host has answered, or at the end of
    /// the run unless the network is missing.
    private var doubtful: [(index: Int, failure: FetchFailure, elapsed: Duration)] = []
    private(set) var isOffline = false

    init(
        run: FetchRun, states: [FeedFetchState], settings: FeedRefreshSettings, now: @escaping @Sendable () -> Int64,
        pool: any ArticleBatchPool, recipes: [Int64: PageRecipe] = [:], shared: (any SharedFetchRun)? = nil,
        put: @escaping (FetchGroup) -> Bool
    ) {
        self.run = run
        self.states = states
        self.settings = settings
        self.now = now
        self.pool = pool
        self.recipes = recipes
        self.shared = shared
        self.put = put
        group = FetchGroup(batch: pool.take())
    }

    /// Processes results until the run has ended.
    func work() {
        defer { try? shared?.end() }
        takeEarlier()
        let idleMilliseconds = shared == nil ? 60_000 : 10_000
        while true {
            switch run.take(within: .milliseconds(group.count > 0 || !newFeeds.isEmpty ? 100 : idleMilliseconds)) {
            case .result(let result): add(result)
            case .nothingYet: handOut()
            case .end:
                if !isOffline { releaseHeldFailures() }
                takeNewFeeds()
                return handOut()
            }
            takeNewFeeds(at: .now)
            handOutIfFull()
            try? shared?.keepClaims(now: now())
        }
    }

    private func handOutIfFull() {
        let age = began.duration(to: .now)
        if group.count >= settings.groupSize || group.batch.articleCount >= settings.groupArticles
            || group.batch.byteCount >= settings.groupBytes || age >= .milliseconds(settings.groupMilliseconds)
        {
            handOut()
        }
    }

    private func handOut() {
        guard group.count > 0 else { return }
        if !put(group) { run.cancel() }
        group = FetchGroup(batch: pool.take())
    }

    private func add(_ result: FetchResult) {
        let index = Int(result.token)
        watch.note(result.outcome, host: Self.host(states[index].url))
        if watch.hasAnswer {
            releaseHeldFailures()
        } else if watch.looksOffline, !isOffline {
            isOffline = true
            doubtful.removeAll()
            run.cancel()
        }
        switch result.outcome {
        case .cancelled: break
        case .failed(let failure) where failure.suggestsOffline && !watch.hasAnswer:
            if !isOffline { doubtful.append((index, failure, result.elapsed)) }
        default: settle(index, result.outcome, result.elapsed)
        }
    }

    private func releaseHeldFailures() {
        for (index, failure, elapsed) in doubtful { settle(index, .failed(failure), elapsed) }
        doubtful.removeAll()
    }

    private func settle(_ index: Int, _ outcome: FetchOutcome, _ elapsed: Duration) {
        guard let shared, case .fetch = shared.plan(of: index) else { return settle(index, outcome) { _, _ in } }
        // Without the shared store, the feed is refreshed as if no other library subscribed to it. If the body is
        // missing, the feed stays due.
        let own: FetchOutcome?
        do { own = try shared.own(outcome, of: index) } catch { own = outcome }
        guard let own else { return }
        settle(index, own) { [self] state, decision in
            let known = recipes[state.feed] == nil ? state : nil
            let next = decision.sharedNextFetch(known, outcome, failures: shared.failures(index, after: outcome))
            let stored = try? shared.store(outcome, of: index, nextFetch: next, elapsed: elapsed, now: now())
            decision.follow(stored ?? next, &state)
        }
    }

    /// Processes the feeds whose addresses other refreshes have fetched.
    private func takeEarlier() {
        guard let shared else { return }
        let start = ContinuousClock.now
        for index in states.indices where !run.isCancelled {
            guard case .ready = shared.plan(of: index) else { continue }
            if states[index].lastFetch == 0 {
                newFeeds.append((index, start + min(shared.elapsed(of: index), Self.maxWait)))
            } else {
                takeEarlier(index)
            }
        }
        newFeeds.sort { $0.from > $1.from }
    }

    private func takeEarlier(_ index: Int) {
        guard let earlier = try? shared?.earlier(index, now: now()) else { return }
        settle(index, earlier.outcome) { state, decision in decision.follow(decision.next(after: earlier), &state) }
        handOutIfFull()
    }

    /// Processes the new feeds that are due.
    private func takeNewFeeds(at time: ContinuousClock.Instant) {
        while let next = newFeeds.last, next.from <= time, !run.isCancelled {
            newFeeds.removeLast()
            takeEarlier(next.index)
        }
    }

    /// Waits for the remaining new feeds, and processes them.
    private func takeNewFeeds() {
        let never = DispatchSemaphore(value: 0)
        while !newFeeds.isEmpty, !run.isCancelled {
            takeNewFeeds(at: .now)
            if !newFeeds.isEmpty { _ = never.wait(timeout: .now() + .milliseconds(20)) }
        }
    }

    /// - Parameter change: changes the state after the fetch.
    private func settle(
        _ index: Int, _ outcome: FetchOutcome, _ change: (inout FeedFetchState, FetchDecision) -> Void
    ) {
        if group.count == 0 { began = .now }
        var state = states[index]
        let decision = FetchDecision(settings: settings, now: now(), random: Double.random(in: 0..<1))
        switch outcome {
        case .fetched(let fetched): read(fetched, index: index, &state, decision)
        case .notModified(let answer):
            decision.notModified(&state, answer)
            group.unchanged += 1
        case .gone: decision.gone(&state)
        case .failed(let failure) where failure.kind == .postponed:
            decision.postponed(&state, failure)
            group.postponed.append(.init(url: state.url, title: state.title, nextFetch: state.nextFetch))
            return finish(state)
        case .failed(let failure): decision.failed(&state, failure)
        case .cancelled: return
        }
        change(&state, decision)
        if state.isUnconfirmed {
            group.waiting.append(.init(url: state.url, title: state.title, item: state.failureText ?? ""))
        } else if let kind = state.failureKind {
            let isAlert = settings.alertAfter > 0 && state.failures >= settings.alertAfter && !state.isAlerted
            if isAlert { state.isAlerted = true }
            group.failures.append(
                .init(
                    url: state.url, title: state.title, kind: kind, text: state.failureText ?? "",
                    failures: state.failures, isAlert: isAlert, nextFetch: state.nextFetch))
        }
        if let place = state.movedTo, state.movedCount == settings.movesToBelieve,
            states[index].movedCount < settings.movesToBelieve
        {
            group.moves.append(.init(url: state.url, title: state.title, place: place))
        }
        finish(state)
    }

    private func finish(_ state: FeedFetchState) {
        group.states.append(state)
        group.count += 1
        group.lastTitle = state.title
    }

    private func read(
        _ fetched: FetchedFeed, index: Int, _ state: inout FeedFetchState, _ decision: FetchDecision
    ) {
        if let recipe = recipes[state.feed] { return read(fetched, index: index, with: recipe, &state, decision) }
        let answer = fetched.answer
        let context = FeedParser.Context(
            base: answer.base, contentType: answer.contentType)
        let feed = FeedParser.parse(fetched.body, context: context)
        guard feed.format != .unknown else {
            if let failure = signInFailure(fetched, state, decision) {
                return decision.failed(&state, kind: failure.kind, text: failure.text)
            }
            let kind = feed.notAFeed?.isDamagedResponse == true ? FetchFailure.Kind.badAnswer.name : "notAFeed"
            return decision.failed(&state, kind: kind, text: feed.error ?? "it is no feed")
        }
        decision.fetched(&state, fetched, feed)
        group.fetched += 1
        if let hub = FeedHub(state, feed, answer) { group.hubs.append(hub) }
        if let mode = state.options.replies, mode != .off {
            // Skip items with a comment count: a new comment changes the article, so it is queued anyway.
            let counted: Set<String> = ["slash:comments", "thr:total"]
            let listed = zip(ItemIdentity.ids(of: feed.items), feed.items)
                .filter { !$1.extensions.contains { counted.contains($0.name) } }
                .map { id, _ in ListedTopic(guid: id, replies: nil) }
            if !listed.isEmpty { group.topics.append((state.feed, listed)) }
        }
        FeedDocumentReader.read(feed, url: state.url, links: settings.links) { entry in
            switch entry {
            case .article(let draft): group.batch.add(draft)
            case .feed(let draft): group.batch.add(draft)
            case .document(let items): group.batch.add(items)
            case .unreadable, .unknownZones: break
            }
        }
    }

    private static func host(_ url: String) -> String { (try? TypedAddress(url))?.candidates.first?.host ?? url }
}
