internal import Accounts
internal import Articles
internal import FeedFetching
internal import Formats
internal import Ingestion
internal import System

/// The shared searches for icons of one refresh. An icon is stored like the body of a feed.
final class SharedIconsRun: SharedIconRun {
    private typealias Plan = (plan: SharedIconPlan, entry: SharedFetchEntry)

    private let store: SharedFetchStore
    /// Identifies the run in claims.
    private let id = Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    private let plans = Locked<[Int: Plan]>([:])
    /// The number of seconds for which other libraries use a result. After that, an icon that its site has removed
    /// would show that another library has found it earlier.
    private static let sharedSeconds: Int64 = 86_400

    init(_ store: SharedFetchStore) { self.store = store }

    func begin(
        _ requests: [SharedIconRequest], of library: HostedLibrary.ID, now: Int64
    ) throws -> SharedFetches.Counts {
        if requests.isEmpty { return .init() }
        let wanted = requests.map { request in
            (index: request.index, entry: SharedFetchEntry(of: "icon\n" + request.key, host: SharedFetchEntry.iconHost))
        }
        let ids = Array(Set(wanted.map(\.entry.id)))
        try store.use(ids, by: library)
        var plans: [Int: Plan] = [:]
        try store.claim(ids, for: id, now: now) { known, _ in
            plans = [:]
            var claims: [Int64: SharedFetchEntry] = [:]
            for (index, empty) in wanted {
                let entry = known[empty.id] ?? empty
                // Skip the icon: another address has the same first 64 bits.
                guard entry.digest == empty.digest else { continue }
                if Self.isFresh(entry, now: now) {
                    let elapsed = Duration.milliseconds(entry.milliseconds)
                    plans[index] = (.ready(nil, nextCheck: entry.nextFetch, elapsed: elapsed), entry)
                } else if entry.claim != nil || claims[entry.id] != nil {
                    plans[index] = (.later, entry)
                } else {
                    plans[index] = (.look, entry)
                    claims[entry.id] = entry
                }
            }
            return claims.values.sorted { $0.id < $1.id }
        }
        var counts = SharedFetches.Counts()
        for (index, (plan, entry)) in plans {
            if case .look = plan { counts.misses += 1 }
            guard case .ready(_, let nextCheck, let elapsed) = plan else { continue }
            counts.hits += 1
            guard let type = entry.contentType, let url = entry.finalURL else { continue }
            if let bytes = try store.body(entry.id) {
                let icon = FeedIcon(url: url, type: type, bytes: bytes)
                plans[index]?.plan = .ready(icon, nextCheck: nextCheck, elapsed: elapsed)
            } else {
                plans[index] = nil
            }
        }
        let planned = plans
        self.plans.withLock { $0 = planned }
        return counts
    }

    private static func isFresh(_ entry: SharedFetchEntry, now: Int64) -> Bool {
        // A time in the future was set by a wrong clock.
        entry.checked > 0 && (now - sharedSeconds...now + 60).contains(entry.checked) && now < entry.nextFetch
            && (entry.contentType == nil || entry.hasBody)
    }

    func plan(of index: Int) -> SharedIconPlan { plans.withLock { $0[index]?.plan } ?? .alone }

    func store(_ icon: FeedIcon?, of index: Int, nextCheck: Int64, elapsed: Duration, now: Int64) throws {
        guard var entry = plans.withLock({ $0[index]?.entry }) else { return }
        entry.checked = now
        entry.nextFetch = nextCheck
        entry.milliseconds = min(max(0, Int64(elapsed / .milliseconds(1))), 600_000)
        entry.finalURL = icon?.url
        entry.contentType = icon?.type
        try store.record(entry, icon.map { .replaced($0.bytes) } ?? .removed)
    }

    func end() throws {
        let hasClaims = plans.withLock { $0.values.contains { if case .look = $0.plan { true } else { false } } }
        if hasClaims { try store.release(id) }
    }
}

extension SharedFetchEntry {
    /// The entry of an address or a search before its first result.
    init(of text: String, host: String) {
        let digest = SHA256.hash(Array(text.utf8))
        self.init(id: digest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }, digest: digest, host: host)
    }
}
