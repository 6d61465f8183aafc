internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Ingestion

/// Entries: lists, states, and enclosures.
enum MinifluxEntryOperations {
    /// The maximum number of entries in a request. After a long time offline, apps send all their changes in one
    /// request.
    private static let maxChanged = 50_000
    private static let maxSeconds: Int64 = 1_000_000
    private static let large = HTTPBodyLimits(maxBodyBytes: 16 << 20)

    static let all: [Operation] =
        [
            Miniflux.operation("Entries", .get, "entries", "Entries") { call in
                try await list(EntryList(call), call)
            },
            Miniflux.operation("FeedEntries", .get, "feeds/{feed}/entries", "Entries of a feed") { call in
                try await list(EntryList(call, feed: call.id("feed")), call)
            },
            Miniflux.operation("CategoryEntries", .get, "categories/{category}/entries", "Entries of a category") {
                call in
                try await list(EntryList(call, category: call.id("category")), call)
            },
            // This operation must precede `entries/{entry}`, which matches the path as well.
            Miniflux.operation("EntryIDs", .get, "entries/ids", "Ids of entries, the highest first") { call in
                try await ids(call)
            },
            Miniflux.operation("Entry", .get, "entries/{entry}", "One entry") { call in
                try await entry(EntryList(), call)
            },
            Miniflux.operation("FeedEntry", .get, "feeds/{feed}/entries/{entry}", "One entry of a feed") {
                call in
                try await entry(EntryList(feed: call.id("feed")), call)
            },
            Miniflux.operation(
                "CategoryEntry", .get, "categories/{category}/entries/{entry}", "One entry of a category"
            ) { call in
                try await entry(EntryList(category: call.id("category")), call)
            },
            Miniflux.operation("ChangeEntries", .put, "entries", "Set the read and starred state", limits: large) {
                call in
                try await change(call)
            },
            Miniflux.operation(
                "ToggleBookmark", .put, "entries/{entry}/bookmark", "Star or unstar an entry"
            ) { call in
                try await toggleStar(call)
            },
            Miniflux.operation("ToggleStar", .put, "entries/{entry}/star", "Star or unstar an entry") {
                call in
                try await toggleStar(call)
            },
            Miniflux.operation("ReadAll", .put, "users/{user}/mark-all-as-read", "Mark all entries as read") {
                call in
                guard try call.id("user") == Miniflux.userID else {
                    throw ReaderError(403, "access forbidden: this is another account's")
                }
                return try await markRead(EntryList(), call)
            },
            Miniflux.operation(
                "EntryContent", .get, "entries/{entry}/fetch-content", "The content of an entry, as in its feed"
            ) { call in
                let id = try call.id("entry")
                return .miniflux(
                    try await call.read { library in
                        guard let article = try library.store.article(id) else { throw Miniflux.notFound }
                        var writer = JSONWriter()
                        writer.object { object in
                            object.member("content", article.shownHTML)
                            object.member("reading_time", ReadingTime.minutes(article.body))
                        }
                        return writer.bytes
                    })
            },
            Miniflux.operation("SaveEntry", .post, "entries/{entry}/save", "Refused: there are no integrations") {
                _ in
                throw ReaderError(400, "no third-party integration enabled")
            },
            Miniflux.operation(
                "ImportEntry", .post, "feeds/{feed}/entries/import", "Store an article of a feed", limits: large
            ) { call in
                try await importEntry(call)
            },
            Miniflux.operation("Enclosure", .get, "enclosures/{enclosure}", "One enclosure") { call in
                let number = try call.id("enclosure")
                return .miniflux(try await call.read { try MinifluxEntries.json(enclosure: number, $0) })
            },
            Miniflux.operation(
                "ChangeEnclosure", .put, "enclosures/{enclosure}", "Store the playback position of an enclosure"
            ) { call in
                let number = try call.id("enclosure")
                guard let seconds = try call.integerMember("media_progression"), 0...maxSeconds ~= seconds else {
                    throw ReaderError(400, "media_progression must be a number of seconds from 0 to \(maxSeconds)")
                }
                try await call.write { library in
                    _ = try MinifluxEntries.json(enclosure: number, library)
                    let (article, place) = MinifluxEntries.enclosure(number)
                    try library.reading.setPlayback(Int(seconds), of: place, in: article)
                }
                return .nothing
            },
        ] + refused

    /// An app password permits neither editing nor removing articles.
    private static let refused: [Operation] = [
        ("EditEntry", .put, "entries/{entry}"), ("FlushHistory", .put, "flush-history"),
        ("RemoveHistory", .delete, "flush-history"),
    ].map { (name: String, method: HTTPMethod, path: String) in
        Miniflux.operation(name, method, path, "Refused: articles are removed by the feedsearch command") { _ in
            throw ReaderError(403, "access forbidden: articles stay as their feeds gave them")
        }
    }

    // MARK: -

    static func markRead(_ list: EntryList, _ call: RequestContext) async throws -> HTTPResponse {
        var list = list
        list.isRead = false
        let wanted = list
        try await call.write { library in
            _ = try library.reading.mark(wanted.entries(library).map(\.id), [.read(true)])
        }
        return .nothing
    }

    private static func list(_ list: EntryList, _ call: RequestContext) async throws -> HTTPResponse {
        .miniflux(
            try await call.read { library in
                let page = try list.page(library)
                var entries = try MinifluxEntries(library)
                var writer = JSONWriter()
                try writer.object { object in
                    object.member("total", page.total)
                    object.key("entries")
                    try object.array { array in
                        try entries.write(page.entries, &array)
                    }
                }
                return writer.bytes
            })
    }

    private static func ids(_ call: RequestContext) async throws -> HTTPResponse {
        var list = EntryList()
        if let status = call.text("status") { list.isRead = try EntryList.isRead(status) }
        if call.text("starred") != nil {
            guard let isStarred = call.isSet("starred") else {
                throw ReaderError(400, "starred must be true or false")
            }
            list.isStarred = isStarred
        }
        (list.order, list.isDescending) = (.id, true)
        let limit = Int(clamping: call.integer("limit", or: 0))
        list.limit = 1...EntryList.maxIDs ~= limit ? limit : EntryList.maxIDs
        list.offset = max(0, Int(clamping: call.integer("offset", or: 0)))
        let wanted = list
        return .miniflux(
            try await call.read { library in
                let found = try wanted.entries(library)
                var writer = JSONWriter()
                writer.object { object in
                    object.member("total", found.count)
                    object.key("entry_ids")
                    object.array(found.dropFirst(wanted.offset).prefix(wanted.limit)) { $0.number($1.id) }
                }
                return writer.bytes
            })
    }

    private static func entry(
        _ list: EntryList, _ call: RequestContext
    ) async throws -> HTTPResponse {
        let id = try call.id("entry")
        let isOfAll = list.feed == 0 && list.category == 0
        return .miniflux(
            try await call.read { library in
                var entries = try MinifluxEntries(library)
                guard let bytes = try entries.json(id) else { throw Miniflux.notFound }
                if !isOfAll, try !list.entries(library).contains(where: { $0.id == id }) { throw Miniflux.notFound }
                return bytes
            })
    }

    private static func change(_ call: RequestContext) async throws -> HTTPResponse {
        let ids = try call.member("entry_ids", "a list of ids") { value -> [ArticleID]? in
            guard let values = value.array else { return nil }
            let ids = values.compactMap(\.integer)
            return ids.count == values.count ? ids : nil
        }
        guard let ids, !ids.isEmpty else { throw ReaderError(400, "the list of entries cannot be empty") }
        if ids.count > maxChanged { throw ReaderError(400, "at most \(maxChanged) entries per request") }
        var changes: [StateChange] = []
        if let status = try call.string("status"), !status.isEmpty {
            changes.append(.read(try EntryList.isRead(status)))
        }
        if let isStarred = try call.bool("starred") { changes.append(.starred(isStarred)) }
        if changes.isEmpty { throw ReaderError(400, "either the status or the starred field must be specified") }
        let wanted = changes
        try await call.write { library in _ = try library.reading.mark(ids, wanted, isLogged: false) }
        return .nothing
    }

    private static func toggleStar(_ call: RequestContext) async throws -> HTTPResponse {
        let id = try call.id("entry")
        try await call.write { library in
            guard let article = try library.store.article(id) else { throw Miniflux.notFound }
            _ = try library.reading.mark([id], [.starred(!article.starred)], isLogged: false)
        }
        return .nothing
    }

    private static func importEntry(_ call: RequestContext) async throws -> HTTPResponse {
        let feed = try call.id("feed")
        guard let url = try call.string("url").flatMap(WebLink.address) else {
            throw ReaderError(400, "url is required")
        }
        var draft = ArticleDraft()
        draft.guid = try call.string("external_id") ?? url
        if draft.guid.isEmpty { draft.guid = url }
        draft.url = url
        draft.title = try call.string("title") ?? url
        draft.html = try call.string("content").map { Array($0.utf8) }
        draft.author = try call.string("author")
        draft.published = try call.integerMember("published_at").map(CivilTime.bounded(seconds:))
        draft.read = try EntryList.isRead(call.string("status") ?? "read")
        draft.starred = try call.bool("starred")
        draft.tags = try call.member("tags", "a list of strings") { $0.array?.compactMap(\.string) } ?? []
        let wanted = draft
        let added = try await call.write { library in
            var draft = wanted
            draft.feed = try MinifluxFeedOperations.subscription(feed, library).url
            return try library.articles.add(draft)
        }
        return .miniflux(status: added.isNew ? 201 : 200) { $0.object { $0.member("id", Int(added.id)) } }
    }
}
