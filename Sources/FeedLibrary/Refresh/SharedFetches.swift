package import Accounts
internal import FeedFetching
internal import Formats
package import Ingestion
internal import System

/// The fetches that the libraries of a host share, in all its processes.
package final class SharedFetches: SharedFetching {
    private let store: SharedFetchStore
    private let quietHosts: QuietHosts
    private let stored = Locked(0)
    /// The number of stored fetches between two calls of `tidy`.
    private static let storedBetween = 64

    /// - Parameter network: the limits of the libraries that share the fetches.
    package init(_ store: SharedFetchStore, _ network: HostNetwork) {
        self.store = store
        quietHosts = network.quietHosts
    }

    package func begin(_ requests: [SharedFetchRequest], now: Int64) throws -> any SharedFetchRun {
        quietHosts.begin(try store.quietHosts(now: now), now: now)
        let run = SharedFetchesRun(self, store)
        try run.begin(requests, now: now)
        return run
    }

    /// Stores the hosts that have asked not to be contacted since the last call.
    fileprivate func keepQuietHosts() throws { try store.keep(quietHosts: quietHosts.takeLearned()) }

    fileprivate func noteStored(now: Int64) throws {
        let isTime = stored.withLock { count in
            count += 1
            return count % Self.storedBetween == 1
        }
        if isTime { try store.tidy(now: now) }
    }
}

/// The shared fetches of one refresh.
private final class SharedFetchesRun: SharedFetchRun {
    private struct Feed {
        var plan: SharedFetchPlan
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
    /// Identifies the run in claims.
    private let id = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let state = Locked(State())
    /// A refresh takes feeds that are due soon. A result that expires within this time is therefore not used.
    private static let earlySeconds: Int64 = 20
    /// Larger bodies are not stored, so that each library fetches them.
    private static let maxBodyBytes = 8 << 20
    private static let maxDecodedBytes = 64 << 20

    init(_ fetches: SharedFetches, _ store: SharedFetchStore) {
        self.fetches = fetches
        self.store = store
    }

    // MARK: - Plan

    func begin(_ requests: [SharedFetchRequest], now: Int64) throws {
        var ids: Set<Int64> = []
        let wanted = requests.compactMap { request -> (SharedFetchRequest, SharedFetchEntry)? in
            guard let empty = Self.entry(request.request.url), ids.insert(empty.id).inserted else { return nil }
            return (request, empty)
        }
        if wanted.isEmpty { return }
        // If all results are already there, nothing is written.
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
        state.withLock { state in
            state.feeds = planned
            state.renewed = now
            state.hasClaims = true
        }
    }

    /// The entry of an address that was never fetched; nil for an invalid address.
    private static func entry(_ url: String) -> SharedFetchEntry? {
        guard let address = try? WebAddress(url) else { return nil }
        let digest = SHA256.hash(Array(address.text.utf8))
        let id = digest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return SharedFetchEntry(id: id, digest: digest, host: "\(address.host):\(address.port)")
    }

    private static func plan(
        _ wanted: [(SharedFetchRequest, SharedFetchEntry)], _ known: [Int64: SharedFetchEntry],
        busyHosts: Set<String>, now: Int64
    ) -> (feeds: [Int: Feed], claims: [SharedFetchEntry]) {
        var feeds: [Int: Feed] = [:]
        var claims: [SharedFetchEntry] = []
        for (request, empty) in wanted {
            let entry = known[empty.id] ?? empty
            // Another address has the same first bits.
            guard entry.digest == empty.digest else { continue }
            let hash = request.request.contentHash
            let isCurrent = hash != nil && hash?.description == entry.contentHash
            var plan = SharedFetchPlan.ready
            if !isFresh(entry, interval: request.interval, now: now)
                || entry.failure == nil && !isCurrent && !entry.hasBody
            {
                if entry.claim != nil || busyHosts.contains(entry.host) {
                    plan = .later
                } else {
                    var fetch = request.request
                    let isConditional = entry.contentHash != nil && (isCurrent || entry.hasBody)
                    fetch.etag = isConditional ? entry.etag : nil
                    fetch.lastModified = isConditional ? entry.lastModified : nil
                    fetch.contentHash = isConditional ? entry.contentHash.flatMap { BodyHash($0) } : nil
                    plan = .fetch(fetch)
                    claims.append(entry)
                }
            }
            feeds[request.index] = Feed(plan: plan, entry: entry, contentHash: hash)
        }
        return (feeds, claims)
    }

    /// Whether a library may use the last result instead of a fetch.
    private static func isFresh(_ entry: SharedFetchEntry, interval: Int64?, now: Int64) -> Bool {
        // A time in the future comes from a wrong clock.
        guard entry.checked > 0, entry.checked <= now + 60 else { return false }
        var end = entry.nextFetch
        if let interval { end = min(end, entry.checked + max(0, min(interval, 366 * 86_400)) * 9 / 10) }
        return now + earlySeconds < end
    }

    func plan(of index: Int) -> SharedFetchPlan { state.withLock { $0.feeds[index]?.plan } ?? .alone }

    private func feed(_ index: Int) -> Feed? { state.withLock { $0.feeds[index] } }

    // MARK: - Results

    func earlier(_ index: Int, now: Int64) throws -> SharedOutcome? {
        guard let feed = feed(index), let outcome = try outcome(feed, now: now) else { return nil }
        return SharedOutcome(outcome, nextFetch: feed.entry.nextFetch)
    }

    private func outcome(_ feed: Feed, now: Int64) throws -> FetchOutcome? {
        if let failure = feed.entry.sharedFailure(now: now) { return failure }
        guard let answer = feed.entry.answer(now: now) else { return nil }
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
            entry.note(notModified: answer, now: entry.checked)
            return try content(feed, entry.answer(now: entry.checked) ?? answer)
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
    ) throws {
        guard var entry = feed(index)?.entry else { return }
        var body = SharedFetchStore.BodyChange.none
        switch outcome {
        case .fetched(let fetched):
            let packed = CompressedBytes.compress(fetched.body).flatMap { $0.count <= Self.maxBodyBytes ? $0 : nil }
            body = packed.map { .replaced($0) } ?? .removed
            entry.note(fetched, now: now)
        case .notModified(let answer): entry.note(notModified: answer, now: now)
        case .gone(let answer): entry.note(gone: answer, failures: failures(index, after: outcome))
        case .failed(let failure):
            // Nothing was sent, so nothing is known about the address.
            guard failure.isOfAddress else { return }
            entry.note(failure, failures: failures(index, after: outcome), now: now)
        case .cancelled: return
        }
        entry.checked = now
        entry.nextFetch = nextFetch
        entry.milliseconds = min(max(0, Int64(elapsed / .milliseconds(1))), 600_000)
        try store.record(entry, body)
        try fetches.noteStored(now: now)
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
