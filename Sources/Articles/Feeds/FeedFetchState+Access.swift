internal import Formats

extension FeedFetchState {
    /// Whether the feed is fetched with a login, cookies, headers or a proxy that its owner has set, or from a private
    /// network. In a shared library, only the owner chooses the addresses that are fetched in this way.
    package var usesOwnersAccess: Bool {
        options.headers != nil || options.credentials != nil || options.cookies != nil || options.proxy != nil
            || trustedOrigin != nil || MaskedURL.withoutLogin(url) != url
    }
}
