internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import Formats
internal import HTTPServer
internal import Messages

/// Routes for subscriptions and folders.
enum FeedOperations {
    private static let small = HTTPBodyLimits(maxBodyBytes: 64 << 10)
    /// Limits for requests that look for feeds on the network.
    private static let slow = HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(90))

    private static let silent = Operation.Parameter(
        "silent", .string, "only feeds without an article in this time, such as 30d, with the date of the last one")

    static let all: [Operation] = [
        Operation(
            "feeds", .get, "/v1/feeds", .read, "The subscriptions",
            query: [ArrangingOperations.sort, silent],
            gives: .json(.list("feeds", of: "Feed")), example: "/v1/feeds?sort=hand"
        ) { call in
            if let length = call.text("silent") {
                return try await call.json { library, writer in
                    writer.list("feeds", try library.trends.silentFeeds(length, parameter: "silent")) {
                        $0.feed($1.feed, n: $1.feed.id, newest: $1.newest)
                    }
                }
            }
            let order = call.text("sort").flatMap { SubscriptionOrder(rawValue: $0) }
            return try await call.json { library, writer in
                let feeds = try order.map { try library.folders.tree($0).feeds } ?? library.store.feeds()
                let descriptions = try library.store.descriptions(of: nil)
                let copyrights = try library.store.copyrights(of: nil)
                writer.list("feeds", feeds) {
                    $0.feed($1, description: descriptions[$1.id], copyright: copyrights[$1.id], n: $1.id)
                }
            }
        },
        Operation(
            "feed", .get, "/v1/feeds/{n}", .read, "One subscription", gives: .json("Feed"), example: "/v1/feeds/1"
        ) {
            call in
            let number = try call.number("n")
            return try await call.json { library, writer in try write(number, library, &writer) }
        },
        Operation(
            "addFeed", .post, "/v1/feeds", .write, "Subscribe to the feed at an address", limits: slow,
            takes: .json("NewFeed", #"{"url":"https://example.org/feed.xml","folder":"News"}"#),
            gives: .json(
                .object([
                    .maybe("n", .integer()), .always("url", .string), .always("is_new", .boolean),
                    .maybe("password_kept", .boolean),
                ]), 201, 200)
        ) { call in
            try await add(call)
        },
        Operation(
            "editFeed", .patch, "/v1/feeds/{n}", .write,
            "Change title, folder, pause, interval or retention", limits: small,
            takes: .json("FeedEdit", #"{"folder":"News/Daily","keep":"90d"}"#), gives: .json("Feed"),
            example: "/v1/feeds/1"
        ) { call in
            try await edit(call)
        },
        Operation(
            "removeFeed", .delete, "/v1/feeds/{n}", .write, "Unsubscribe; the articles are kept",
            gives: .nothing, example: "/v1/feeds/1"
        ) { call in
            let number = try call.number("n")
            try await call.write { library in _ = try library.subscriptions.unsubscribe(feed(number, library).url) }
            return HTTPResponse(status: 204)
        },
        Operation(
            "failingFeeds", .get, "/v1/failing", .read, "The feeds whose last fetch failed, with reasons and advice",
            gives: .json(.list("feeds", of: "FailingFeed"))
        ) { call in
            let language = call.language
            return try await call.json { library, writer in
                let isOfMember = library.settings.isOfMember
                writer.list("feeds", try library.store.failingFeeds()) {
                    $0.failing(isOfMember ? $1.forMembers : $1, language, n: $1.feed)
                }
            }
        },
        Operation(
            "folders", .get, "/v1/folders", .read, "The folders, with their counts", query: [ArrangingOperations.sort],
            gives: .json(.list("folders", of: "Folder"))
        ) { call in
            let order = call.text("sort").flatMap { SubscriptionOrder(rawValue: $0) }
            return try await call.json { library, writer in
                let folders = try order.map(library.folders.counts) ?? library.store.folderCounts()
                writer.list("folders", folders) { $0.folder($1) }
            }
        },
        Operation("export", .get, "/v1/export", .read, "The subscriptions as OPML", gives: .text("text/x-opml")) {
            call in
            let text = try await call.read { library in try library.lists.export(until: call.request.deadline) }
            return HTTPResponse(type: "text/x-opml; charset=utf-8", text)
        },
    ]

    static func feed(_ number: Int64, _ library: Library) throws -> Feed {
        guard let feed = try library.store.feed(number), feed.isSubscribed else {
            throw Problem(404, "noSuchFeed", .httpNoSuchFeed, [String(number)])
        }
        return feed
    }

    private static func write(_ number: Int64, _ library: Library, _ writer: inout JSONWriter) throws {
        let options = try library.store.options(of: number).forClients
        let description = try library.store.descriptions(of: [number])[number]
        let copyright = try library.store.copyrights(of: [number])[number]
        writer.feed(
            try feed(number, library), options, description: description, copyright: copyright, n: number)
    }

    /// The login used to fetch a feed. An empty user name without a password removes the stored login.
    private static func login(_ body: Members) throws -> FeedLogin? {
        guard let user = try body.string("username") else {
            if body.has("password") { throw Problem(400, "badMember", .httpMemberWanted, ["username"]) }
            return nil
        }
        return FeedLogin(user: user, password: try user.isEmpty ? "" : body.required("password"))
    }

    /// Changes a feed's settings, except for headers, cookies and proxies.
    private static func edit(_ call: RequestContext) async throws -> HTTPResponse {
        let number = try call.number("n")
        let body = try await call.members([
            "title", "paused", "folder", "interval", "keep", "keep_unread", "keep_read", "full_text", "replies",
            "unread_on_reply", "user_agent", "username", "password",
        ])
        let (title, isPaused) = (try body.string("title"), try body.flag("paused"))
        let folder = try body.string("folder").map(FolderPath.parse)
        var typed = FeedOptionValues(language: call.language)
        typed.interval = try body.string("interval")
        typed.keep = try body.string("keep")
        typed.keepUnread = try body.string("keep_unread")
        typed.keepRead = try body.string("keep_read")
        typed.fullText = try body.string("full_text")
        typed.replies = try body.string("replies")
        typed.unreadOnReply = try body.flag("unread_on_reply")
        typed.userAgent = try body.string("user_agent")
        let values = typed
        let (login, keeper) = (try login(body), call.keeper)
        let bytes = try await call.write { library in
            let feed = try feed(number, library)
            var edit = SubscriptionEdit()
            edit.title = title
            edit.isPaused = isPaused
            edit.folder = folder
            if !values.isEmpty { edit.changeOptions = { try values.apply(to: &$0) { _ in } } }
            if login == nil || edit.changesAnything { _ = try library.subscriptions.edit(feed.url, edit) }
            if let login { try library.subscriptions.setLogin(login, of: feed, keeper: keeper) }
            var writer = JSONWriter()
            try write(number, library, &writer)
            return writer.bytes
        }
        return .json(bytes)
    }

    /// Adds a subscription. Looks for the feed on a separate thread, so that the writer does not wait for the network.
    private static func add(_ call: RequestContext) async throws -> HTTPResponse {
        let body = try await call.members(["url", "title", "folder", "username", "password"])
        let url = try body.required("url")
        let (title, folder) = (try body.string("title"), try body.string("folder"))
        let (login, keeper) = (try login(body), call.keeper)
        let language = call.language
        let report = try await call.runOnNetworkThread { library in
            var subscription = SubscriptionSettings()
            subscription.title = title
            subscription.folder = folder.map(FolderPath.parse)
            let typed = try TypedFeed(url, language)
            let added: (report: AddReport, isLoginKept: Bool)? =
                if let login {
                    try library.subscriptions.add(typed, subscription, login, keeper: keeper)
                } else {
                    try library.subscriptions.add(typed, subscription).map { ($0, false) }
                }
            return try added.map { added in
                let id = try library.store.feed(named: added.report.url)?.id
                return (url: added.report.url, isNew: added.report.isNew, id: id, isLoginKept: added.isLoginKept)
            }
        }
        guard let report else { throw Problem(422, "noFeedFound", .httpNoFeedFound, [MaskedURL.mask(url)]) }
        return .json(status: report.isNew ? 201 : 200) { writer in
            writer.object { object in
                object.member("n", report.id.map { Int($0) })
                object.member("url", MaskedURL.withoutLogin(report.url))
                object.member("is_new", report.isNew)
                if login != nil { object.member("password_kept", report.isLoginKept) }
            }
        }
    }
}
