import Articles
import FeedFetching
import Ingestion
import SQLiteStorage

/// `add URL…`: subscribes to the feeds behind addresses: feeds, home pages, bare domains.
enum AddCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let page = invocation.settings.value(.page) { return try AddPage.run(invocation, page: page) }
        let words = invocation.arguments.operands
        guard !words.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let addresses = try words.map { word in
            guard let address = FeedAddress.normalize(word), let typed = try? TypedAddress(word) else {
                throw invocation.complaint(.notAnAddress, [MaskedURL.mask(word)])
            }
            return (address, typed)
        }
        var options = FeedOptions()
        try FeedOptionFlags(invocation).apply(to: &options)
        let finder = FeedFinder(fetcher: try invocation.settings.fetcher(), options: options)
        let store = try invocation.openForWriting()
        var code = ExitCode.done
        for (address, typed) in addresses {
            if try !add(address, typed, finder, store, invocation) { code = .failed }
        }
        return code
    }

    /// False where no feed was found.
    private static func add(
        _ address: String, _ typed: TypedAddress, _ finder: FeedFinder, _ store: any ArticleStore,
        _ invocation: Invocation
    ) throws -> Bool {
        let messages = invocation.messages
        if typed.credentials != nil { messages.warning(.passwordInAddress, [MaskedURL.mask(address)]) }
        if try store.feed(named: address)?.isSubscribed == true {
            let known = try store.feed(named: address).flatMap { try store.fetchState(of: $0.id).trustedOrigin }
            let origin = typed.candidates.map(\.origin.description).first { $0 == known }
            try subscribe(address, origin: origin, options: finder.options, store, invocation)
            return true
        }
        switch finder.find(typed) {
        case .unreadable(let failure, let origin):
            let kind = FetchReason.text(kind: failure.kind.name, detail: failure.message, invocation.language)
            messages.warning(.addedUnread, [MaskedURL.mask(address), kind])
            try subscribe(address, origin: origin, options: finder.options, store, invocation)
        case .found(let feeds):
            guard let first = feeds.first else {
                messages.error(invocation.complaint(.noFeedBehind, [MaskedURL.mask(address)]))
                return false
            }
            let url = withCredentials(of: address, first.url, isHome: first.trustedOrigin != nil)
            try subscribe(
                url, origin: first.trustedOrigin, title: first.title, items: first.items,
                options: kept(finder.options, for: first, typed, invocation), store, invocation)
            for other in feeds.dropFirst() {
                messages.note(.alsoFound, [MaskedURL.mask(other.url), other.title, String(other.items)])
            }
        }
        return true
    }

    private static func subscribe(
        _ address: String, origin: String?, title: String? = nil, items: Int = 0, options: FeedOptions,
        _ store: any ArticleStore, _ invocation: Invocation
    ) throws {
        var draft = FeedDraft(url: address)
        draft.subscribe = true
        draft.title = title.flatMap { $0.isEmpty ? nil : $0 }
        draft.ownTitle = invocation.settings.value(.title)
        draft.folders =
            invocation.settings.value(.folder).map { [FolderPath.parse($0)].filter { !$0.isEmpty } } ?? []
        try invocation.confirm(options, origin: origin, feed: address)
        let (id, isNew) = try store.upsert(draft, now: WallClock.now())
        if let origin { try store.trust(origin, for: id) }
        if !options.isEmpty { try store.setOptions(try store.options(of: id).replacing(with: options), of: id) }
        if isNew { try store.resetFetching(of: id) }
        if isNew, let title = draft.title {
            invocation.messages.note(.addedFeedNamed, [MaskedURL.mask(address), title, String(items)])
        } else {
            invocation.messages.note(isNew ? .addedFeed : .presentFeed, [MaskedURL.mask(address)])
        }
    }

    /// What is kept of the options for a feed that was found: a page on one site does not decide that the password for it
    /// goes to another.
    private static func kept(
        _ options: FeedOptions, for feed: FeedFinder.Found, _ typed: TypedAddress, _ invocation: Invocation
    ) -> FeedOptions {
        let origin = (try? WebAddress(feed.url))?.origin
        guard options.hasSecrets, origin != typed.candidates[0].origin else { return options }
        invocation.messages.warning(.secretsStayHome, [origin?.description ?? MaskedURL.mask(feed.url)])
        return options.withoutSecrets
    }

    /// The typed user name and password stay with a feed of the typed origin.
    private static func withCredentials(of address: String, _ url: String, isHome: Bool) -> String {
        guard isHome, let mark = address.firstRange(of: "://"), let place = url.firstRange(of: "://") else {
            return url
        }
        let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return url }
        return String(url[..<place.upperBound] + authority[...at] + url[place.upperBound...])
    }
}
