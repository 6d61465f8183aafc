internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

/// Feeds in the form of Miniflux's API, read from one state of a library.
struct MinifluxFeeds {
    let categories: MinifluxCategories
    /// All feeds, including unsubscribed ones, which may have starred articles.
    private let feeds: [Feed]
    private let places: [Int64: Int]
    private let states: [Int64: FeedFetchState]
    private let icons: Set<Int64>

    init(_ library: Library) throws {
        feeds = try library.store.feeds(subscribedOnly: false)
        places = Dictionary(uniqueKeysWithValues: feeds.enumerated().map { ($0.element.id, $0.offset) })
        categories = try MinifluxCategories(library, feeds: feeds.filter(\.isSubscribed))
        let isOfMember = library.settings.isOfMember
        states = Dictionary(
            uniqueKeysWithValues: try library.store.allFetchStates().map { ($0.feed, isOfMember ? $0.forMembers : $0) })
        icons = Set(try library.store.iconTypes().keys)
    }

    /// A subscription; nil if no subscribed feed has this id.
    subscript(id: Int64) -> Feed? { known(id).flatMap { $0.isSubscribed ? $0 : nil } }

    /// A feed, subscribed or not.
    func known(_ id: Int64) -> Feed? { places[id].map { feeds[$0] } }

    /// The subscriptions that satisfy `isWanted`, as a JSON array.
    func write(_ isWanted: (Feed) -> Bool = { _ in true }) -> [UInt8] {
        var writer = JSONWriter()
        writer.array(feeds.filter { $0.isSubscribed && isWanted($0) }) { write($1, &$0) }
        return writer.bytes
    }

    func json(_ feed: Feed) -> [UInt8] {
        var writer = JSONWriter()
        write(feed, &writer)
        return writer.bytes
    }

    /// Writes a feed without its secrets. Members for unsupported settings are present, but empty.
    private func write(_ feed: Feed, _ writer: inout JSONWriter) {
        let state = states[feed.id]
        writer.object { object in
            object.member("id", Int(feed.id))
            object.member("user_id", Int(Miniflux.userID))
            object.member("feed_url", MaskedURL.mask(feed.url))
            object.member("site_url", feed.homeURL ?? MaskedURL.mask(feed.url))
            object.member("title", feed.shownTitle)
            object.member("description", "")
            object.member("language", feed.language ?? "")
            object.member("checked_at", Miniflux.date(state?.lastFetch ?? 0))
            object.member("next_check_at", Miniflux.date(state?.nextFetch ?? 0))
            object.member("etag_header", state?.etag ?? "")
            object.member("last_modified_header", state?.lastModified ?? "")
            object.member("parsing_error_message", state.flatMap(Self.reason) ?? "")
            object.member("parsing_error_count", state?.failures ?? 0)
            object.member("user_agent", state?.options.userAgent ?? "")
            for name in Self.texts { object.member(name, "") }
            object.member("disabled", feed.isPaused)
            for name in Self.flags { object.member(name, false) }
            for name in ["ntfy_priority", "pushover_priority"] { object.member(name, 0) }
            object.key("category")
            categories.category(of: feed).write(&object)
            object.key("icon")
            if icons.contains(feed.id) {
                object.object { icon in
                    icon.member("feed_id", Int(feed.id))
                    icon.member("icon_id", Int(feed.id))
                    icon.member("external_icon_id", String(feed.id))
                }
            } else {
                object.raw("null")
            }
        }
    }

    private static func reason(_ state: FeedFetchState) -> String? {
        guard state.failures > 0, let text = state.failureText else { return nil }
        return text.isEmpty ? FetchReason.text(kind: state.failureKind ?? "", detail: "", .english) : text
    }

    private static let texts = [
        "scraper_rules", "rewrite_rules", "blocklist_rules", "keeplist_rules", "block_filter_entry_rules",
        "keep_filter_entry_rules", "urlrewrite_rules", "cookie", "username", "password", "apprise_service_urls",
        "webhook_url", "ntfy_topic", "proxy_url",
    ]
    private static let flags = [
        "no_media_player", "ignore_http_cache", "allow_self_signed_certificates", "fetch_via_proxy", "hide_globally",
        "disable_http2", "pushover_enabled", "ntfy_enabled", "crawler", "ignore_entry_updates",
    ]
}
