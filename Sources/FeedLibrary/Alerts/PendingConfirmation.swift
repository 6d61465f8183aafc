internal import Alerting
internal import Articles
public import FeedFetching
internal import Ingestion
internal import SQLiteEngine
internal import System

/// A setting in a database that waits for the user's confirmation, and its owner.
public struct PendingConfirmation {
    public var item: Confirmable
    /// The name of a saved search, `send:` with the name of a destination, or the address of a feed.
    public var owner: String

    /// All settings of a database that wait for a confirmation, starting with those of saved searches.
    ///
    /// - Parameters:
    ///   - resolves: whether to look up host names to find those on a private network, for at most 4 seconds in total.
    static func all(
        in store: any ArticleStore, _ confirmations: Confirmations, fetcher: Fetcher, resolves: Bool
    ) throws -> [PendingConfirmation] {
        var out: [PendingConfirmation] = []
        let clock = ContinuousClock()
        let deadline = clock.now + .seconds(4)
        for search in try store.savedSearches() {
            guard let rule = search.rule else { continue }
            var items = rule.confirmables(search: search.name, policy: fetcher.policy)
            if resolves, let channel = rule.channelConfirmable(search: search.name),
                !items.contains(where: { $0.kind == channel.kind }), !confirmations.has(channel),
                rule.leadsInside(fetcher, within: max(.zero, deadline - clock.now))
            {
                items.append(channel)
            }
            out += items.map { PendingConfirmation(item: $0, owner: search.name) }
        }
        for destination in try store.destinations() {
            var items = destination.confirmables(policy: fetcher.policy)
            if resolves, let place = destination.placeConfirmable, !items.contains(place), !confirmations.has(place),
                destination.leadsInside(fetcher, within: max(.zero, deadline - clock.now))
            {
                items.append(place)
            }
            out += items.map { PendingConfirmation(item: $0, owner: destination.confirmationTarget) }
        }
        for state in try store.allFetchStates() {
            out += items(of: state, fetcher.policy).map { PendingConfirmation(item: $0, owner: state.url) }
        }
        return out.filter { !confirmations.has($0.item) }
    }

    /// The settings to confirm for a feed: its options and, if its address or last fetch shows that the feed is on a
    /// private network, its origin.
    private static func items(of state: FeedFetchState, _ policy: AddressPolicy) -> [Confirmable] {
        guard let home = try? TypedAddress(state.url).candidates[0] else { return [] }
        var items = state.options.confirmables(home: home.origin)
        if let network = state.networkConfirmable, state.isUnconfirmed || policy.refusal(of: home) != nil {
            items.append(network)
        }
        return items
    }
}
