internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages
internal import WebPages

/// Actions of the forms on reader pages; each redirects back to the page that contained the form.
enum ActionRoutes {
    private static let limits = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let all: [Route] = [
        action("mark", .write, "Mark an article", ["article", "set"], example: "article=1&set=read") { call, form in
            guard let article = form.text("article").flatMap({ Int64($0) }), let set = form.text("set"),
                let change = changes[set]
            else { throw Problem(400, "badForm", .httpStateWanted) }
            _ = try await call.write { try $0.mark([article], [change], isLogged: false) }
        },
        Route(
            "action-read-all", .post, "/actions/read-all", .write,
            "Mark articles of a view as read: all that were seen, or those above or below a place", limits: limits,
            takes: form(["view", "newest", "unread", "place", "side"], "view=all&newest=1&side=all"), gives: .redirect,
            isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            let done = try await markRead(form, call)
            guard call.request.headers["Accept"] == "application/json" else { return form.back(call) }
            return .json { writer in
                writer.object { object in
                    object.member("changed", done.changed)
                    object.member("action", done.action.map { Int($0) })
                }
            }
        },
        action("undo", .write, "Undo the last action", []) { call, _ in
            _ = try await call.write { try $0.undo(nil) }
        },
        action("save", .write, "Save a search", ["query", "name"], example: "query=fox&name=foxes") { call, form in
            guard let query = form.text("query"), let name = form.text("name") else {
                throw Problem(400, "badForm", .httpStateWanted)
            }
            let keeper = call.service.secretKeeper
            try await call.write { library in
                try library.save(forClient: name, query, comment: nil, AlertOptions(), keeper: keeper)
            }
        },
        action("subscribe", .write, "Subscribe to a feed", ["url"], example: "url=https://example.org/feed") {
            call, form in
            try await FeedRoutes.subscribe(form.text("url") ?? "", call)
        },
        action(
            "full-text", .write, "Fetch the page of an article for its full text", ["article"], example: "article=1",
            limits: HTTPBodyLimits(maxBodyBytes: 64 << 10, deadline: .seconds(40))
        ) { call, form in
            guard let article = form.text("article").flatMap({ Int64($0) }) else {
                throw Problem(400, "badForm", .httpStateWanted)
            }
            try await MediaRoutes.fetchPage(of: article, call)
        },
        Route(
            "actionLook", .post, "/actions/look", .read, "Set the theme and text size", limits: limits,
            takes: form(
                ["theme", "size", "font", "width", "rows", "scroll", "order"], "theme=dark&size=20&rows=compact"),
            gives: .redirect, isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            var look = Look()
            look.theme = form.text("theme").flatMap { Look.themes.contains($0) ? $0 : nil }
            look.size = form.text("size").flatMap { Int($0) }.flatMap { Look.sizes.contains($0) ? $0 : nil }
            look.font = form.text("font").flatMap { Look.fonts.contains($0) ? $0 : nil }
            look.width = form.text("width").flatMap { Look.widths.contains($0) ? $0 : nil }
            look.isCompact = form.text("rows") == "compact"
            look.readsOnScroll = form.text("scroll") == "1"
            look.order = form.text("order").flatMap { SubscriptionOrder(rawValue: $0) } ?? .hand
            var response = form.back(call)
            response.headers.add(
                "Set-Cookie", call.service.preference(ReaderAnswer.lookCookie, look.cookieValue, call.request))
            return response
        },
        Route(
            "actionForgetSearches", .post, "/actions/forget-searches", .read,
            "Remove a recent search of this browser, or all of them", limits: limits,
            takes: form(["query"], "query=fox"), gives: .redirect, isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            var searches = RecentSearches(cookieValue: "")
            if let query = form.text("query") {
                searches = call.recentSearches
                searches.forget(query)
            }
            var response = form.back(call)
            response.headers.add("Set-Cookie", call.cookie(of: searches))
            return response
        },
        Route(
            "actionFold", .post, "/actions/fold", .read, "Open or close a folder of the subscriptions", limits: limits,
            takes: form(["open", "close"], "open=News"), gives: .redirect, isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            var folders = try await ReaderAnswer.openFolders(call)
            if let path = form.text("open") { folders.set(path, isOpen: true) }
            if let path = form.text("close") { folders.set(path, isOpen: false) }
            let (account, text) = (call.principal?.account, folders.text)
            try await call.service.ask { try $0.setPreference(OpenFolders.preference, of: account, to: text) }
            return form.back(call)
        },
        Route(
            "actionSignOut", .post, "/actions/sign-out", .read, "End the session and show the sign-in page",
            limits: limits, takes: form([], ""), gives: .redirect, isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            if let principal = call.principal, principal.kind == .session {
                try await call.service.ask { accounts in _ = try accounts.endSession(principal.id) }
            }
            var response = form.back(call)
            response.headers.add("Set-Cookie", call.service.cookie("", isSecure: call.request.isSecure, maxAge: 0))
            response.headers.add("Set-Cookie", call.cookie(of: RecentSearches(cookieValue: "")))
            // Also delete what was stored for offline reading.
            response.headers.add("Clear-Site-Data", "\"cache\", \"storage\"")
            return response
        },
    ]

    private static func markRead(_ form: PageForm, _ call: Call) async throws -> (changed: Int, action: Int64?) {
        guard let view = ReaderView(path: form.text("view") ?? "") else {
            throw Problem(400, "badForm", .httpStateWanted)
        }
        var range = ReadRange()
        range.newestSeen = form.text("newest").flatMap { Int64($0) }
        if let side = form.text("side").flatMap({ ReadRange.Side(rawValue: $0) }) {
            range.side = side
            range.place = try ArticleRoutes.place(form.text("place") ?? "")
        }
        let (wanted, deadline) = (range, call.request.deadline)
        return try await call.write { library in
            let query = try ReaderAnswer.query(of: view, unreadOnly: true, library)
            let filter = try view.filter(unreadOnly: true, query: query, in: library)
            let numbers = try wanted.unread(of: filter, in: library)
            return try library.mark(numbers, [.read(true)], isLogged: true, until: deadline)
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
        limits: HTTPBodyLimits = limits, _ act: @escaping @Sendable (Call, PageForm) async throws -> Void
    ) -> Route {
        Route(
            "action-" + name, .post, "/actions/" + name, scope, summary, limits: limits, takes: form(fields, example),
            gives: .redirect, isPage: true, takesForm: true
        ) { call in
            let form = try await call.form()
            try await act(call, form)
            return form.back(call)
        }
    }
}
