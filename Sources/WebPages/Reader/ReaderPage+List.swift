internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import Messages

extension ReaderPage {
    /// Adds the search field and the articles of the view.
    func list(_ page: inout HTMLPage) {
        page.element(
            "div", [("id", "list"), ("tabindex", "-1"), ("data-waiting", content.isWaiting ? "" : nil)]
        ) { main in
            searchForm(&main)
            if case .search = content.view {
                facets(&main)
                searchHead(&main)
            } else {
                header(&main)
            }
            if let refused = content.refused, !main.hasShownMistake { main.mistake(refused) }
            if content.lacksAccount { nothing(.webNoAccountYet, .webMakeAccount, "account", &main) }
            confirmSaved(&main)
            if let mistake = content.mistake { explain(mistake, &main) }
            if let answer = content.answer { found(answer, &main) }
            if content.rows.isEmpty { empty(&main) }
            if let before = content.before {
                way("before", before, content.oldestFirst ? .webOlder : .webNewer, "prev", &main)
            }
            rows(&main)
            if let after = content.after { way("after", after, .pageFollowing, "next", &main) }
            openedForms(&main)
            twins(&main)
        }
    }

    private func header(_ page: inout HTMLPage) {
        page.element("header") { header in
            menuLink(&header)
            header.element("h1", name(header), [("title", name(header))])
            listActions(&header)
            tagAll(&header)
        }
    }

    /// Adds the link to the subscriptions, for windows that are too narrow to show them next to the list.
    func menuLink(_ page: inout HTMLPage) {
        page.element("a", [("class", "menu"), ("href", "#feeds")]) { $0.labelled(.menu, $0.say(.webSubscriptions)) }
    }

    /// Adds a link to the next or previous section of the list.
    private func way(
        _ field: String, _ place: String, _ name: Message, _ relation: String, _ page: inout HTMLPage
    ) {
        let address = content.view.address(content.listFields + [(field, place)])
        page.element("p", [("class", "way " + relation)]) { line in
            line.element("a", line.say(name), [("rel", relation), ("href", line.root + address)])
        }
    }

    private func listActions(_ page: inout HTMLPage) {
        var isUnsubscribed = false
        if case .feed(let id) = content.view, let feed = feed(id), !feed.isSubscribed {
            isUnsubscribed = true
            if mayWrite, mayOpen("subscribe"), let address = WebLink.address(feed.url) {
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
        if mayWrite, !isUnsubscribed, let settings = content.view.settings, mayOpen(settings) {
            tool(settings, .webSettings, .settings, &page)
        }
        switch content.view {
        case .unread, .all, .today, .starred, .feed, .folder, .saved, .author: markAsRead(&page)
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
    /// - Parameter isOn: whether the link would undo a setting that is currently active.
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
            details.element("summary") { $0.labelled(.done, $0.say(.webMarkAs)) }
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
        case .search: if isStart { searchStart(&page) }
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
        case .opened, .listed: nothing(.webNothingRecent, .webUnread, ReaderView.unread.address(), &page)
        case .author: nothing(.webNothingInFeed, .webAll, ReaderView.all.address(), &page)
        }
    }

    private func nothing(_ reason: Message, _ next: Message, _ address: String, _ page: inout HTMLPage) {
        page.element("p", [("class", "empty")]) { line in
            line.text(line.say(reason) + " ")
            line.element("a", line.say(next), [("href", line.root + address)])
        }
    }
}
