internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// The field of search, and the articles of the view.
    func list(_ page: inout HTMLPage) {
        page.element("main", [("id", "list"), ("tabindex", "-1")]) { main in
            searchForm(&main)
            main.element("header") { header in
                // Where there is no room for the subscriptions beside the list.
                header.element("a", [("class", "menu"), ("href", "#feeds")]) { link in
                    link.icon(.menu)
                    link.text(link.say(.webSubscriptions))
                }
                header.element("h1", name(header))
                listActions(&header)
            }
            if let mistake = content.mistake { explain(mistake, &main) }
            if let answer = content.answer { found(answer, &main) }
            if content.rows.isEmpty { empty(&main) }
            if let before = content.before { way("before", before, .webNewer, "prev", &main) }
            rows(&main)
            if let after = content.after { way("after", after, .pageFollowing, "next", &main) }
            twins(&main)
        }
    }

    /// Where the list goes on.
    private func way(
        _ field: String, _ place: String, _ name: Message, _ relation: String, _ page: inout HTMLPage
    ) {
        let address = content.view.address([("unread", content.unreadOnly ? "1" : nil), (field, place)])
        page.element("p", [("class", "way " + relation)]) { line in
            line.element("a", line.say(name), [("rel", relation), ("href", line.root + address)])
        }
    }

    private func listActions(_ page: inout HTMLPage) {
        if mayWrite, let settings = content.view.settings {
            page.element("a", page.say(.webSettings), [("href", page.root + settings)])
        }
        switch content.view {
        case .feed, .folder:
            let other = content.view.address([("unread", content.unreadOnly ? nil : "1")])
            page.element(
                "a", page.say(content.unreadOnly ? .webShowAll : .webShowUnread), [("href", page.root + other)])
            markAsRead(&page)
        case .unread, .all, .today, .starred, .saved: markAsRead(&page)
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

    /// All articles that were there when the page was made, or those above or below the open one.
    private func markAsRead(_ page: inout HTMLPage) {
        let place = content.rows.first { $0.article.id == content.article?.id }?.place
        page.element("details", [("class", "mark-as")]) { details in
            details.element("summary", details.say(.webMarkAs))
            form("read-all", [("id", "mark-as")], &details) { form in
                hidden("view", content.view.path, &form)
                hidden("unread", content.unreadOnly ? "1" : nil, &form)
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

    private func empty(_ page: inout HTMLPage) {
        switch content.view {
        case .search: return
        case .unread where content.feeds.isEmpty, .all where content.feeds.isEmpty:
            firstRun(&page)
        case .unread:
            page.element("p", [("class", "empty")]) { line in
                line.text(line.say(.webNothingUnread) + " ")
                line.element("a", line.say(.webAll), [("href", line.root + ReaderView.all.address())])
            }
        default: page.element("p", page.say(.webNothingHere), [("class", "empty")])
        }
    }
}
