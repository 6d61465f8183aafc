package import Accounts
internal import FeedFetching
internal import Formats
package import Ingestion
internal import System

/// The fetches that the libraries of a host share, in all its processes.
package final class SharedFetches: Sendable {
    /// The numbers of results that were taken from the store and that were fetched.
    package struct Counts: Sendable, Equatable {
        package var hits = 0
        package var misses = 0

        package init() {}
    }

    fileprivate let store: SharedFetchStore
    private let quietHosts: QuietHosts
    fileprivate let counts = Locked((feeds: Counts(), icons: Counts()))

    /// - Parameter network: the limits of the libraries that share the fetches.
    package init(_ store: SharedFetchStore, _ network: HostNetwork) {
        self.store = store
        quietHosts = network.quietHosts
    }

    /// The shared fetches, for the refreshes of one library.
    package func of(_ library: HostedLibrary.ID) -> any SharedFetching { FetchesOfLibrary(fetches: self, id: library) }

    /// The uses of the store for feeds and icons by this process.
    package var feedCounts: Counts { counts.withLock { $0.feeds } }
    package var iconCounts: Counts { counts.withLock { $0.icons } }

    /// The size of the stored bodies of feeds and of icons. Blocks.
    package func byteCounts() throws -> (feeds: Int64, icons: Int64) { try store.byteCounts() }

    /// Removes the entries that only libraries without an account have used. Blocks.
    package func removeUses(exceptOf libraries: Set<HostedLibrary.ID>) throws {
        try store.removeUses(exceptOf: libraries)
    }

    /// Records that a hub has announced new content of a feed. Blocks.
    package func noteHint(feed url: String, now: Int64) throws {
        guard let address = try? TypedAddress(url).candidates.first else { return }
        try store.hint(SharedFetchesRun.entry(address).id, now: now)
    }

    fileprivate func begin(
        _ requests: [SharedFetchRequest], of library: HostedLibrary.ID, now: Int64
    ) throws -> any SharedFetchRun {
        let known = Result { try store.quietHosts(now: now) }
        // Let pauses expire even if the store cannot be used.
        quietHosts.begin((try? known.get()) ?? [:], now: now)
        _ = try known.get()
        let run = SharedFetchesRun(self, store, library)
        try run.begin(requests, now: now)
        return run
    }

    /// Stores the hosts that have asked not to be contacted since the last call.
    fileprivate func keepQuietHosts() throws { try store.keep(quietHosts: quietHosts.takeLearned()) }
}

private struct FetchesOfLibrary: SharedFetching {
    let fetches: SharedFetches
    let id: HostedLibrary.ID

    func begin(_ requests: [SharedFetchRequest], now: Int64) throws -> any SharedFetchRun {
        try fetches.begin(requests, of: id, now: now)
    }

    func beginIcons(_ requests: [SharedIconRequest], now: Int64) throws -> any SharedIconRun {
        let run = SharedIconsRun(fetches.store)
        let counts = try run.begin(requests, of: id, now: now)
        fetches.counts.withLock { known in
            known.icons.hits += counts.hits
            known.icons.misses += counts.misses
        }
        return run
    }
}

/// The shared fetches of one refresh.
private final class SharedFetchesRun: SharedFetchRun {
    private struct Feed {
        var plan: SharedFetchPlan
        var address: WebAddress
        var entry: SharedFetchEntry
        /// The body that the library has.
        var contentHash: BodyHash?
    }

    private struct State {
        var feeds: [Int: Feed] = [:]
        var renewed: Int64 = 0
        var hasClaims = false
    }

    private let fetches: SharedFetches
    private let store: SharedFetchStore
    private let library: HostedLibrary.ID
    /// Identifies the run in claims.
    private let id = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let state = Locked(State())
    /// A refresh takes feeds that are due soon. A result that expires within this time is therefore not used.
    private static let earlySeconds: Int64 = 20
    /// The maximum number of addresses of one host that are claimed at once. The others stay due, so that another
    /// process can fetch from the host before the next round.
    private static let maxClaimsPerHost = 100
    private static let maxDecodedBytes = 64 << 20

    init(_ fetches: SharedFetches, _ store: SharedFetchStore, _ library: HostedLibrary.ID) {
        self.fetches = fetches
        self.store = store
        self.library = library
    }

    // MARK: - Plan

    func begin(_ requests: [SharedFetchRequest], now: Int64) throws {
        var ids: Set<Int64> = []
        let wanted = requests.compactMap { request -> Wanted? in
            guard let address = try? WebAddress(request.request.url) else { return nil }
            let empty = Self.entry(address)
            return ids.insert(empty.id).inserted ? (request, address, empty) : nil
        }
        if wanted.isEmpty { return }
        try store.use(Array(ids), by: library)
        // Do not write if no address must be fetched.
        let known = try store.entries(Array(ids))
        var feeds = Self.plan(wanted, known, busyHosts: [], now: now).feeds
        if feeds.values.contains(where: { if case .fetch = $0.plan { true } else { false } }) {
            try store.claim(Array(ids), for: id, now: now) { known, busyHosts in
                let plan = Self.plan(wanted, known, busyHosts: busyHosts, now: now)
                feeds = plan.feeds
                return plan.claims
            }
        }
        let planned = feeds
        let hits = planned.values.count { if case .ready = $0.plan { true } else { false } }
        let misses = planned.values.count { if case .fetch = $0.plan { true } else { false } }
        fetches.counts.withLock { counts in
            counts.feeds.hits += hits
            counts.feeds.misses += misses
        }
        state.withLock { state in
            state.feeds = planned
            state.renewed = now
            state.hasClaims = true
        }
    }

    private typealias Wanted = (request: SharedFetchRequest, address: WebAddress, empty: SharedFetchEntry)

    /// The entry of an address that was never fetched.
    static func entry(_ address: WebAddress) -> SharedFetchEntry {
        SharedFetchEntry(of: address.text, host: "\(address.host):\(address.port)")
    }

    private static func plan(
        _ wanted: [Wanted], _ known: [Int64: SharedFetchEntry], busyHosts: Set<String>, now: Int64
    ) -> (feeds: [Int: Feed], claims: [SharedFetchEntry]) {
        var feeds: [Int: Feed] = [:]
        var claims: [SharedFetchEntry] = []
        var claimsOfHost: [String: Int] = [:]
        for (request, address, empty) in wanted {
            let entry = known[empty.id] ?? empty
            // Skip the address: another one has the same first 64 bits.
            guard entry.digest == empty.digest else { continue }
            let hash = request.request.contentHash
            let isCurrent = hash != nil && hash?.description == entry.contentHash
            var plan = SharedFetchPlan.ready
            if !isFresh(entry, request, now: now)
                || entry.failure == nil && !isCurrent && !entry.hasBody
            {
                if entry.claim != nil || busyHosts.contains(entry.host)
                    || claimsOfHost[entry.host, default: 0] >= maxClaimsPerHost
                {
                    plan = .later
                } else {
                    var fetch = request.request
                    let isConditional = entry.contentHash != nil && (isCurrent || entry.hasBody)
                    fetch.etag = isConditional ? entry.etag : nil
                    fetch.lastModified = isConditional ? entry.lastModified : nil
                    fetch.contentHash = isConditional ? entry.contentHash.flatMap { BodyHash($0) } : nil
                    plan = .fetch(fetch)
                    claims.append(entry)
                    claimsOfHost[entry.host, default: 0] += 1
                }
            }
            feeds[request.index] = Feed(plan: plan, address: address, entry: entry, contentHash: hash)
        }
        return (feeds, claims)
    }

    /// Whether a library may use the last result instead of a fetch.
    private static func isFresh(_ entry: SharedFetchEntry, _ request: SharedFetchRequest, now: Int64) -> Bool {
        guard isCurrent(entry, now: now), !request.isReset, entry.hinted <= 0 else { return false }
        // The interval of a library does not shorten the back-off after failures.
        if entry.failure != nil { return request.lastSuccess <= entry.checked }
        guard let interval = request.interval else { return true }
        return now + earlySeconds < entry.checked + max(0, min(interval, 366 * 86_400)) * 9 / 10
    }

    /// Whether the address is not due yet for all libraries.
    private static func isCurrent(_ entry: SharedFetchEntry, now: Int64) -> Bool {
        // A time in the future comes from a wrong clock.
        entry.checked > 0 && entry.checked <= now + 60 && now + earlySeconds < entry.nextFetch
    }

    func plan(of index: Int) -> SharedFetchPlan { state.withLock { $0.feeds[index]?.plan } ?? .alone }

    private func feed(_ index: Int) -> Feed? { state.withLock { $0.feeds[index] } }

    // MARK: - Results

    func earlier(_ index: Int, now: Int64) throws -> SharedOutcome? {
        guard let feed = feed(index), let outcome = try outcome(feed, now: now) else { return nil }
        return SharedOutcome(outcome, nextFetch: feed.entry.nextFetch)
    }

    private func outcome(_ feed: Feed, now: Int64) throws -> FetchOutcome? {
        if let failure = feed.entry.sharedFailure(of: feed.address, now: now) { return failure }
        guard let answer = feed.entry.answer(of: feed.address, now: now) else { return nil }
        return try content(feed, answer)
    }

    /// The current body of an address, as a response to the library's own request.
    private func content(_ feed: Feed, _ answer: FetchAnswer) throws -> FetchOutcome? {
        guard let hash = feed.entry.contentHash.flatMap({ BodyHash($0) }) else { return nil }
        if hash == feed.contentHash { return .notModified(answer) }
        guard let packed = try store.body(feed.entry.id),
            let body = CompressedBytes.decompress(packed, limit: Self.maxDecodedBytes),
            // Another refresh may have stored a newer body.
            BodyHash(of: body) == hash
        else { return nil }
        return .fetched(FetchedFeed(body: body, contentHash: hash, answer: answer))
    }

    func own(_ outcome: FetchOutcome, of index: Int) throws -> FetchOutcome? {
        guard let feed = feed(index) else { return outcome }
        switch outcome {
        case .fetched(let fetched) where fetched.contentHash == feed.contentHash: return .notModified(fetched.answer)
        case .notModified(let answer):
            var entry = feed.entry
            entry.note(notModified: answer, of: feed.address, now: entry.checked)
            var known = entry.answer(of: feed.address, now: entry.checked) ?? answer
            known.freshness.retryAfter = answer.freshness.retryAfter
            return try content(feed, known)
        default: return outcome
        }
    }

    func failures(_ index: Int, after outcome: FetchOutcome) -> Int {
        switch outcome {
        case .fetched, .notModified: 0
        case .gone, .failed, .cancelled: min((feed(index)?.entry.failures ?? 0) + 1, 1_000)
        }
    }

    func elapsed(of index: Int) -> Duration { .milliseconds(feed(index)?.entry.milliseconds ?? 0) }

    func store(
        _ outcome: FetchOutcome, of index: Int, nextFetch: Int64, elapsed: Duration, now: Int64
    ) throws -> Int64 {
        guard let feed = feed(index) else { return nextFetch }
        var entry = feed.entry
        let failures = failures(index, after: outcome)
        // This library has made the request early, because of a retry or its own interval. It must not prolong the
        // back-off for the others.
        if failures > 0, Self.isCurrent(entry, now: now) {
            try store.endHint(entry)
            return entry.nextFetch
        }
        var body = SharedFetchStore.BodyChange.none
        switch outcome {
        case .fetched(let fetched):
            body = CompressedBytes.compress(fetched.body).map { .replaced($0) } ?? .removed
            entry.note(fetched, of: feed.address, now: now)
        case .notModified(let answer): entry.note(notModified: answer, of: feed.address, now: now)
        case .gone(let answer): entry.note(gone: answer, of: feed.address, failures: failures)
        case .failed(let failure):
            // The failure says nothing about the address, for example because nothing was sent.
            guard failure.isOfAddress else { return nextFetch }
            entry.note(failure, failures: failures, now: now)
        case .cancelled: return nextFetch
        }
        entry.checked = now
        entry.nextFetch = nextFetch
        entry.milliseconds = min(max(0, Int64(elapsed / .milliseconds(1))), 600_000)
        try store.record(entry, body)
        return entry.nextFetch
    }

    // MARK: - Claims

    func keepClaims(now: Int64) throws {
        let isTime = state.withLock { state in
            guard state.hasClaims, now - state.renewed >= SharedFetchStore.claimSeconds / 4 else { return false }
            state.renewed = now
            return true
        }
        guard isTime else { return }
        try store.renew(id, now: now)
        try fetches.keepQuietHosts()
    }

    func end() throws {
        let hasClaims = state.withLock { state in
            defer { state.hasClaims = false }
            return state.hasClaims && state.feeds.values.contains { if case .fetch = $0.plan { true } else { false } }
        }
        if hasClaims { try store.release(id) }
        try fetches.keepQuietHosts()
    }
}
