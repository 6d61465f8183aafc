internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import Messages

extension ReaderPage {
    /// Adds the search field and the articles of the view.
    func list(_ page: inout HTMLPage) {
        page.element("div", [("id", "list"), ("tabindex", "-1")]) { main in
            searchForm(&main)
            main.element("header") { header in
                // This link is for windows that are too narrow to show the subscriptions next to the list.
                header.element("a", [("class", "menu"), ("href", "#feeds")]) {
                    $0.labelled(.menu, $0.say(.webSubscriptions))
                }
                header.element("h1", name(header))
                listActions(&header)
                tagAll(&header)
            }
            if content.lacksAccount { nothing(.webNoAccountYet, .webMakeAccount, "account", &main) }
            if let mistake = content.mistake { explain(mistake, &main) }
            if let answer = content.answer { found(answer, &main) }
            if content.rows.isEmpty { empty(&main) }
            if let before = content.before {
                way("before", before, content.oldestFirst ? .webOlder : .webNewer, "prev", &main)
            }
            rows(&main)
            if let after = content.after { way("after", after, .pageFollowing, "next", &main) }
            twins(&main)
        }
    }

    /// Adds a link to the next or previous section of the list.
    private func way(
        _ field: String, _ place: String, _ name: Message, _ relation: String, _ page: inout HTMLPage
    ) {
        let address = content.view.address(listFields + [(field, place)])
        page.element("p", [("class", "way " + relation)]) { line in
            line.element("a", line.say(name), [("rel", relation), ("href", line.root + address)])
        }
    }

    private func listActions(_ page: inout HTMLPage) {
        var isUnsubscribed = false
        if case .feed(let id) = content.view, let feed = feed(id), !feed.isSubscribed {
            isUnsubscribed = true
            if mayWrite, let address = WebLink.address(feed.url) {
                let query = FormEncoding.encode([(name: "url", value: address)])
                page.element("a", page.say(.subscribe), [("href", page.root + "subscribe?" + query)])
            }
        }
        switch content.view {
        case .feed, .folder: unreadOnly(&page)
        default: break
        }
        if content.view.isByDate, content.rows.count > 1 {
            tool(
                content.view.address([
                    ("unread", content.unreadOnly ? "1" : nil), ("sort", content.oldestFirst ? nil : "oldest"),
                ]), content.oldestFirst ? .webNewestFirst : .webOldestFirst, .arrange, isOn: content.oldestFirst, &page)
        }
        if mayWrite, !isUnsubscribed, let settings = content.view.settings { tool(settings, .webSettings, .settings, &page) }
        switch content.view {
        case .unread, .all, .today, .starred, .feed, .folder, .saved: markAsRead(&page)
        case .search(let query, _) where !query.isEmpty && content.mistake == nil:
            form("save", [], &page) { form in
                hidden("query", query, &form)
                let label = form.say(.webSaveAs)
                form.empty(
                    "input", [("name", "name"), ("required", ""), ("placeholder", label), ("aria-label", label)])
                form.element("button", form.say(.webSave), [("type", "submit")])
            }
        default: break
        }
    }

    private func unreadOnly(_ page: inout HTMLPage) {
        tool(
            content.view.address([
                ("unread", content.unreadOnly ? nil : "1"), ("sort", content.oldestFirst ? "oldest" : nil),
            ]), content.unreadOnly ? .webShowAll : .webShowUnread, .dot, isOn: content.unreadOnly, &page)
    }

    /// Adds a link as an icon with a tooltip.
    ///
    /// - Parameter isOn: whether the list differs from its usual form by what the link takes back.
    private func tool(
        _ address: String, _ name: Message, _ icon: PageIcon, isOn: Bool = false, _ page: inout HTMLPage
    ) {
        page.element(
            "a",
            [
                ("class", "tool" + (isOn ? " on" : "")), ("href", page.root + address), ("title", page.say(name)),
            ]
        ) { $0.labelled(icon, $0.say(name)) }
    }

    /// Adds the forms to mark articles as read: all that existed when the page was created, or only those above or
    /// below the open article.
    private func markAsRead(_ page: inout HTMLPage) {
        let place = content.rows.first { $0.article.id == content.article?.id }?.place
        page.element("details", [("class", "mark-as")]) { details in
            details.element("summary", details.say(.webMarkAs))
            form("read-all", [("id", "mark-as")], &details) { form in
                hidden("view", content.view.path, &form)
                hidden("unread", content.unreadOnly ? "1" : nil, &form)
                hidden("sort", content.oldestFirst ? "oldest" : nil, &form)
                hidden("newest", String(content.newest), &form)
                form.empty("input", [("type", "hidden"), ("name", "place"), ("value", place?.text ?? "")])
                form.element(
                    "button", form.say(.webMarkAllRead), [("type", "submit"), ("name", "side"), ("value", "all")])
                for (side, name) in [(ReadRange.Side.above, Message.webMarkAbove), (.below, .webMarkBelow)] {
                    form.element(
                        "button", form.say(name),
                        [
                            ("type", "submit"), ("name", "side"), ("value", side.rawValue),
                            ("disabled", place == nil ? "" : nil),
                        ])
                }
            }
        }
    }

    /// Explains why the list is empty and what the user can do.
    private func empty(_ page: inout HTMLPage) {
        switch content.view {
        case .search(let query, _):
            if query.isEmpty { recentSearches(&page) }
        case .unread, .all, .today, .starred:
            if isFirstRun { return firstRun(&page) }
            let (reason, next): (Message, ReaderView) =
                switch content.view {
                case .unread: (.webNothingUnread, .all)
                case .today: (.webNothingToday, .all)
                case .starred: (.webNothingStarred, .unread)
                default: (.webNothingInFeed, .unread)
                }
            nothing(reason, next == .all ? .webAll : .webUnread, next.address(), &page)
        case .feed, .folder:
            if content.unreadOnly {
                nothing(.webNothingUnreadHere, .webShowAll, content.view.address(), &page)
            } else if let settings = content.view.settings {
                nothing(.webNothingInFeed, .webSettings, settings, &page)
            } else {
                nothing(.webNothingInFeed, .webAll, ReaderView.all.address(), &page)
            }
        case .saved: nothing(.webNothingSaved, .webSettings, content.view.settings ?? "", &page)
        case .listed: nothing(.webNothingRecent, .webUnread, ReaderView.unread.address(), &page)
        }
    }

    private func nothing(_ reason: Message, _ next: Message, _ address: String, _ page: inout HTMLPage) {
        page.element("p", [("class", "empty")]) { line in
            line.text(line.say(reason) + " ")
            line.element("a", line.say(next), [("href", line.root + address)])
        }
    }

    /// Adds the recent searches in this browser, each with a button to remove it.
    private func recentSearches(_ page: inout HTMLPage) {
        if content.recentSearches.isEmpty {
            page.element("p", page.say(.webNoSearches), [("class", "empty")])
            return
        }
        page.element("section", [("class", "recent-searches")]) { section in
            section.element("h2", section.say(.webRecentSearches))
            section.element("ul") { list in
                for query in content.recentSearches {
                    list.element("li") { item in
                        let address = ReaderView.search(query: query, sort: .relevance).address()
                        item.element("a", query, [("href", item.root + address), ("dir", "auto")])
                        forgetting(query, item.say(.webForget), &item)
                    }
                }
            }
            forgetting(nil, section.say(.webForgetAll), &section)
            section.element("p", section.say(.webForgetHelp), [("class", "dim")])
        }
    }

    /// - Parameter query: the search to remove; nil to remove all. Users without write access may do this too, because
    ///   the searches are stored in a cookie.
    private func forgetting(_ query: String?, _ name: String, _ page: inout HTMLPage) {
        page.element("form", [("method", "post"), ("action", page.root + "actions/forget-searches")]) { form in
            hidden("csrf", csrf, &form)
            hidden("next", "search", &form)
            hidden("query", query, &form)
            form.element(
                "button", name, [("type", "submit"), ("aria-label", query.map { name + ": " + $0 })])
        }
    }
}
