package import Articles
internal import FeedFetching

extension FeedOptions {
    /// Something in it may be secret.
    var hasSecrets: Bool { headers != nil || credentials != nil || cookies != nil }

    /// What `other` sets, and what these set besides.
    func replacing(with other: FeedOptions) -> FeedOptions {
        var copy = self
        copy.userAgent = other.userAgent ?? userAgent
        copy.headers = other.headers ?? headers
        copy.cookies = other.cookies ?? cookies
        copy.credentials = other.credentials ?? credentials
        copy.proxy = other.proxy ?? proxy
        copy.interval = other.interval ?? interval
        copy.limits = other.limits ?? limits
        copy.keepUnread = other.keepUnread ?? keepUnread
        copy.fullText = other.fullText ?? fullText
        return copy
    }

    /// Without what may be secret.
    var withoutSecrets: FeedOptions {
        var copy = self
        copy.headers = nil
        copy.credentials = nil
        copy.cookies = nil
        return copy
    }

    /// As clients of a service see them: without where secrets are and how this machine connects; of a password the kind of
    /// its place.
    package var forClients: FeedOptions {
        var copy = withoutSecrets
        copy.credentials = credentials.map(SecretReference.kind)
        copy.proxy = nil
        return copy
    }
}
