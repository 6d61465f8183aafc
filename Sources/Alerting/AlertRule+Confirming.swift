public import Articles
public import FeedFetching

extension AlertRule {
    /// The address of a web channel; nil for other channels and for an invalid one.
    private var webAddress: WebAddress? {
        switch try? AlertChannel(channel) {
        case .webhook(let url), .ntfy(let url): try? WebAddress(url)
        default: nil
        }
    }

    /// The origin of a web channel; nil for other channels.
    public var origin: WebOrigin? { webAddress?.origin }

    /// What has to be confirmed for the channel of a saved search; nil for a channel that needs no confirmation.
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

    /// The secret, bound to the channel's origin; nil if there is none, if the channel does not use it, or if the service
    /// keeps it, which binds it to an origin itself.
    public var secretConfirmable: Confirmable? {
        guard let secret, !SecretReference.isStored(secret), let webAddress else { return nil }
        return Confirmable(.secret, secret, for: webAddress.origin.description)
    }

    /// What has to be confirmed before a message is sent, as far as it can be known without resolving names.
    ///
    /// An address on the public internet needs no confirmation. Whether a name leads to a private network is known only
    /// when it is resolved, at delivery.
    public func confirmables(search: String, policy: AddressPolicy) -> [Confirmable] {
        let isPublic = webAddress.map { policy.refusal(of: $0) == nil } ?? false
        return [isPublic ? nil : channelConfirmable(search: search), secretConfirmable].compactMap(\.self)
    }

    /// Whether the channel's host name leads to an address that needs a confirmation. Blocks until it is resolved.
    ///
    /// - Parameter wait: a name that is not resolved in this time counts as public.
    public func leadsInside(_ fetcher: Fetcher, within wait: Duration) -> Bool {
        guard let webAddress, webAddress.literal == nil else { return false }
        return fetcher.isRefused(webAddress, within: wait)
    }
}
