internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import Ingestion

/// Entries: lists, states, and enclosures.
enum MinifluxEntryOperations {
    /// After a long time offline, apps send all their changes in one request.
    private static let maxChanged = 50_000
    private static let maxSeconds: Int64 = 1_000_000
    private static let large = HTTPBodyLimits(maxBodyBytes: 16 << 20)

    static let all: [ReaderOperation] =
        [
            Miniflux.operation("Entries", .get, "entries", "Entries") { request, host in
                try await list(EntryList(request), host)
            },
            Miniflux.operation("FeedEntries", .get, "feeds/{feed}/entries", "Entries of a feed") { request, host in
                try await list(EntryList(request, feed: request.number("feed")), host)
            },
            Miniflux.operation("CategoryEntries", .get, "categories/{category}/entries", "Entries of a category") {
                request, host in
                try await list(EntryList(request, category: request.number("category")), host)
            },
            // Must come before `entries/{entry}`, which matches it as well.
            Miniflux.operation("EntryIDs", .get, "entries/ids", "Ids of entries, the highest first") { request, host in
                try await ids(request, host)
            },
            Miniflux.operation("Entry", .get, "entries/{entry}", "One entry") { request, host in
                try await entry(EntryList(), request, host)
            },
            Miniflux.operation("FeedEntry", .get, "feeds/{feed}/entries/{entry}", "One entry of a feed") {
                request, host in
                try await entry(EntryList(feed: request.number("feed")), request, host)
            },
            Miniflux.operation(
                "CategoryEntry", .get, "categories/{category}/entries/{entry}", "One entry of a category"
            ) { request, host in
                try await entry(EntryList(category: request.number("category")), request, host)
            },
            Miniflux.operation("ChangeEntries", .put, "entries", "Set the read and starred state", limits: large) {
                request, host in
                try await change(request, host)
            },
            Miniflux.operation(
                "ToggleBookmark", .put, "entries/{entry}/bookmark", "Star or unstar an entry"
            ) {
                try await toggleStar($0, $1)
            },
            Miniflux.operation("ToggleStar", .put, "entries/{entry}/star", "Star or unstar an entry") {
                try await toggleStar($0, $1)
            },
            Miniflux.operation("ReadAll", .put, "users/{user}/mark-all-as-read", "Mark all entries as read") {
                request, host in
                guard try request.number("user") == Miniflux.userID else {
                    throw ReaderError(403, "access forbidden: this is another account's")
                }
                return try await markRead(EntryList(), host)
            },
            Miniflux.operation(
                "EntryContent", .get, "entries/{entry}/fetch-content", "The content of an entry, as in its feed"
            ) { request, host in
                let id = try request.number("entry")
                return .miniflux(
                    try await host.read { library in
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
                _, _ in
                throw ReaderError(400, "no third-party integration enabled")
            },
            Miniflux.operation(
                "ImportEntry", .post, "feeds/{feed}/entries/import", "Store an article of a feed", limits: large
            ) { request, host in
                try await importEntry(request, host)
            },
            Miniflux.operation("Enclosure", .get, "enclosures/{enclosure}", "One enclosure") { request, host in
                let number = try request.number("enclosure")
                return .miniflux(try await host.read { try MinifluxEntries.json(enclosure: number, $0) })
            },
            Miniflux.operation(
                "ChangeEnclosure", .put, "enclosures/{enclosure}", "Store the playback position of an enclosure"
            ) { request, host in
                let number = try request.number("enclosure")
                guard let seconds = try request.integerMember("media_progression"), 0...maxSeconds ~= seconds else {
                    throw ReaderError(400, "media_progression must be a number of seconds from 0 to \(maxSeconds)")
                }
                try await host.write { library in
                    _ = try MinifluxEntries.json(enclosure: number, library)
                    let (article, place) = MinifluxEntries.enclosure(number)
                    try library.setPlayback(Int(seconds), of: place, in: article)
                }
                return .nothing
            },
        ] + refused

    /// An app password permits neither editing nor removing articles.
    private static let refused: [ReaderOperation] = [
        ("EditEntry", .put, "entries/{entry}"), ("FlushHistory", .put, "flush-history"),
        ("RemoveHistory", .delete, "flush-history"),
    ].map { (name: String, method: HTTPMethod, path: String) in
        Miniflux.operation(name, method, path, "Refused: articles are removed by the feedsearch command") { _, _ in
            throw ReaderError(403, "access forbidden: articles stay as their feeds gave them")
        }
    }

    // MARK: -

    static func markRead(_ list: EntryList, _ host: any ReaderHost) async throws -> HTTPResponse {
        var list = list
        list.isRead = false
        let wanted = list
        try await host.write { library in
            _ = try library.mark(wanted.entries(library).map(\.id), [.read(true)])
        }
        return .nothing
    }

    private static func list(_ list: EntryList, _ host: any ReaderHost) async throws -> HTTPResponse {
        .miniflux(
            try await host.read { library in
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

    private static func ids(_ request: ReaderRequest, _ host: any ReaderHost) async throws -> HTTPResponse {
        var list = EntryList()
        if let status = request.text("status") { list.isRead = try EntryList.isRead(status) }
        if request.text("starred") != nil {
            guard let isStarred = request.flag("starred") else {
                throw ReaderError(400, "starred must be true or false")
            }
            list.isStarred = isStarred
        }
        (list.order, list.isDescending) = (.id, true)
        let limit = Int(clamping: request.integer("limit"))
        list.limit = 1...EntryList.maxIDs ~= limit ? limit : EntryList.maxIDs
        list.offset = max(0, Int(clamping: request.integer("offset")))
        let wanted = list
        return .miniflux(
            try await host.read { library in
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
        _ list: EntryList, _ request: ReaderRequest, _ host: any ReaderHost
    ) async throws -> HTTPResponse {
        let id = try request.number("entry")
        let isOfAll = list.feed == 0 && list.category == 0
        return .miniflux(
            try await host.read { library in
                var entries = try MinifluxEntries(library)
                guard let bytes = try entries.json(id) else { throw Miniflux.notFound }
                if !isOfAll, try !list.entries(library).contains(where: { $0.id == id }) { throw Miniflux.notFound }
                return bytes
            })
    }

    private static func change(_ request: ReaderRequest, _ host: any ReaderHost) async throws -> HTTPResponse {
        let ids = try request.member("entry_ids", "a list of ids") { value -> [ArticleID]? in
            guard let values = value.array else { return nil }
            let ids = values.compactMap(\.integer)
            return ids.count == values.count ? ids : nil
        }
        guard let ids, !ids.isEmpty else { throw ReaderError(400, "the list of entries cannot be empty") }
        if ids.count > maxChanged { throw ReaderError(400, "at most \(maxChanged) entries per request") }
        var changes: [StateChange] = []
        if let status = try request.string("status"), !status.isEmpty {
            changes.append(.read(try EntryList.isRead(status)))
        }
        if let isStarred = try request.bool("starred") { changes.append(.starred(isStarred)) }
        if changes.isEmpty { throw ReaderError(400, "either the status or the starred field must be specified") }
        let wanted = changes
        try await host.write { library in _ = try library.mark(ids, wanted, isLogged: false) }
        return .nothing
    }

    private static func toggleStar(_ request: ReaderRequest, _ host: any ReaderHost) async throws -> HTTPResponse {
        let id = try request.number("entry")
        try await host.write { library in
            guard let article = try library.store.article(id) else { throw Miniflux.notFound }
            _ = try library.mark([id], [.starred(!article.starred)], isLogged: false)
        }
        return .nothing
    }

    private static func importEntry(_ request: ReaderRequest, _ host: any ReaderHost) async throws -> HTTPResponse {
        let feed = try request.number("feed")
        guard let url = try request.string("url").flatMap(WebLink.address) else {
            throw ReaderError(400, "url is required")
        }
        var draft = ArticleDraft()
        draft.guid = try request.string("external_id") ?? url
        if draft.guid.isEmpty { draft.guid = url }
        draft.url = url
        draft.title = try request.string("title") ?? url
        draft.html = try request.string("content").map { Array($0.utf8) }
        draft.author = try request.string("author")
        draft.published = try request.integerMember("published_at").map(CivilTime.bounded(seconds:))
        draft.read = try EntryList.isRead(request.string("status") ?? "read")
        draft.starred = try request.bool("starred")
        draft.tags = try request.member("tags", "a list of strings") { $0.array?.compactMap(\.string) } ?? []
        let wanted = draft
        let added = try await host.write { library in
            var draft = wanted
            draft.feed = try MinifluxFeedOperations.subscription(feed, library).url
            return try library.add(draft)
        }
        return .miniflux(status: added.isNew ? 201 : 200) { $0.object { $0.member("id", Int(added.id)) } }
    }
}
