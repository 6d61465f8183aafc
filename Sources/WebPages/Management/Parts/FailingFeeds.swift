internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

/// The failing feeds, grouped by reason and host, largest groups first. Paused feeds are last.
struct FailingFeeds: Sendable {
    struct Entry: Sendable {
        let host: String
        let reason: FailureReason
        let state: FeedFetchState
    }

    /// A choice of failing feeds: all feeds, those with one reason, or those with one reason and host.
    struct Choice: Sendable, Equatable {
        var reason: String?
        var host: String?

        fileprivate func includes(_ group: Group) -> Bool {
            (reason.map { $0 == group.reason.key } ?? true) && (host.map { $0 == group.host } ?? true)
        }
    }

    fileprivate struct Group: Hashable {
        let reason: FailureReason
        let host: String
    }

    /// The reasons in the order of their groups, with the number of their feeds.
    private(set) var reasons: [(reason: FailureReason, count: Int)] = []
    private var groups: [Group] = []
    /// The indices in `states` of the feeds of each group.
    private var members: [Group: [Int]] = [:]
    /// All failing feeds. There may be thousands, so they are grouped by index, without copies.
    private let states: [FeedFetchState]

    init(_ library: Library) throws {
        let paused = Set(try library.store.feeds().lazy.filter(\.isPaused).map(\.id))
        states = try library.store.failingFeeds()
        for index in states.indices {
            let isPaused = paused.contains(states[index].feed)
            let group = Group(
                reason: isPaused ? .paused : FailureReason(states[index]),
                host: MaskedURL.host(states[index].url) ?? "")
            members[group, default: []].append(index)
        }
        var counts: [FailureReason: Int] = [:]
        for (group, indices) in members { counts[group.reason, default: 0] += indices.count }
        reasons = counts.map { (reason: $0.key, count: $0.value) }.sorted { first, second in
            let isLast = (first.reason == .paused, second.reason == .paused)
            if isLast.0 != isLast.1 { return isLast.1 }
            return first.count == second.count ? first.reason.key < second.reason.key : first.count > second.count
        }
        let places = Dictionary(uniqueKeysWithValues: reasons.enumerated().map { ($1.reason, $0) })
        groups = members.map { (key: (places[$0.reason] ?? 0, -$1.count, $0.host), group: $0) }
            .sorted { $0.key < $1.key }.map(\.group)
    }

    /// The number of failing feeds of a host with this reason.
    func count(of host: String, _ reason: FailureReason) -> Int {
        members[Group(reason: reason, host: host)]?.count ?? 0
    }

    func count(of reason: FailureReason) -> Int { reasons.first { $0.reason == reason }?.count ?? 0 }

    func count(of choice: Choice) -> Int {
        groups.reduce(0) { $0 + (choice.includes($1) ? members[$1]?.count ?? 0 : 0) }
    }

    /// The feeds of a choice, in the order of their groups.
    func entries(of choice: Choice, from first: Int = 0, count: Int = .max) -> [Entry] {
        var entries: [Entry] = []
        var skipped = 0
        for group in groups where choice.includes(group) && entries.count < count {
            let indices = members[group] ?? []
            let rest = indices.dropFirst(max(0, first - skipped))
            skipped += indices.count - rest.count
            for index in rest.prefix(count - entries.count) {
                entries.append(Entry(host: group.host, reason: group.reason, state: states[index]))
            }
        }
        return entries
    }
}
