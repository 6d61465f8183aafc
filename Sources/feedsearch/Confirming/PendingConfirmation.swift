import Alerting
import Articles
import FeedFetching
import Ingestion
import SQLiteStorage

/// Something in a database that waits for the user's confirmation, and whose it is.
struct PendingConfirmation {
    var item: Confirmable
    /// The name of a saved search, or the address of a feed.
    var owner: String

    /// All that waits in a database, searches first.
    ///
    /// - Parameters:
    ///   - resolves: names of web addresses are looked up, for a few seconds in all, to find those that lead to a private
    ///     network.
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
        for state in try store.allFetchStates() {
            out += items(of: state, fetcher.policy).map { PendingConfirmation(item: $0, owner: state.url) }
        }
        return out.filter { !confirmations.has($0.item) }
    }

    /// The options of a feed; and the network that it is on, where its address or the last fetch says that it is private.
    private static func items(of state: FeedFetchState, _ policy: AddressPolicy) -> [Confirmable] {
        guard let home = try? TypedAddress(state.url).candidates[0] else { return [] }
        var items = state.options.confirmables(home: home.origin)
        if let network = state.networkConfirmable, state.isUnconfirmed || policy.refusal(of: home) != nil {
            items.append(network)
        }
        return items
    }
}

extension Confirmable {
    /// What it would do, in plain words. The value is shown whole: nobody can confirm what is hidden.
    func text(_ language: Language) -> String {
        let isChinese = language == .simplifiedChinese
        return switch kind {
        case .command: isChinese ? "运行 \(value)" : "runs \(value)"
        case .file: isChinese ? "写入 \(value)" : "writes \(value)"
        case .address: isChinese ? "发送到 \(value)" : "posts to \(value)"
        case .secret: isChinese ? "用密钥 \(value) 向 \(target) 发送" : "uses the secret \(value) for \(target)"
        case .headers: isChinese ? "把 \(value) 中的请求头发给 \(target)" : "sends the headers in \(value) to \(target)"
        case .auth: isChinese ? "把 \(value) 中的密码发给 \(target)" : "sends the password in \(value) to \(target)"
        case .cookies: isChinese ? "把 \(value) 中的 Cookie 发给 \(target)" : "sends the cookies in \(value) to \(target)"
        case .proxy: isChinese ? "通过代理 \(value) 访问 \(target)" : "reaches \(target) by the proxy \(value)"
        case .network: isChinese ? "访问专用网络 \(value)" : "reaches \(value) on a private network"
        }
    }
}
