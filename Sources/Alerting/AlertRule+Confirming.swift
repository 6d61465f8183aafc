public import Articles
public import FeedFetching

extension AlertRule {
    /// Where a web channel posts to; nil for other channels and for what cannot be read.
    private var webAddress: WebAddress? {
        switch try? AlertChannel(channel) {
        case .webhook(let url), .ntfy(let url): try? WebAddress(url)
        default: nil
        }
    }

    /// The origin that the channel posts to; nil for channels that are not of the web.
    var webOrigin: String? { webAddress?.origin.description }

    /// The channel, as what is confirmed for a saved search; nil where the channel does nothing that needs it.
    ///
    /// - Parameter search: the name of the saved search.
    public func channelConfirmable(search: String) -> Confirmable? {
        switch try? AlertChannel(channel) {
        case .command: Confirmable(.command, channel, for: search)
        case .feed: Confirmable(.file, channel, for: search)
        case .webhook, .ntfy: Confirmable(.address, channel, for: search)
        case .mail, .terminal, nil: nil
        }
    }

    /// The secret, bound to the origin that the channel posts to; nil where there is none or nothing uses it.
    public var secretConfirmable: Confirmable? {
        guard let secret, let webAddress else { return nil }
        return Confirmable(.secret, secret, for: webAddress.origin.description)
    }

    /// What must be confirmed before a message goes out, as far as the rule itself says it.
    ///
    /// An address on the public internet needs no confirmation. Whether a name leads to a private network is only known
    /// when it is resolved, at delivery.
    public func confirmables(search: String, policy: AddressPolicy) -> [Confirmable] {
        let isPublic = webAddress.map { policy.refusal(of: $0) == nil } ?? false
        return [isPublic ? nil : channelConfirmable(search: search), secretConfirmable].compactMap(\.self)
    }

    /// Whether the channel's name leads to an address that only a confirmation opens. Blocks for the look-up.
    ///
    /// - Parameter wait: a name that is not resolved by then counts as public.
    public func leadsInside(_ fetcher: Fetcher, within wait: Duration) -> Bool {
        guard let webAddress, webAddress.literal == nil else { return false }
        return fetcher.isRefused(webAddress, within: wait)
    }
}
