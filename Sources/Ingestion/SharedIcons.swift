public import Articles
internal import FeedFetching

/// A search for the icon of a feed, whose result the libraries of a host share.
public struct SharedIconRequest: Sendable {
    /// The number of the feed in the refresh.
    public var index: Int
    /// The addresses that determine the result of the search. They may contain secrets.
    public var key: String

    /// - Returns: nil if the feed has secrets, a setting of its own, or a permission for a private network.
    init?(index: Int, _ feed: FeedIconState, secrets: SecretReader, confirmations: Confirmations) {
        guard !feed.options.sendsSignIn, feed.trustedOrigin == nil, let typed = try? TypedAddress(feed.url),
            typed.credentials == nil
        else { return nil }
        var request = FetchRequest(typed.candidates[0].text)
        feed.options.apply(
            to: &request, isHome: true, home: typed.candidates[0].origin, secrets: secrets,
            confirmations: confirmations)
        guard request.isSharable else { return nil }
        self.index = index
        key = [feed.icon ?? "", feed.homeURL ?? "", typed.candidates[0].origin.description].joined(separator: "\n")
    }
}

/// How the icon of a feed is found.
public enum SharedIconPlan: Sendable {
    /// The library looks for the icon, and does not share the result.
    case alone
    /// The library looks for the icon on behalf of all libraries.
    case look
    /// The result of an earlier search, and the time of the next one. The search took `elapsed`.
    case ready(FeedIcon?, nextCheck: Int64, elapsed: Duration)
    /// Another refresh is looking for the icon. The feed stays due.
    case later
}

/// The shared searches of one refresh.
public protocol SharedIconRun: Sendable {
    func plan(of index: Int) -> SharedIconPlan

    /// Stores the result of a search for the other libraries.
    func store(_ icon: FeedIcon?, of index: Int, nextCheck: Int64, elapsed: Duration, now: Int64) throws

    /// Ends all claims.
    func end() throws
}
