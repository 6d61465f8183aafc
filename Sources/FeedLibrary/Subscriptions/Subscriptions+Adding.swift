public import Articles
internal import FeedFetching
internal import Formats
internal import Ingestion
internal import Markup
internal import Messages
public import PageRecipes
internal import SQLiteEngine
internal import System

/// The settings of a new subscription.
public struct SubscriptionSettings {
    /// The reader's own title for the feed.
    public var title: String?
    /// The path of the feed's folder; empty for the top level, nil to keep the current folders.
    public var folder: [String]?
    public var options = FeedOptions()

    public init() {}

    var folders: [[String]] { folder.map { [$0].filter { !$0.isEmpty } } ?? [] }
}

/// The result of subscribing to an address.
public struct AddReport {
    /// The feed's address.
    public var url: String
    /// Whether the subscription is new.
    public var isNew: Bool
    /// The feed's title; nil if the feed has no title or could not be read.
    public var title: String?
    public var items = 0
    /// Whether the feed's articles are already stored, from the document that was fetched to find the feed.
    public var isStored = false
    /// The number of the stored articles that were moved to the bin because of the feed's article limit.
    public var removed = 0
    /// Other feeds that were found for the address.
    public var others: [FeedFinder.Found] = []
}

extension Subscriptions {
    /// Subscribes to the feed of an address, which may be a feed, a home page or a bare domain.
    ///
    /// If the address cannot be read now, it is stored as the feed's address. If several feeds are found, the likeliest
    /// one is used.
    ///
    /// - Returns: nil if no feed was found.
    /// - Throws: `UserFacingError`, `StorageError`. After an error, no subscription is added.
    public func add(
        _ feed: TypedFeed, _ subscription: SubscriptionSettings = SubscriptionSettings()
    ) throws -> AddReport? {
        if settings.isOfMember, feed.typed.credentials != nil || subscription.options.credentials != nil {
            throw userError(.loginOfMember, [MaskedURL.mask(feed.address)])
        }
        if subscription.options.credentials == nil, let keeper = settings.keeper, let (plain, login) = try split(feed) {
            return try add(plain, subscription, login, keeper: keeper)?.report
        }
        let trustsAddress = settings.trustsTypedAddresses
        let (address, typed) = (feed.address, feed.typed)
        if typed.credentials != nil { tell(.warning, .passwordInAddress, [MaskedURL.mask(address)]) }
        if let known = try store.feed(named: address), known.isSubscribed {
            let trusted = try store.fetchState(of: known.id).trustedOrigin
            let origin = typed.candidates.map(\.origin.description).first { $0 == trusted }
            return try subscribe(address, origin: trustsAddress ? origin : nil, subscription)
        }
        let fetcher = try considerateFetcher()
        let finder = FeedFinder(
            fetcher: fetcher, options: subscription.options, secrets: settings.secrets,
            trustsTyped: settings.trustsTypedAddresses)
        let answer = finder.find(typed)
        try saveQuietHosts(of: fetcher)
        switch answer {
        case .unreadable(let failure, let origin):
            if !trustsAddress, case .refused = failure.kind {
                throw userError(.addressNotPublic, [MaskedURL.mask(address)])
            }
            let reason = FetchReason.text(kind: failure.kind.name, detail: failure.message, settings.language)
            tell(.warning, .addedUnread, [MaskedURL.mask(address), reason])
            return try subscribe(address, origin: trustsAddress ? origin : nil, subscription)
        case .found(let feeds):
            guard let first = feeds.first else { return nil }
            let url = withCredentials(of: address, first.url, isHome: first.trustedOrigin != nil)
            var subscription = subscription
            subscription.options = kept(subscription.options, for: first, typed)
            var report = try subscribe(
                url, origin: trustsAddress ? first.trustedOrigin : nil, title: first.title, items: first.items,
                subscription)
            if report.isNew, let document = first.document {
                try storeFound(document, fetcher, &report)
            }
            report.others = Array(feeds.dropFirst())
            return report
        }
    }

    /// Stores the document that was fetched to find the feed, and the metadata of the response.
    private func storeFound(_ document: FetchedFeed, _ fetcher: Fetcher, _ report: inout AddReport) throws {
        guard let feed = try store.feed(named: report.url) else { return }
        store.alertSettings.utcOffset = clock.secondsEastOfUTC
        store.feedDefaults = try settings.checkedFeedDefaults()
        var refresh = FeedRefreshSettings(fetcher: fetcher)
        refresh.links = settings.links
        let stored = try FoundDocument.store(
            document, of: feed.id, in: store, settings: refresh, now: clock.now())
        report.isStored = stored.isFeed
        report.removed = stored.removed
        if let hub = stored.hub { library.onHub(hub) }
    }

    private func subscribe(
        _ address: String, origin: String?, title: String? = nil, items: Int = 0, _ subscription: SubscriptionSettings
    ) throws -> AddReport {
        let options = subscription.options
        let origin = settings.trustsTypedAddresses ? origin : nil
        var draft = FeedDraft(url: address)
        draft.subscribe = true
        draft.title = title.flatMap { $0.isEmpty ? nil : $0 }
        draft.ownTitle = subscription.title
        draft.folders = subscription.folders
        try confirm(options, origin: origin, feed: address)
        let (id, isNew) = try store.upsert(draft, now: clock.now())
        if let origin { try store.trust(origin, for: id) }
        if !options.isEmpty { try store.setOptions(try store.options(of: id).replacing(with: options), of: id) }
        if isNew { try store.resetFetching(of: id) }
        return AddReport(url: address, isNew: isNew, title: draft.title, items: items)
    }

    /// The options for a feed that was found. If the feed's origin differs from that of the address that the user
    /// entered, secrets are removed: a page must not cause a password to be sent to another site.
    private func kept(_ options: FeedOptions, for feed: FeedFinder.Found, _ typed: TypedAddress) -> FeedOptions {
        let origin = (try? WebAddress(feed.url))?.origin
        guard options.hasSecrets, origin != typed.candidates[0].origin else { return options }
        tell(.warning, .secretsStayHome, [origin?.description ?? MaskedURL.mask(feed.url)])
        return options.withoutSecrets
    }

    /// Adds the user name and password that the user entered to a feed's address, if the feed has the same origin as
    /// the entered address.
    private func withCredentials(of address: String, _ url: String, isHome: Bool) -> String {
        guard isHome, let mark = address.firstRange(of: "://"), let place = url.firstRange(of: "://") else {
            return url
        }
        let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<place.upperBound] + authority[...at] + url[place.upperBound...])
    }

    /// Subscribes to a web page without a feed. A recipe extracts the articles from the page.
    ///
    /// - Parameters:
    ///   - title: the title of a new feed until its page has been fetched.
    ///   - options: options that the user has just entered; they replace those of an existing subscription.
    /// - Returns: whether the subscription is new.
    public func add(
        _ page: TypedFeed, _ recipe: PageRecipe, folder: [String]?, title: String? = nil,
        options: FeedOptions = FeedOptions()
    ) throws -> Bool {
        if settings.isOfMember {
            if page.typed.credentials != nil { throw userError(.loginOfMember, [MaskedURL.mask(page.address)]) }
            try library.requireNoOwnersAccess(toFeedAt: page.address)
        }
        var subscription = SubscriptionSettings()
        subscription.folder = folder
        var draft = FeedDraft(url: page.address)
        if let title, try store.feed(named: page.address) == nil { draft.title = title }
        draft.subscribe = true
        draft.folders = subscription.folders
        let origin = settings.trustsTypedAddresses ? page.typed.candidates[0].origin.description : nil
        try confirm(options, origin: origin, feed: page.address)
        let (id, isNew) = try store.upsert(draft, now: clock.now())
        try store.setRecipe(recipe.json, for: id)
        if !options.isEmpty { try store.setOptions(try store.options(of: id).replacing(with: options), of: id) }
        if let origin { try store.trust(origin, for: id) }
        // Process the page again even if it has not changed, because the recipe may have changed.
        try store.forgetBody(of: id)
        return isNew
    }
}
