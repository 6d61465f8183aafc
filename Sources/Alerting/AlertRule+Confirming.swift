public import Articles
public import FeedFetching

extension AlertRule {
    /// The address of a web channel; nil for other channels and for invalid addresses.
    private var webAddress: WebAddress? {
        switch try? AlertChannel(channel) {
        case .webhook(let url): try? WebAddress(url)
        case .service(let address): try? WebAddress(address.server)
        default: nil
        }
    }

    /// The origin of a web channel; nil for other channels.
    public var origin: WebOrigin? { webAddress?.origin }

    /// The item to confirm for the channel of a saved search; nil if the channel needs no confirmation.
    ///
    /// - Parameter search: the name of the saved search.
    public func channelConfirmable(search: String) -> Confirmable? {
        switch try? AlertChannel(channel) {
        case .command: Confirmable(.command, channel, for: search)
        case .feed, .book: Confirmable(.file, channel, for: search)
        case .webhook, .service: Confirmable(.address, channel, for: search)
        case .mail, .webPush, .terminal, nil: nil
        }
    }

    /// The secret, bound to the channel's origin, that the user must confirm. Nil if the channel uses no secret or a
    /// stored secret, which is already bound to an origin.
    public var secretConfirmable: Confirmable? {
        guard let secret, !SecretReference.isStored(secret), let webAddress else { return nil }
        return Confirmable(.secret, secret, for: webAddress.origin.description)
    }

    /// The headers, bound to the channel's origin, that the user must confirm, as for `secretConfirmable`.
    public var headersConfirmable: Confirmable? {
        guard let headers, !SecretReference.isStored(headers), let webAddress else { return nil }
        return Confirmable(.headers, headers, for: webAddress.origin.description)
    }

    /// The items to confirm before a message is sent, as far as they are known without resolving names.
    ///
    /// An address on the public internet needs no confirmation. Whether a name leads to a private network is known only
    /// when it is resolved for a delivery.
    ///
    /// - Parameter confirmsMail: whether mail is sent only to confirmed addresses.
    public func confirmables(search: String, policy: AddressPolicy, confirmsMail: Bool = false) -> [Confirmable] {
        if confirmsMail, case .mail(let receivers, _)? = try? AlertChannel(channel) {
            return receivers.map { Confirmable(.mail, $0.lowercased(), for: "") }
        }
        let isPublic = webAddress.map { policy.refusal(of: $0) == nil } ?? false
        return [isPublic ? nil : channelConfirmable(search: search), secretConfirmable, headersConfirmable].compactMap(
            \.self)
    }

    /// Whether the channel's host name resolves to an address that needs a confirmation. Blocks until the name is
    /// resolved.
    ///
    /// - Parameter wait: the time limit for resolving the name. If it is exceeded, the address counts as public.
    public func leadsInside(_ fetcher: Fetcher, within wait: Duration) -> Bool {
        guard let webAddress, webAddress.literal == nil else { return false }
        return fetcher.isRefused(webAddress, within: wait)
    }
}
