package import Articles
internal import FeedFetching
internal import Formats
internal import SQLiteEngine

/// The user name and password for fetching a feed, as sent by a client of a service.
package struct FeedLogin: Sendable {
    /// The user name; empty to fetch without a login.
    package var user: String
    package var password: String

    package init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}

extension Subscriptions {
    /// Sets the login of a feed for the origin of its address, and deletes the stored secret of the previous login.
    ///
    /// - Throws: `UserFacingError` if the name or the password has an invalid form.
    package func setLogin(_ login: FeedLogin, of feed: Feed, keeper: SecretKeeper) throws {
        var options = try store.options(of: feed.id)
        let old = options.credentials
        options.credentials = try reference(to: login, for: TypedAddress(feed.url).candidates[0].origin, keeper)
        try keeping(options.credentials, keeper) {
            try store.setOptions(options, of: feed.id)
            try store.resetFetching(of: feed.id)
        }
        keeper.forget(old)
    }

    /// Subscribes to the feed at an address, with a login for the origin of that address.
    ///
    /// - Returns: the report of `add`, and whether the login is stored. The login is not stored if the feed that was
    ///   found has another origin.
    package func add(
        _ feed: TypedFeed, _ subscription: SubscriptionSettings, _ login: FeedLogin, keeper: SecretKeeper
    ) throws -> (report: AddReport, isLoginKept: Bool)? {
        var subscription = subscription
        let old = try store.feed(named: feed.address).map { try store.options(of: $0.id).credentials } ?? nil
        let reference = try reference(to: login, for: feed.typed.candidates[0].origin, keeper)
        subscription.options.credentials = reference
        let report = try keeping(reference, keeper) { try add(feed, subscription) }
        let subscribed = try report.flatMap { try store.feed(named: $0.url) }
        let isKept = try subscribed.map { try store.options(of: $0.id).credentials == reference } ?? false
        keeper.forget(isKept ? old : reference)
        return report.map { ($0, isKept) }
    }

    /// Removes the login from a feed's address, and returns the feed without the login and the login itself. Returns
    /// nil if the address has no login, if the login cannot be stored, or if the feed is already stored under the whole
    /// address.
    func split(_ feed: TypedFeed) throws -> (feed: TypedFeed, login: FeedLogin)? {
        guard settings.keeper != nil, let credentials = feed.typed.credentials, !credentials.password.isEmpty,
            try store.feed(named: feed.address) == nil
        else { return nil }
        let login = FeedLogin(user: credentials.user, password: credentials.password)
        guard !login.user.isEmpty, SecretKeeper.takes(login) else { return nil }
        return (try TypedFeed(MaskedURL.withoutLogin(feed.address), settings.language), login)
    }

    /// Stores the login that is contained in the address of an outline or of another reader's feed.
    ///
    /// - Parameter isDryRun: if true, the login is not stored, and the reference is nil.
    /// - Returns: the address without the login, and the reference to the login; nil in the cases in which `split`
    ///   returns nil.
    func keepLogin(ofAddress url: String, isDryRun: Bool = false) throws -> (url: String, reference: String?)? {
        guard MaskedURL.withoutLogin(url) != url, let keeper = settings.keeper,
            let typed = try? TypedFeed(url, settings.language), let (feed, login) = try split(typed)
        else { return nil }
        if isDryRun { return (feed.address, nil) }
        if let known = try store.feed(named: feed.address), try store.options(of: known.id).credentials != nil {
            return (feed.address, nil)
        }
        return (feed.address, try reference(to: login, for: feed.typed.candidates[0].origin, keeper))
    }

    /// Assigns each feed its stored login.
    func setLogins(_ logins: [(url: String, reference: String)]) throws {
        for (url, reference) in logins {
            guard let id = try store.feed(named: url)?.id else { continue }
            var options = try store.options(of: id)
            options.credentials = reference
            try store.setOptions(options, of: id)
        }
    }

    private func reference(to login: FeedLogin, for origin: WebOrigin, _ keeper: SecretKeeper) throws -> String? {
        if login.user.isEmpty { return nil }
        return try keeper.keep(user: login.user, password: login.password, for: origin, settings.language)
    }

    private func keeping<Result>(_ reference: String?, _ keeper: SecretKeeper, _ body: () throws -> Result) throws
        -> Result
    {
        do { return try body() } catch {
            keeper.forget(reference)
            throw error
        }
    }
}
