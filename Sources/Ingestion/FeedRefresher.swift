public import Articles
private import Dispatch
internal import FeedFetching
private import PageRecipes
internal import Pipelines
private import System

/// Refreshes feeds: fetches them concurrently and stores the results in groups.
///
/// One thread fetches, one parses and inverts, and the calling thread writes. Articles and fetch states of a group of
/// feeds are committed together, so that nothing is lost or half stored if the process ends.
public final class FeedRefresher: Sendable {
    private let settings: FeedRefreshSettings
    private let now: @Sendable () -> Int64
    private let state = Locked<(run: FetchRun?, isCancelled: Bool)>((nil, false))

    /// - Parameter now: seconds since 1970.
    public init(settings: FeedRefreshSettings, now: @escaping @Sendable () -> Int64) {
        self.settings = settings
        self.now = now
    }

    /// Ends the refresh; may be called on any thread. Running fetches are cancelled, but results that have arrived are
    /// stored.
    public func cancel() {
        let run = state.withLock { state in
            state.isCancelled = true
            return state.run
        }
        run?.cancel()
    }

    /// Fetches `feeds` and stores the results; blocks the calling thread.
    ///
    /// - Parameter onProgress: called after each commit, and twice a second between commits.
    /// - Throws: `StorageError` if nothing more can be written; what was committed remains.
    public func refresh(
        _ feeds: [FeedFetchState], in store: any ArticleStore, onProgress: ((FeedRefreshProgress) -> Void)? = nil
    ) throws -> FeedRefreshReport {
        let clock = ContinuousClock()
        let start = clock.now
        var report = FeedRefreshReport()
        report.feeds = feeds.count
        if settings.storesQuietHosts {
            try settings.fetcher.quietHosts?.begin(in: store, now: now())
        } else if settings.shared == nil {
            settings.fetcher.quietHosts?.begin([:], now: now())
        }
        let recipes = try store.recipes().compactMapValues { try? PageRecipe(json: Array($0.utf8)) }
        let shared = beginSharing(feeds)
        let run = begin(feeds, shared)
        let pool = store.makeBatchPool()
        let groups = BoundedQueue<FetchGroup>(capacity: 1)
        defer {
            run.cancel()
            groups.cancel()
        }
        let settings = settings
        let now = now
        let offline = OfflineFlag()
        DispatchQueue(label: "feedsearch.fetch.read").async {
            let grouper = FetchGrouper(
                run: run, states: feeds, settings: settings, now: now, pool: pool, recipes: recipes, shared: shared
            ) { groups.put($0) }
            grouper.work()
            offline.set(grouper.isOffline)
            groups.finish()
        }
        var done = 0
        var follows = try PendingFollows.read(from: store, of: feeds, recipes)
        var progress = FeedRefreshProgress(total: feeds.count)
        func tell() {
            progress.done = done
            progress.failures = report.failures.count
            progress.elapsed = start.duration(to: clock.now)
            progress.slowest = run.slowest.flatMap { slow in
                guard feeds.indices.contains(Int(slow.token)), done < feeds.count else { return nil }
                return .init(url: feeds[Int(slow.token)].url, elapsed: clock.now - slow.started)
            }
            onProgress?(progress)
        }
        while true {
            while onProgress != nil, !groups.isReady(within: .milliseconds(500)) { tell() }
            guard let group = groups.take() else { break }
            // Queue topics and store the next page before the feed is recorded as fetched. If the process ends in
            // between, the feed is fetched again.
            var settled: [Int64: Bool] = [:]
            for topics in group.topics {
                settled[topics.feed] = try store.queue(topics.listed, of: topics.feed, now: now())
            }
            for follow in group.follows {
                let feed = feeds[follow.feed].feed
                if try settled[feed] ?? store.hasAny(of: follow.ids, in: feed) { continue }
                follows.removeAll { $0.feed == follow.feed }
                follows.append(follow)
                try PendingFollows.set(follow, of: feed, in: store)
            }
            let result = try store.record(group.states, group.batch, now: now())
            if settings.storesQuietHosts { try settings.fetcher.quietHosts?.save(in: store) }
            report.inserted += result.inserted
            report.updated += result.updated
            report.removed += result.removed
            report.fetched += group.fetched
            report.unchanged += group.unchanged
            report.failures += group.failures
            report.waiting += group.waiting
            report.postponed += group.postponed
            report.moves += group.moves
            report.hubs += group.hubs
            done += group.count
            progress.title = group.lastTitle
            tell()
            pool.give(group.batch)
        }
        if !follows.isEmpty {
            let follower = PageFollower(settings: settings, recipes: recipes, states: feeds, now: now) {
                self.state.withLock { $0.isCancelled }
            }
            let more = try follower.follow(follows, in: store)
            report.inserted += more.inserted
            report.updated += more.updated
        }
        report.isOffline = offline.isSet
        report.isCancelled = state.withLock { $0.isCancelled }
        let elapsed = start.duration(to: clock.now)
        report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        return report
    }

    /// Decides which feeds are refreshed with fetches that the libraries of a host share; nil outside a host, or if the
    /// shared fetches cannot be used.
    private func beginSharing(_ feeds: [FeedFetchState]) -> (any SharedFetchRun)? {
        guard let shared = settings.shared else { return nil }
        let decision = FetchDecision(settings: settings, now: now(), random: 0.5)
        let requests = feeds.enumerated().compactMap { index, state -> SharedFetchRequest? in
            // Do not read secrets yet.
            guard !state.options.sendsSignIn, state.trustedOrigin == nil else { return nil }
            return (try? decision.request(state, token: Int64(index))).flatMap {
                SharedFetchRequest(index: index, $0, state)
            }
        }
        do {
            return try shared.begin(requests, now: now())
        } catch {
            settings.onSharedFault?(error)
            return nil
        }
    }

    /// Starts the run. A feed with an invalid address produces a failed result.
    private func begin(_ feeds: [FeedFetchState], _ shared: (any SharedFetchRun)?) -> FetchRun {
        let decision = FetchDecision(settings: settings, now: now(), random: 0.5)
        let own = feeds.indices.filter { index in
            switch shared?.plan(of: index) {
            case .alone, .fetch, nil: true
            case .ready, .later: false
            }
        }
        let next = Locked(0)
        let run = settings.fetcher.run {
            let place = next.withLock { number in
                defer { number += 1 }
                return number
            }
            guard place < own.count else { return nil }
            let index = own[place]
            if case .fetch(let request) = shared?.plan(of: index) { return request }
            // Leave an invalid address to the fetcher, so that its failure is reported like all others.
            return (try? decision.request(feeds[index], token: Int64(index)))
                ?? FetchRequest(feeds[index].url, token: Int64(index))
        }
        let isCancelled = state.withLock { state in
            state.run = run
            return state.isCancelled
        }
        if isCancelled { run.cancel() }
        return run
    }
}

/// The progress of a refresh.
public struct FeedRefreshProgress: Sendable {
    /// The feed with the longest-running request.
    public struct Slowest: Sendable {
        public var url: String
        public var elapsed: Duration
    }

    /// Number of finished feeds.
    public var done = 0
    public var total: Int
    public var failures = 0
    /// The title of the feed that finished last.
    public var title = ""
    public var elapsed = Duration.zero
    /// The slowest feed, if its request has taken more than two seconds.
    public var slowest: Slowest?

    init(total: Int) { self.total = total }
}

/// A flag that one thread writes and another reads.
private final class OfflineFlag: Sendable {
    private let value = Locked(false)
    var isSet: Bool { value.withLock { $0 } }
    func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
}
