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
                header.element("a", "☰ " + header.say(.webSubscriptions), [("class", "menu"), ("href", "#feeds")])
                header.element("h1", name(header))
                listActions(&header)
            }
            if let mistake = content.mistake { explain(mistake, &main) }
            if let answer = content.answer { found(answer, &main) }
            if content.rows.isEmpty { empty(&main) }
            main.element("ol", [("class", "rows")]) { list in for row in content.rows { write(row, &list) } }
            twins(&main)
            if let after = content.after {
                let address = content.view.address([("unread", content.unreadOnly ? "1" : nil), ("after", after)])
                main.element("p", [("class", "more")]) { line in
                    line.element("a", line.say(.pageFollowing), [("rel", "next"), ("href", line.root + address)])
                }
            }
        }
    }

    private func listActions(_ page: inout HTMLPage) {
        switch content.view {
        case .feed, .folder:
            let other = content.view.address([("unread", content.unreadOnly ? nil : "1")])
            page.element(
                "a", page.say(content.unreadOnly ? .webShowAll : .webShowUnread), [("href", page.root + other)])
            fallthrough
        case .unread, .all:
            form("read-all", [], &page) { form in
                hidden("view", content.view.path, &form)
                hidden("newest", String(content.newest), &form)
                form.element("button", form.say(.webMarkAllRead), [("type", "submit")])
            }
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

    private func empty(_ page: inout HTMLPage) {
        switch content.view {
        case .search: return
        case .unread where content.feeds.isEmpty, .all where content.feeds.isEmpty:
            page.element("p", page.say(.webFirstRun), [("class", "empty")])
        case .unread:
            page.element("p", [("class", "empty")]) { line in
                line.text(line.say(.webNothingUnread) + " ")
                line.element("a", line.say(.webAll), [("href", line.root + ReaderView.all.address())])
            }
        default: page.element("p", page.say(.webNothingHere), [("class", "empty")])
        }
    }

    // MARK: - Rows

    private func write(_ row: ReaderContent.Row, _ page: inout HTMLPage) {
        let article = row.article
        let isOpen = content.article?.id == article.id
        page.element(
            "li",
            [
                ("class", article.read ? "read" : "unread"), ("data-article", String(article.id)),
                ("data-starred", article.starred ? "1" : nil), ("lang", article.language),
            ]
        ) { item in
            item.element("p", [("class", "meta")]) { meta in
                meta.element("span", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "feed")])
                date(article, &meta)
            }
            item.element("h2") { heading in
                heading.element(
                    "a",
                    [("href", address(of: article.id, heading)), ("aria-current", isOpen ? "true" : nil)]
                ) { link in
                    if !article.read { link.element("span", link.say(.pageUnread), [("class", "dot")]) }
                    let title = article.title.isEmpty ? link.say(.untitled) : article.title
                    link.text(title, marked: article.title.isEmpty ? [] : row.hit?.titleHighlights ?? [])
                }
            }
            if let hit = row.hit {
                item.element("p", [("class", "snippet")]) { $0.text(hit.snippet, marked: hit.snippetHighlights) }
                if hit.folded > 0 { item.element("p", item.say(.foldedHits, String(hit.folded)), [("class", "dim")]) }
            } else if !article.body.isEmpty {
                item.element("p", Self.start(of: article.body), [("class", "snippet")])
            }
            stateForm(article, "row", &item)
        }
    }

    func date(_ article: Article, _ page: inout HTMLPage) {
        let seconds = article.published ?? article.received
        page.element("time", clock(seconds), [("datetime", CivilTime.rfc3339(seconds))])
    }

    /// Read or unread, starred or not: each button says what it does.
    func stateForm(_ article: Article, _ place: String, _ page: inout HTMLPage) {
        form("mark", [("class", "state " + place)], &page) { form in
            hidden("article", String(article.id), &form)
            // A script swaps name and value once the state is the other one.
            form.element(
                "button", form.say(article.starred ? .webUnstar : .webStar),
                [
                    ("name", "set"), ("value", article.starred ? "unstarred" : "starred"),
                    ("data-other", form.say(article.starred ? .webStar : .webUnstar)),
                ])
            form.element(
                "button", form.say(article.read ? .webMarkUnread : .webMarkRead),
                [
                    ("name", "set"), ("value", article.read ? "unread" : "read"),
                    ("data-other", form.say(article.read ? .webMarkRead : .webMarkUnread)),
                ])
        }
    }

    /// The beginning of a text, at most 200 characters.
    private static func start(of text: String) -> String {
        let start = text.prefix(240).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return start.count > 200 ? start.prefix(200) + "…" : start
    }
}
