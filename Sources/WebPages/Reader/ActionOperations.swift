internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// Operations for the forms on reader pages. Each operation redirects to the page that contained the form. If a form is
/// refused, that page shows it again with the entered values and the message.
enum ActionOperations {
    private static let limits = HTTPBodyLimits(maxBodyBytes: 64 << 10)
    private static let refusals = Operation.FormRefusals(
        notForm: Message.httpNotForm.localized, noToken: Message.httpNoCSRFToken.localized)

    /// The maximum number of characters in a tag that is entered on a page.
    static let maxTagLength = 100

    static let all: [Operation] = [
        action("mark", .write, "Mark an article", ["article", "set"], example: "article=1&set=read") { call in
            let article = try call.requiredNumber("article")
            guard let change = call.text("set").flatMap({ changes[$0] }) else {
                throw Problem(400, "badForm", .httpStateWanted)
            }
            _ = try await call.write { try $0.reading.mark([article], [change], isLogged: false) }
        },
        action(
            "tag", .write, "Add a tag to an article, or remove one", ["article", "add", "remove"],
            example: "article=1&add=later"
        ) { call in
            let (article, removed) = (try call.requiredNumber("article"), call.text("remove"))
            let added = try removed == nil || call.has("add") ? newTag(call) : nil
            let change = StateChange.tags(add: [added].compactMap(\.self), remove: [removed].compactMap(\.self))
            // Unlike marks, tags are set deliberately and rarely, so each change can be undone on the page of actions.
            _ = try await call.write { try $0.reading.mark([article], [change]) }
        },
        answering(
            "action-read-all", "read-all", .write,
            "Mark articles of a view as read: all that were seen, or those above or below a place",
            ["view", "newest", "unread", "place", "side", "sort"], example: "view=all&newest=1&side=all"
        ) { call in
            answer(try await markRead(call), call)
        },
        answering(
            "action-tag-list", "tag-list", .write, "Add a tag to all articles of a view",
            ["view", "query", "unread", "newest", "add"], example: "view=feed/1&newest=1&add=later"
        ) { call in
            answer(try await tagList(call), call)
        },
        action(
            "opened", .write, "Turn the recording of opened articles on or off, or clear their list", ["set"],
            example: "set=off"
        ) { call in
            let set = call.text("set")
            guard let set, ["on", "off", "clear"].contains(set) else {
                throw UserFacingError(code: "badForm", text: Message.fieldMissing.text(call.language, "set"))
            }
            try await call.write { library in
                if set == "clear" { try library.opened.forget() } else { try library.opened.setRecorded(set == "on") }
            }
        },
        action("undo", .write, "Undo the last action", []) { call in
            try await call.write { library in
                try call.requireRole(toUndo: nil, in: library)
                _ = try library.undo(nil)
            }
        },
        answering(
            "action-save", "save", .write, "Save a search, with an alert if a channel is given",
            ["query", "name", "channel", "webhook", "ntfy", "mail"], example: "query=fox&name=foxes"
        ) { call in
            let name = try call.required("name")
            try await SavedSearchPages.save(name, isNew: true, call)
            let next = call.text("next").flatMap(PageAddress.checked) ?? ""
            return call.redirect(
                to: next.hasPrefix("search?") ? next + "&" + FormEncoding.encode([(name: "saved", value: name)]) : next)
        },
        answering(
            "action-send", "send", .write, "Send an article to a service", ["article", "to"],
            example: "article=1&to=links"
        ) { call in
            let (article, name) = (try call.requiredNumber("article"), try call.required("to"))
            let queued = try await call.write { try $0.destinations.send([article], to: name) }
            guard call.request.headers["Accept"] == "application/json" else { return call.redirect() }
            var writer = JSONWriter()
            writer.object { $0.member("queued", queued) }
            return HTTPResponse(headers: ["Content-Type": "application/json"], body: .bytes(writer.bytes))
        },
        action("subscribe", .write, "Subscribe to a feed", ["url"], example: "url=https://example.org/feed") {
            call in
            try await subscribe(call.text("url") ?? "", call)
        },
        action(
            "full-text", .write, "Fetch the page of an article for its full text", ["article"], example: "article=1",
            limits: HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(40))
        ) { call in
            try await MediaOperations.fetchPage(of: call.requiredNumber("article"), call)
        },
        answering(
            "actionLook", "look", .read, "Set the theme and text size",
            ["theme", "size", "font", "width", "rows", "scroll", "order"], example: "theme=dark&size=20&rows=compact"
        ) { call in
            var look = Look()
            look.theme = call.text("theme").flatMap { Look.themes.contains($0) ? $0 : nil }
            look.size = call.text("size").flatMap { Int($0) }.flatMap { Look.sizes.contains($0) ? $0 : nil }
            look.font = call.text("font").flatMap { Look.fonts.contains($0) ? $0 : nil }
            look.width = call.text("width").flatMap { Look.widths.contains($0) ? $0 : nil }
            look.isCompact = call.text("rows") == "compact"
            look.readsOnScroll = call.text("scroll") == "1"
            look.order = call.text("order").flatMap { SubscriptionOrder(rawValue: $0) } ?? .hand
            var response = call.redirect()
            response.headers.add(
                "Set-Cookie", call.service.preference(Look.cookie, look.cookieValue, call.request))
            return response
        },
        answering(
            "actionForgetSearches", "forget-searches", .read, "Remove a recent search of this browser, or all of them",
            ["query"], example: "query=fox"
        ) { call in
            var searches = RecentSearches(cookieValue: "")
            if let query = call.text("query") {
                searches = call.recentSearches
                searches.forget(query)
            }
            var response = call.redirect()
            response.headers.add("Set-Cookie", call.cookie(of: searches))
            return response
        },
        answering(
            "actionFold", "fold", .read, "Open or close a folder of the subscriptions", ["open", "close"],
            example: "open=News"
        ) { call in
            var folders = try await ReaderController.openFolders(call)
            if let path = call.text("open") { folders.set(path, isOpen: true) }
            if let path = call.text("close") { folders.set(path, isOpen: false) }
            let (account, text) = (call.principal?.account, folders.text)
            try await call.ask { try $0.setPreference(OpenFolders.preference, of: account, to: text) }
            return call.redirect()
        },
        answering("actionSignOut", "sign-out", .read, "End the session and show the sign-in page", []) { call in
            if let principal = call.principal, principal.kind == .session {
                try await call.ask { accounts in _ = try accounts.endSession(principal.id) }
            }
            var response = call.redirect()
            response.headers.add("Set-Cookie", call.service.cookie("", isSecure: call.request.isSecure, maxAge: 0))
            response.headers.add("Set-Cookie", call.cookie(of: RecentSearches(cookieValue: "")))
            // Also delete the articles that the browser stored for offline reading.
            response.headers.add("Clear-Site-Data", "\"cache\", \"storage\"")
            return response
        },
    ]

    private static func markRead(_ call: RequestContext) async throws -> (changed: Int, action: Int64?) {
        guard let view = ReaderView(path: call.text("view") ?? "") else {
            throw UserFacingError(code: "badForm", text: Message.fieldMissing.text(call.language, "view"))
        }
        var range = ReadRange()
        range.newestSeen = call.text("newest").flatMap { Int64($0) }
        if let side = call.text("side").flatMap({ ReadRange.Side(rawValue: $0) }) {
            range.side = call.text("sort") == "oldest" ? side.opposite : side
            range.place = try DatePlace(cursor: call.text("place") ?? "")
        }
        let (wanted, deadline) = (range, call.request.deadline)
        return try await call.write { library in
            let query = try ReaderController.query(of: view, unreadOnly: true, library)
            let filter = try view.filter(unreadOnly: true, query: query, in: library)
            let numbers = try wanted.unread(of: filter, in: library)
            return try library.reading.mark(numbers, [.read(true)], isLogged: true, until: deadline)
        }
    }

    private static func tagList(_ call: RequestContext) async throws -> (changed: Int, action: Int64?) {
        let search = call.text("query").map { ReaderView.search(query: $0, sort: .relevance) }
        guard let view = search ?? ReaderView(path: call.text("view") ?? "") else {
            throw UserFacingError(code: "badForm", text: Message.fieldMissing.text(call.language, "view"))
        }
        let (tag, newest) = (try newTag(call), try call.requiredNumber("newest"))
        let (unreadOnly, deadline) = (call.text("unread") == "1", call.request.deadline)
        return try await call.write { library in
            let query = try ReaderController.query(of: view, unreadOnly: unreadOnly, library)
            let filter = try view.filter(unreadOnly: unreadOnly, query: query, in: library)
            // Exclude articles that arrived after the user loaded the list.
            let articles = try library.store.list(ListRequest(.all([filter, .upTo(newest)]))).map(\.id)
            return try library.reading.mark(articles, [.tags(add: [tag], remove: [])], until: deadline)
        }
    }

    /// The tag to add, as entered.
    private static func newTag(_ call: RequestContext) throws -> String {
        let tag = try call.required("add")
        guard tag.count <= maxTagLength else { throw FormMistake("add", .formMaxCharacters, String(maxTagLength)) }
        return tag
    }

    /// Responds to a script with the number of changes, and to a form with a redirect.
    private static func answer(_ done: (changed: Int, action: Int64?), _ call: RequestContext) -> HTTPResponse {
        guard call.request.headers["Accept"] == "application/json" else { return call.redirect() }
        var writer = JSONWriter()
        writer.object { object in
            object.member("changed", done.changed)
            object.member("action", done.action.map { Int($0) })
        }
        return HTTPResponse(headers: ["Content-Type": "application/json"], body: .bytes(writer.bytes))
    }

    private static func subscribe(_ url: String, _ call: RequestContext) async throws {
        let language = call.language
        _ = try await call.runOnNetworkThread { library in
            guard let report = try library.subscriptions.add(TypedFeed(url, language), SubscriptionSettings()) else {
                throw Problem(422, "noFeedFound", .httpNoFeedFound, [MaskedURL.mask(url)])
            }
            return report.isNew
        }
    }

    private static let changes: [String: StateChange] = [
        "read": .read(true), "unread": .read(false), "starred": .starred(true), "unstarred": .starred(false),
    ]

    private static func form(_ fields: [String], _ example: String) -> RequestForm {
        RequestForm(
            type: "application/x-www-form-urlencoded",
            schema: .object((fields + ["csrf", "next"]).map { .maybe($0, .string) }), example: example)
    }

    private static func action(
        _ name: String, _ scope: Scope, _ summary: String, _ fields: [String], example: String = "",
        limits: HTTPBodyLimits = limits, _ act: @escaping @Sendable (RequestContext) async throws -> Void
    ) -> Operation {
        answering("action-" + name, name, scope, summary, fields, example: example, limits: limits) { call in
            try await act(call)
            return call.redirect()
        }
    }

    /// - Parameters:
    ///   - name: the name of the operation.
    ///   - action: the last part of its path.
    private static func answering(
        _ name: String, _ action: String, _ scope: Scope, _ summary: String, _ fields: [String], example: String = "",
        limits: HTTPBodyLimits = limits, _ respond: @escaping @Sendable (RequestContext) async throws -> HTTPResponse
    ) -> Operation {
        Operation(
            name, .post, "/actions/" + action, scope, summary, limits: limits, takes: form(fields, example),
            gives: .redirect, errors: .page, body: .form(refusals)
        ) { call in
            do { return try await respond(call) } catch { return await call.refuse(error) }
        }
    }
}
