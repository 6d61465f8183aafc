internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Subscriptions: the list, changes to it, and OPML.
enum SubscriptionOperations {
    private static let maxSubscriptions = 1_000
    private static let form = HTTPBodyLimits(maxBodyBytes: 1 << 20)
    /// The limits for requests that search for feeds on the network.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 1 << 20, deadline: .seconds(90))
    private static let large = HTTPBodyLimits(
        maxBodyBytes: 16 << 20, bodyDeadline: .seconds(120), deadline: .seconds(300))

    static let all: [Operation] = [
        .app(
            "readerSubscriptions", [.get, .post], "/reader/api/0/subscription/list", "The subscriptions"
        ) { call in
            .utf8JSON(
                try await call.read { library in
                    let feeds = try library.store.feeds()
                    let icons = try library.store.iconTypes()
                    var writer = JSONWriter()
                    writer.object { object in
                        object.key("subscriptions")
                        object.array(feeds) { array, feed in
                            array.subscription(
                                feed, icon: icons[feed.id] == nil ? "" : call.iconAddress(of: feed.id))
                        }
                    }
                    return writer.bytes
                }, hasEntityTag: true)
        },
        .app(
            "readerEditSubscriptions", [.post], "/reader/api/0/subscription/edit",
            "Subscribe, unsubscribe, change title and folders", limits: slow
        ) { call in
            try await edit(call)
        },
        .app(
            "readerQuickAdd", [.post], "/reader/api/0/subscription/quickadd",
            "Subscribe to the feed at an address", limits: slow
        ) { call in
            try await quickAdd(call.required("quickadd"), call)
        },
        .app(
            "readerSubscribed", [.get], "/reader/api/0/subscribed", "Whether a feed is subscribed to"
        ) { call in
            let stream = try StreamID.read(call.required("s"))
            let isSubscribed = try await call.read { library in
                try feed(stream, library)?.isSubscribed ?? false
            }
            return .line(String(isSubscribed))
        },
        .app(
            "readerExport", [.get], "/reader/api/0/subscription/export", "The subscriptions as OPML"
        ) { call in
            let deadline = call.request.deadline
            let text = try await call.read { library in try library.lists.export(until: deadline) }
            return HTTPResponse(type: "text/x-opml; charset=utf-8", text)
        },
        .app(
            "readerImport", [.post], "/reader/api/0/subscription/import", "Import subscriptions from OPML",
            limits: large, body: .unread
        ) { call in
            if try await call.importSubscriptions() == 0 {
                throw ReaderError(400, "Error: no feed was found in the OPML")
            }
            return .ok
        },
    ]

    /// `s` and `t` are repeated, one pair per feed.
    private static func edit(_ call: RequestContext) async throws -> HTTPResponse {
        let names = call.texts("s")
        if names.isEmpty { throw ReaderError(400, "Error: give s") }
        if names.count > maxSubscriptions {
            throw ReaderError(400, "Error: at most \(maxSubscriptions) feeds per request")
        }
        let streams = try names.map { try StreamID.read($0) }
        let (titles, add) = (call.texts("t"), try labels(call.texts("a")))
        switch call.text("ac") {
        case "subscribe":
            for (index, stream) in streams.enumerated() {
                let title = index < titles.count ? titles[index] : ""
                try await subscribe(stream, title: title, folders: add, call)
            }
        case "unsubscribe":
            try await call.write { library in
                _ = try library.recording(.unsubscribed) {
                    // Ignore feeds that are not subscribed.
                    for stream in streams {
                        if let feed = try feed(stream, library) { try library.store.unsubscribe(feed.id) }
                    }
                }
            }
        case "edit":
            let remove = try labels(call.texts("r"))
            try await call.write { library in
                let add = try folders(add, library)
                _ = try library.recording(.edited) {
                    for (index, stream) in streams.enumerated() {
                        guard let feed = try feed(stream, library), feed.isSubscribed else { throw noSuchFeed }
                        if index < titles.count, !titles[index].isEmpty {
                            try library.store.edit(feed.id, FeedChanges(ownTitle: titles[index]))
                        }
                        if add.isEmpty, remove.isEmpty { continue }
                        try library.folders.change(
                            of: feed.id, add: add, remove: remove.map { FolderPath.parse($0) })
                    }
                }
            }
        default: throw ReaderError(400, "Error: ac must be subscribe, unsubscribe or edit")
        }
        return .ok
    }

    private static func subscribe(
        _ stream: StreamID, title: String, folders labels: [String], _ call: RequestContext
    ) async throws {
        let url = try await call.read { library in
            switch stream {
            case .address(let url): url
            default: try feed(stream, library)?.url
            }
        }
        guard let url else { throw noSuchFeed }
        let paths = try await call.read { library in try folders(labels, library) }
        guard let added = try await add(url, title: title, call) else {
            throw ReaderError(404, "Error: no feed was found at \(MaskedURL.mask(url))")
        }
        if paths.isEmpty { return }
        try await call.write { library in try library.folders.change(of: added.id, add: paths, remove: []) }
    }

    private static func quickAdd(_ typed: String, _ call: RequestContext) async throws -> HTTPResponse {
        let url = typed.rest(after: "feed/") ?? typed
        let added: Feed?
        var error: String?
        do {
            added = try await add(url, title: "", call)
        } catch let userError as UserFacingError {
            (added, error) = (nil, userError.text)
        }
        var writer = JSONWriter()
        writer.object { object in
            object.member("numResults", added == nil ? 0 : 1)
            object.member("query", MaskedURL.mask(url))
            if let added {
                object.member("streamId", StreamID.name(ofFeed: added.id))
                object.member("streamName", added.shownTitle)
            } else {
                object.member("error", error ?? "no feed was found there")
            }
        }
        return .utf8JSON(writer.bytes)
    }

    /// Looks for the feed on a separate thread, so that the library's writer does not wait for the network.
    private static func add(_ url: String, title: String, _ call: RequestContext) async throws -> Feed? {
        try await call.runOnNetworkThread { library in
            var subscription = SubscriptionSettings()
            if !title.isEmpty { subscription.title = title }
            guard let report = try library.subscriptions.add(TypedFeed(url, library.settings.language), subscription)
            else {
                return nil
            }
            return try library.store.feed(named: report.url)
        }
    }

    private static let noSuchFeed = ReaderError(404, "Error: there is no such subscription")

    private static func feed(_ stream: StreamID, _ library: Library) throws -> Feed? {
        switch stream {
        case .feed(let id): try library.store.feed(id)
        case .address(let url): try library.store.feed(named: url)
        default: throw ReaderError(400, "Error: s is feed/NUMBER or feed/ADDRESS")
        }
    }

    /// The names of labels, without their prefix.
    private static func labels(_ names: [String]) throws(ReaderError) -> [String] {
        var labels: [String] = []
        for name in names where !name.isEmpty {
            guard case .label(let label)? = StreamID(name) else {
                throw ReaderError(400, "Error: a and r are user/-/label/NAME")
            }
            labels.append(label)
        }
        return labels
    }

    /// The paths of folders that feeds are moved to. Throws for saved searches, which are not folders.
    private static func folders(_ labels: [String], _ library: Library) throws -> [[String]] {
        if labels.isEmpty { return [] }
        let known = try Labels(library)
        return try labels.map { label in
            switch known[label] {
            case .folder(let path): return path
            case .search: throw ReaderError(400, "Error: \(label) is a saved search, and takes no feeds")
            case .tag, nil:
                let path = FolderPath.parse(label)
                if path.isEmpty { throw ReaderError(400, "Error: a folder must have a name") }
                return path
            }
        }
    }
}

extension Feed {
    /// The title, or the address without its user name and password if there is no title; never empty.
    var shownTitle: String {
        let title = displayTitle
        return title == url || title.isEmpty ? MaskedURL.mask(url) : title
    }
}

extension JSONWriter {
    /// A subscription. Members that some apps require are present even if empty.
    fileprivate mutating func subscription(_ feed: Feed, icon: String) {
        object { object in
            object.member("id", StreamID.name(ofFeed: feed.id))
            object.member("title", feed.shownTitle)
            object.key("categories")
            object.array(feed.folders) { array, path in
                let label = path.joined(separator: "/")
                array.object { category in
                    category.member("id", StreamID.labelPrefix + label)
                    category.member("label", label)
                    category.member("type", "folder")
                }
            }
            let number = String(feed.id, radix: 16)
            object.member("sortid", String(repeating: "0", count: max(0, 8 - number.count)) + number)
            object.member("firstitemmsec", "0")
            object.member("url", MaskedURL.mask(feed.url))
            object.member("htmlUrl", feed.homeURL ?? "")
            object.member("iconUrl", icon)
        }
    }
}
