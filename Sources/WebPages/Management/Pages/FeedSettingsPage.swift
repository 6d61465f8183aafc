internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page to set how a feed is fetched and which of its articles are kept.
struct FeedSettingsPage {
    private let feed: Feed
    private let options: FeedOptions
    private let state: FeedFetchState
    private let hasRecipe: Bool
    private let description: String?
    private let copyright: String?
    private let folders: [String]

    static let operations: [Operation] = [
        .page("feedSettingsPage", "/feed/{n}/settings", .write, "The settings of a feed") { call in
            let number = try call.requiredNumber("n")
            let page = try await call.read { try FeedSettingsPage(feed(number, $0), $0) }
            return page.response(call)
        },
        .form("feed", .write, "Change how a feed is fetched and which articles are kept") { call in
            try await change(call)
            return nil
        },
        .form("remove-feed", .write, "Unsubscribe, with or without deleting the articles") { call in
            let number = try call.requiredNumber("feed")
            let withArticles = call.has("articles")
            if withArticles { try call.require(.owner) }
            try await call.write { library in
                _ = try library.subscriptions.unsubscribe(feed(number, library).url, withArticles: withArticles)
            }
            return "actions?done=removed"
        },
    ]

    /// The subscription with this id.
    static func feed(_ number: Int64, _ library: Library) throws -> Feed {
        guard let feed = try library.store.feed(number), feed.isSubscribed else {
            let language = library.settings.language
            throw Problem.missing(Message.manageNoSuchFeed.text(language))
        }
        return feed
    }

    private init(_ feed: Feed, _ library: Library) throws {
        self.feed = feed
        options = try library.store.options(of: feed.id).forClients
        state = try library.store.fetchState(of: feed.id)
        description = try library.store.descriptions(of: [feed.id])[feed.id].map(BidiControls.removed)
        copyright = try library.store.copyrights(of: [feed.id])[feed.id].map(BidiControls.removed)
        hasRecipe = try library.store.recipes()[feed.id] != nil
        folders = try library.store.folderCounts().map { $0.path.joined(separator: "/") }
    }

    // MARK: - Changing

    /// Changes the settings of a feed. Headers, cookies and proxies cannot be changed here, since they name files or
    /// hosts to connect to.
    private static func change(_ call: RequestContext) async throws {
        let number = try call.requiredNumber("feed")
        let title = call.filled("title") ?? ""
        let isPaused = call.has("paused")
        let folder = FolderPath.parse(call.text("folder") ?? "")
        var values = FeedOptionValues(language: call.language)
        values.interval = call.filled("interval") ?? "auto"
        values.keep = call.filled("keep") ?? "default"
        values.keepUnread = call.filled("keep_unread") ?? "default"
        values.keepRead = call.filled("keep_read") ?? "default"
        values.userAgent = call.filled("user_agent") ?? "none"
        values.fullText =
            switch call.text("full_text") {
            case "on": "on"
            case "selector": try call.required("selector")
            default: "off"
            }
        if call.has("replies") {
            values.replies = call.filled("replies")
            values.unreadOnReply = call.has("unread_on_reply")
        }
        let (user, password) = (call.filled("username"), call.text("password") ?? "")
        let login: FeedLogin? =
            if call.has("no_login") {
                FeedLogin(user: "", password: "")
            } else if let user {
                FeedLogin(user: user, password: password)
            } else {
                nil
            }
        let (typed, keeper) = (values, call.keeper)
        try await call.write { library in
            let known = try feed(number, library)
            var edit = SubscriptionEdit()
            if title != known.ownTitle ?? "" { edit.title = title }
            if isPaused != known.isPaused { edit.isPaused = isPaused }
            // The form shows only the first of several folders, so change the folders only if the field was changed.
            if folder != known.folders.first ?? [] { edit.folder = folder }
            var changed = try library.store.options(of: number)
            let before = changed
            _ = try typed.apply(to: &changed) { _ in }
            if changed != before { edit.changeOptions = { try typed.apply(to: &$0) { _ in } } }
            if edit.changesAnything { try library.subscriptions.edit(known, edit) }
            if let login { try library.subscriptions.setLogin(login, of: known, keeper: keeper) }
        }
    }

    // MARK: - Page

    private func response(_ call: RequestContext) -> HTTPResponse {
        call.answer(.none, MaskedURL.mask(feed.displayTitle)) { page in
            facts(call, &page)
            call.form(
                "feed", &page, class: "sheet", with: [("feed", String(feed.id))],
                next: "feed/\(feed.id)/settings?done=saved"
            ) { form in
                form.card(form.say(.manageSubscription)) { general(&$0) }
                form.card(form.say(.fetching)) { card in
                    card.field(
                        card.say(.interval), "interval", options.interval.map { TimeLength.typed(Int($0)) },
                        help: card.say(.intervalHelp), [("placeholder", "auto")])
                    card.field(card.say(.userAgent), "user_agent", options.userAgent, help: card.say(.userAgentHelp))
                    login(&card)
                }
                form.card(form.say(.retention)) { card in
                    card.field(
                        card.say(.keep), "keep", options.limits?.typed, help: card.say(.keepHelp),
                        [("placeholder", card.say(.asForAll))])
                    card.field(
                        card.say(.keepUnread), "keep_unread",
                        options.keepUnread.map { $0 == 0 ? "all" : String($0) }, help: card.say(.keepUnreadHelp),
                        [("placeholder", card.say(.asForAll))])
                    card.field(
                        card.say(.keepRead), "keep_read",
                        options.keepRead.map { $0 == 0 ? "all" : String($0) }, help: card.say(.keepReadHelp),
                        [("placeholder", card.say(.asForAll))])
                }
                form.card(form.say(.manageFullText)) { fullText(&$0) }
                form.card(form.say(.manageReplies)) { card in
                    card.choice(
                        card.say(.repliesMode), "replies", options.replies?.rawValue ?? "default",
                        [
                            ("default", card.say(.repliesDefault)), ("each", card.say(.repliesEach)),
                            ("one", card.say(.repliesOne)), ("off", card.say(.repliesOff)),
                        ])
                    card.check(card.say(.unreadOnReply), "unread_on_reply", options.unreadOnReply)
                }
                form.submit(form.say(.save))
            }
            page.element("p", page.say(.notOverHTTP), [("class", "dim")])
            others(call, &page)
        }
    }

    private func general(_ page: inout HTMLPage) {
        page.field(
            page.say(.title), "title", feed.ownTitle,
            help: page.say(.titleHelp, MaskedURL.mask(feed.title ?? feed.url)))
        page.element("datalist", [("id", "folders")]) { list in
            for folder in folders { list.empty("option", [("value", folder)]) }
        }
        page.field(
            page.say(.folder), "folder", feed.folders.first?.joined(separator: "/"), help: page.say(.folderHelp),
            [("list", "folders"), ("autocomplete", "off")])
        page.element("p") { line in
            let folder = feed.folders.first?.joined(separator: "/") ?? ""
            let fields = folder.isEmpty ? "" : "?" + FormEncoding.encode([(name: "folder", value: folder)])
            line.element("a", line.say(.arrange), [("href", line.address("arrange" + fields))])
        }
        page.check(page.say(.pausedLabel), "paused", feed.isPaused)
    }

    private func facts(_ call: RequestContext, _ page: inout HTMLPage) {
        page.element("p", [("class", "address")]) { line in
            line.element("a", line.say(.openFeed), [("href", line.address("feed/\(feed.id)"))])
            line.text(" · " + MaskedURL.mask(feed.url))
        }
        if let description { page.element("p", Self.shortened(description), [("class", "dim")]) }
        if let copyright { page.element("p", Self.shortened(copyright), [("class", "dim")]) }
        if let kind = state.failureKind {
            let reason = FetchReason.text(kind: kind, detail: state.failureText ?? "", call.language)
            page.element("p", "! " + reason, [("class", "danger")])
        }
        page.element("dl", [("class", "figures")]) { list in
            for (name, value) in [(Message.articles, feed.articles), (.unread, feed.unread)] {
                list.element("div") { group in
                    group.element("dt", group.say(name))
                    group.element("dd", String(value))
                }
            }
            for (name, seconds) in [(Message.fetched, state.lastSuccess), (.next, feed.isPaused ? 0 : state.nextFetch)]
            {
                list.element("div") { group in
                    group.element("dt", group.say(name))
                    group.element("dd") { value in
                        if seconds > 0 { value.moment(seconds, call.dates) } else { value.text("-") }
                    }
                }
            }
        }
        page.element("div", [("class", "buttons")]) { line in
            call.button(line.say(.retryNow), "refresh", with: [("feed", String(feed.id))], &line)
        }
    }

    /// The maximum length of a description in characters; some feeds have whole pages of text.
    private static let maxDescriptionLength = 600

    private static func shortened(_ text: String) -> String {
        let start = text.prefix(maxDescriptionLength)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    private func login(_ page: inout HTMLPage) {
        page.element("fieldset") { set in
            set.element("legend", set.say(.login))
            if let kind = options.credentials { set.element("p", set.say(.hasLogin, kind), [("class", "dim")]) }
            set.field(set.say(.userName), "username", nil, [("autocomplete", "off")])
            set.field(set.say(.password), "password", nil, type: "password", [("autocomplete", "new-password")])
            if options.credentials != nil { set.check(set.say(.noLogin), "no_login", false) }
        }
    }

    private func fullText(_ page: inout HTMLPage) {
        var (kind, selector) = ("off", "")
        switch options.fullText {
        case .automatic?: kind = "on"
        case .selector(let text)?: (kind, selector) = ("selector", text)
        case nil: break
        }
        page.choice(
            page.say(.fullTextFrom), "full_text", kind,
            [
                ("off", page.say(.fullTextOff)), ("on", page.say(.fullTextOn)),
                ("selector", page.say(.fullTextSelector)),
            ])
        page.field(page.say(.selector), "selector", selector, help: page.say(.selectorHelp), class: "for-selector")
    }

    private func others(_ call: RequestContext, _ page: inout HTMLPage) {
        // The address of the recipe page contains the feed's address, which must not contain a password.
        if MaskedURL.mask(feed.url) == feed.url { recipe(&page) }
        page.card(page.say(.removeTitle)) { page in
            call.form("remove-feed", &page, class: "row", with: [("feed", String(feed.id))]) { form in
                form.check(form.say(.removeArticles, String(feed.articles)), "articles", false)
                form.element("button", form.say(.unsubscribe), [("type", "submit"), ("class", "dangerous")])
            }
            page.element("p", page.say(.removeHelp), [("class", "dim")])
        }
    }

    private func recipe(_ page: inout HTMLPage) {
        page.card(page.say(.recipe)) { page in
            page.element("p", page.say(hasRecipe ? .recipeIsSet : .recipeHelp))
            let recipe = "recipe?" + FormEncoding.encode([(name: "url", value: feed.url)])
            page.element("p") {
                $0.element("a", $0.say(.editRecipe), [("href", $0.address(recipe)), ("class", "button")])
            }
        }
    }
}
