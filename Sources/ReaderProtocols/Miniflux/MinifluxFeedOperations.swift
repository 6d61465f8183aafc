internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Feeds: the list, changes to it, icons, OPML, and discovery of feeds at an address.
enum MinifluxFeedOperations {
    /// The limits for requests that search for feeds on the network.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 1 << 20, deadline: .seconds(90))
    private static let large = HTTPBodyLimits(
        maxBodyBytes: 16 << 20, bodyDeadline: .seconds(120), deadline: .seconds(300))

    static let all: [Operation] = [
        Miniflux.operation("Feeds", .get, "feeds", "The subscriptions") { call in
            .miniflux(try await call.read { try MinifluxFeeds($0).write() })
        },
        // This operation must precede `feeds/{feed}`, which matches the path as well.
        Miniflux.operation("Counters", .get, "feeds/counters", "Read and unread articles of each feed") { call in
            .miniflux(try await call.read { counters(try $0.store.feeds()) })
        },
        Miniflux.operation("Refresh", .put, "feeds/refresh", "Fetch all feeds") { call in
            _ = try call.startRefresh([])
            return .nothing
        },
        Miniflux.operation("AddFeed", .post, "feeds", "Subscribe to the feed at an address", limits: slow) {
            call in
            try await add(call)
        },
        Miniflux.operation("Feed", .get, "feeds/{feed}", "One subscription") { call in
            let id = try call.id("feed")
            return .miniflux(try await call.read { try written(id, $0) })
        },
        Miniflux.operation("EditFeed", .put, "feeds/{feed}", "Change title, category, and whether it is fetched") {
            call in
            try await edit(call)
        },
        Miniflux.operation("RemoveFeed", .delete, "feeds/{feed}", "Unsubscribe; the articles are kept") {
            call in
            let id = try call.id("feed")
            try await call.write { library in
                let feed = try subscription(id, library)
                _ = try library.recording(.unsubscribed, subject: feed.displayTitle) {
                    try library.store.unsubscribe(id)
                }
            }
            return .nothing
        },
        Miniflux.operation("RefreshFeed", .put, "feeds/{feed}/refresh", "Fetch a feed") { call in
            let id = try call.id("feed")
            let url = try await call.read { try subscription(id, $0).url }
            _ = try call.startRefresh([url])
            return .nothing
        },
        Miniflux.operation("ReadFeed", .put, "feeds/{feed}/mark-all-as-read", "Mark all articles of a feed as read") {
            call in
            let id = try call.id("feed")
            return try await MinifluxEntryOperations.markRead(EntryList(feed: id), call)
        },
        Miniflux.operation("FeedIcon", .get, "feeds/{feed}/icon", "The icon of a feed") { call in
            try await icon(call.id("feed"), call)
        },
        Miniflux.operation("Icon", .get, "icons/{icon}", "An icon") { call in
            try await icon(call.id("icon"), call)
        },
        Miniflux.operation("Export", .get, "export", "The subscriptions as OPML") { call in
            let deadline = call.request.deadline
            let text = try await call.read { library in try library.lists.export(until: deadline) }
            return HTTPResponse(type: "text/xml; charset=utf-8", text)
        },
        Miniflux.operation("Import", .post, "import", "Import subscriptions from OPML", limits: large, body: .unread) {
            call in
            if try await call.importSubscriptions() == 0 {
                throw ReaderError(400, "no feed was found in the OPML")
            }
            return .miniflux(status: 201) { $0.object { $0.member("message", "Feeds imported successfully") } }
        },
        Miniflux.operation("Discover", .post, "discover", "The feeds at an address", limits: slow) {
            call in
            guard let url = try call.string("url"), !url.isEmpty else { throw ReaderError(400, "url is mandatory") }
            let found = try await call.runOnNetworkThread { library in try library.settings.discover(url) }
            if found.isEmpty { throw Miniflux.notFound }
            return .miniflux { writer in
                writer.array(found) { array, feed in
                    array.object { object in
                        object.member("url", feed.url)
                        object.member("title", feed.title)
                        object.member("type", "rss")
                    }
                }
            }
        },
    ]

    // MARK: -

    /// - Throws: `ReaderError` if there is no such subscription.
    static func subscription(_ id: Int64, _ library: Library) throws -> Feed {
        guard let feed = try library.store.feeds().first(where: { $0.id == id }) else { throw Miniflux.notFound }
        return feed
    }

    private static func written(_ id: Int64, _ library: Library) throws -> [UInt8] {
        let feeds = try MinifluxFeeds(library)
        guard let feed = feeds[id] else { throw Miniflux.notFound }
        return feeds.json(feed)
    }

    private static func counters(_ feeds: [Feed]) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            for (name, count) in [("reads", { $0.articles - $0.unread }), ("unreads", { $0.unread })]
                as [(String, (Feed) -> Int)]
            {
                object.key(name)
                object.object { counts in
                    for feed in feeds where count(feed) > 0 { counts.member(String(feed.id), count(feed)) }
                }
            }
        }
        return writer.bytes
    }

    private static func icon(_ id: Int64, _ call: RequestContext) async throws -> HTTPResponse {
        .miniflux(
            try await call.read { library in
                guard let icon = try library.store.icon(of: id) else { throw Miniflux.notFound }
                var writer = JSONWriter()
                writer.object { object in
                    object.member("id", Int(id))
                    object.member("mime_type", icon.type)
                    object.member("data", "\(icon.type);base64,\(Base64.encode(icon.bytes))")
                }
                return writer.bytes
            })
    }

    private static func add(_ call: RequestContext) async throws -> HTTPResponse {
        guard let url = try call.string("feed_url"), !url.isEmpty else {
            throw ReaderError(400, "feed_url is mandatory")
        }
        try refuseSettings(of: call, beside: ["feed_url", "category_id", "disabled"])
        let (category, isPaused) = (try call.integerMember("category_id") ?? 0, try call.bool("disabled"))
        // Check the category before accessing the network.
        let folder = try await call.read { library in
            if try library.store.feed(named: url)?.isSubscribed == true {
                throw ReaderError(400, "this feed already exists")
            }
            return category == 0 ? [] : try MinifluxCategories(library).folder(id: category)
        }
        let feed = try await call.runOnNetworkThread { library in
            var subscription = SubscriptionSettings()
            if !folder.isEmpty { subscription.folder = folder }
            guard let report = try library.subscriptions.add(TypedFeed(url, library.settings.language), subscription)
            else {
                throw ReaderError(400, "no feed was found at this address")
            }
            if !report.isNew { throw ReaderError(400, "this feed already exists") }
            guard let feed = try library.store.feed(named: report.url) else { throw Miniflux.notFound }
            if isPaused == true { try library.store.edit(feed.id, FeedChanges(isPaused: true)) }
            try EmptyFolders.change(library)
            return feed.id
        }
        return .miniflux(status: 201) { $0.object { $0.member("feed_id", Int(feed)) } }
    }

    private static func edit(_ call: RequestContext) async throws -> HTTPResponse {
        let id = try call.id("feed")
        let (title, isPaused) = (try call.string("title"), try call.bool("disabled"))
        let category = try call.integerMember("category_id") ?? 0
        return .miniflux(
            try await call.write { library in
                let feeds = try MinifluxFeeds(library)
                guard let feed = feeds[id] else { throw Miniflux.notFound }
                try refuseSettings(
                    of: call, beside: ["title", "category_id", "disabled"], now: JSONValue.parse(feeds.json(feed)))
                var changes = FeedChanges(isPaused: isPaused)
                if let title, !title.isEmpty, title != feed.shownTitle { changes.ownTitle = title }
                if category > 0, category != feeds.categories.category(of: feed).id {
                    let folder = try feeds.categories.folder(id: category)
                    changes.folders =
                        folder.isEmpty ? [] : [folder] + feed.folders.dropFirst().filter { $0 != folder }
                }
                _ = try library.recording(.edited, subject: feed.displayTitle) {
                    try library.store.edit(id, changes)
                    try EmptyFolders.change(library)
                }
                return try written(id, library)
            }, status: 201)
    }

    /// Refuses changes of settings that an app password does not permit. Many clients send all settings, so unchanged
    /// values are accepted.
    ///
    /// - Parameter now: the feed as sent to the client; nil for a new one.
    private static func refuseSettings(
        of call: RequestContext, beside names: [String], now: JSONValue? = nil
    ) throws(ReaderError) {
        for member in call.object.members ?? [] where !names.contains(member.key) {
            switch member.value {
            // Ignore objects: clients send back parts of the feed such as its category and icon.
            case .null, .string(""), .bool(false), .number("0"), .object: continue
            default:
                if let now, now[member.key] == member.value { continue }
                throw ReaderError(400, "\(member.key) is not changed over this API: use the feedsearch command")
            }
        }
    }
}
