internal import Articles
internal import FeedLibrary
internal import Formats

/// Writes the contents of a library in the form of Fever's API.
struct FeverAnswer {
    private static let itemsPerPage = 50
    /// The maximum width of a range of ids that is searched at once.
    private static let maxWindow: Int64 = 1 << 40
    let library: Library

    func write(_ wanted: FeverRequest) throws -> [UInt8] {
        let counts = try library.store.unreadCounts()
        var writer = JSONWriter()
        try writer.object { object in
            object.member("api_version", 3)
            object.member("auth", 1)
            let newest = try library.store.newestID()
            let stored = try library.store.storingTimes(of: [newest])[newest] ?? 0
            object.member("last_refreshed_on_time", Int(max(stored, counts.map(\.newest).max() ?? 0)))
            if wanted.wantsGroups || wanted.wantsFeeds { try writeGroups(wanted, &object) }
            if wanted.wantsFeeds { try writeFeeds(counts, &object) }
            if wanted.wantsIcons { try writeIcons(&object) }
            if wanted.wantsItems { try writeItems(wanted.page, &object) }
            if wanted.wantsLinks {
                object.key("links")
                object.array { _ in }
            }
            if wanted.wantsUnread {
                object.member("unread_item_ids", try ids(.read(false), subscribedOnly: true))
            }
            if wanted.wantsSaved { object.member("saved_item_ids", try ids(.starred(true), subscribedOnly: false)) }
        }
        return writer.bytes
    }

    // MARK: -

    private func writeGroups(_ wanted: FeverRequest, _ object: inout JSONWriter) throws {
        let groups = try FeverGroup.all(library)
        if wanted.wantsGroups {
            object.key("groups")
            object.array(groups) { writer, group in
                writer.object { object in
                    object.member("id", Int(group.id))
                    object.member("title", group.path.joined(separator: "/"))
                }
            }
        }
        object.key("feeds_groups")
        object.array(groups) { writer, group in
            writer.object { object in
                object.member("group_id", Int(group.id))
                object.member("feed_ids", Self.list(group.feeds))
            }
        }
    }

    private func writeFeeds(_ counts: [FeedUnread], _ object: inout JSONWriter) throws {
        let newest = Dictionary(uniqueKeysWithValues: counts.map { ($0.feed, $0.newest) })
        let icons = try library.store.iconTypes()
        object.key("feeds")
        object.array(try library.store.feeds()) { writer, feed in
            writer.object { object in
                object.member("id", Int(feed.id))
                object.member("favicon_id", icons[feed.id] == nil ? 0 : Int(feed.id))
                object.member("title", MaskedURL.mask(feed.displayTitle))
                object.member("url", MaskedURL.mask(feed.url))
                object.member("site_url", feed.homeURL ?? "")
                object.member("is_spark", 0)
                object.member("last_updated_on_time", Int(newest[feed.id] ?? 0))
            }
        }
    }

    private func writeIcons(_ object: inout JSONWriter) throws {
        let feeds = try library.store.iconTypes().keys.sorted()
        object.key("favicons")
        try object.array { array in
            for feed in feeds {
                guard let icon = try library.store.icon(of: feed) else { continue }
                array.object { object in
                    object.member("id", Int(feed))
                    object.member("data", "\(icon.type);base64,\(Base64.encode(icon.bytes))")
                }
            }
        }
    }

    private func writeItems(_ page: FeverRequest.Page, _ object: inout JSONWriter) throws {
        object.member("total_items", try library.store.feeds().reduce(0) { $0 + $1.articles })
        let items = try Items(library)
        object.key("items")
        try object.array { array in
            try items.forEach(articles(page)) { item in
                array.object { object in
                    object.member("id", Int(item.id))
                    object.member("feed_id", Int(item.feed))
                    object.member("title", item.title)
                    object.member("author", item.author ?? "")
                    object.member("html", item.html)
                    object.member("url", item.url ?? "")
                    object.member("is_saved", item.isStarred ? 1 : 0)
                    object.member("is_read", item.isRead ? 1 : 0)
                    object.member("created_on_time", Int(item.published))
                }
            }
        }
    }

    /// A page of articles of subscribed feeds: the oldest after an id, or the newest before it. The range of ids that
    /// is searched grows step by step, so that a page does not require a pass over all articles.
    private func articles(_ page: FeverRequest.Page) throws -> [ListedArticle] {
        var found: [ListedArticle] = []
        var window: Int64 = 500
        // The id comes from the client and could be millions of ranges away from any article.
        let newest = min(try library.store.newestID(), ArticleIDRange.maximum)
        switch page {
        case .ids(let ids):
            return try list(.articles(ids.filter { $0 > 0 }.map { UInt32(clamping: $0) })).sorted { $0.id < $1.id }
        case .since(let id):
            var (from, isAtEnd) = (max(0, id), false)
            while found.count < Self.itemsPerPage, !isAtEnd {
                let end = min(newest, from.addingReportingOverflow(window).partialValue)
                isAtEnd = end >= newest || end < from
                found += try list(.all([.not(.upTo(from)), .upTo(end)])).sorted { $0.id < $1.id }
                (from, window) = (end, min(window * 2, Self.maxWindow))
            }
        case .below(let id):
            var end = min(newest, id == .max ? .max : id - 1)
            while found.count < Self.itemsPerPage, end > 0 {
                let from = max(0, end - window)
                found += try list(.all([.not(.upTo(from)), .upTo(end)])).sorted { $0.id > $1.id }
                (end, window) = (from, min(window * 2, Self.maxWindow))
            }
        }
        return Array(found.prefix(Self.itemsPerPage))
    }

    private func list(_ filter: ArticleFilter) throws -> [ListedArticle] {
        var request = ListRequest(filter)
        request.subscribedOnly = true
        request.foldReplies()
        return try library.store.list(request)
    }

    private func ids(_ filter: ArticleFilter, subscribedOnly: Bool) throws -> String {
        var request = ListRequest(filter)
        request.subscribedOnly = subscribedOnly
        return Self.list(try library.store.list(request).map(\.id).sorted())
    }

    private static func list(_ ids: [Int64]) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(ids.count * 8)
        for (index, id) in ids.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(decimal: id)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
