package import Articles
internal import FeedFetching

extension FeedOptions {
    /// Whether any of these options may contain a secret.
    var hasSecrets: Bool { headers != nil || credentials != nil || cookies != nil }

    /// Returns these options with the values that are set in `other`.
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
        copy.keepRead = other.keepRead ?? keepRead
        copy.fullText = other.fullText ?? fullText
        copy.replies = other.replies ?? replies
        copy.unreadOnReply = other.unreadOnReply || unreadOnReply
        return copy
    }

    /// The options without those that may contain a secret.
    var withoutSecrets: FeedOptions {
        var copy = self
        copy.headers = nil
        copy.credentials = nil
        copy.cookies = nil
        return copy
    }

    /// A copy for clients of a service, without the proxy and the locations of secrets. Only the kind of the password's
    /// reference is shown.
    package var forClients: FeedOptions {
        var copy = withoutSecrets
        copy.credentials = credentials.map(SecretReference.kind)
        copy.proxy = nil
        return copy
    }
}
