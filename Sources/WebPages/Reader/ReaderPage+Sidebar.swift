internal import Articles
internal import FeedLibrary
internal import Messages

extension ReaderPage {
    /// Adds the sidebar with the views, saved searches, folders and feeds.
    func sidebar(_ page: inout HTMLPage) {
        page.element("nav", [("id", "feeds"), ("aria-label", page.say(.webSubscriptions))]) { nav in
            nav.element("p", [("class", "brand")]) { line in
                line.element("a", "feedsearch", [("href", home(line))])
                line.element("a", line.say(.webClose), [("class", "menu"), ("href", "#list")])
            }
            nav.element("ul", [("class", "views")]) { list in
                let unread = content.feeds.reduce(0) { $0 + $1.unread }
                item(.unread, list.say(.webUnread), unread, .unread, key: "unread", &list)
                item(.today, list.say(.webToday), nil, .today, &list)
                item(.starred, list.say(.webStarred), nil, .star, &list)
                item(.all, list.say(.webAll), nil, .all, &list)
                // A script fills this item with the articles that were recently opened on this device.
                list.element("li") { item in
                    item.element("a", [("href", item.root + "recent"), ("class", "recent")]) { link in
                        link.icon(.recent)
                        link.element("span", link.say(.webRecent), [("class", "name")])
                    }
                }
            }
            if !content.saved.isEmpty {
                nav.element("h2", nav.say(.webSavedSearches))
                nav.element("ul") { list in
                    for search in content.saved { item(.saved(search.name), search.name, nil, .search, &list) }
                }
            }
            tagList(&nav)
            treeHead(&nav)
            if content.feeds.isEmpty { nav.element("p", nav.say(.webNoFeeds), [("class", "dim")]) }
            tree(&nav)
            if mayWrite { subscribeForm(&nav) }
            nav.element("ul", [("class", "ways")]) { list in
                if content.failing > 0 {
                    way("failing", list.say(.webFailing, String(content.failing)), .warning, class: "warning", &list)
                }
                way("subscribe", list.say(.webManage), .manage, &list)
            }
            settings(&nav)
        }
    }

    private func way(
        _ address: String, _ name: String, _ icon: PageIcon, class style: String? = nil, _ page: inout HTMLPage
    ) {
        page.element("li") { item in
            item.element("a", [("href", item.root + address), ("class", style)]) { link in
                link.icon(icon)
                link.element("span", name, [("class", "name")])
            }
        }
    }

    private func home(_ page: HTMLPage) -> String { page.root.isEmpty ? "./" : page.root }

    private func item(
        _ view: ReaderView, _ name: String, _ count: Int?, _ icon: PageIcon, key: String? = nil, _ page: inout HTMLPage
    ) {
        page.element("li") { item in
            let saved: String? = if case .saved(let search) = view { search } else { nil }
            item.element(
                "a",
                [
                    ("data-saved", saved), ("href", item.root + view.address()),
                    ("aria-current", view == content.view ? "page" : nil),
                    ("class", (count ?? 0) > 0 ? "has-unread" : nil), ("data-feed", key),
                ]
            ) { link in
                link.icon(icon)
                link.element("span", name, [("class", "name"), ("dir", "auto")])
                if let count { link.element("span", count > 0 ? String(count) : "", [("class", "count")]) }
            }
        }
    }

    /// Adds the heading of the subscriptions, and a link to the page where feeds and folders can be arranged without a
    /// script.
    private func treeHead(_ page: inout HTMLPage) {
        page.element("div", [("class", "tree-head")]) { head in
            head.element("h2", head.say(.webSubscriptions), [("id", "subscriptions")])
            if !mayWrite || content.feeds.isEmpty { return }
            head.element("a", [("href", head.root + "arrange"), ("title", head.say(.webArrange))]) { link in
                link.icon(.arrange)
                link.unseen(link.say(.webArrange))
            }
        }
    }

    /// The maximum total size of the pages and pictures stored on one device (docs/decisions/0081).
    private static let maxOfflineBytes = 200 << 20

    /// Adds the form for settings such as theme and text size.
    private func settings(_ page: inout HTMLPage) {
        page.element("details", [("class", "settings")]) { details in
            details.element("summary") { summary in
                summary.icon(.settings)
                summary.text(summary.say(.webSettings))
            }
            form("look", [], &details) { form in
                let themes: [(String, Message)] = [
                    ("", .webThemeSystem), ("light", .webThemeLight), ("dark", .webThemeDark),
                    ("sepia", .webThemeSepia),
                ]
                select(
                    "theme", form.say(.webTheme), look.theme ?? "", themes.map { ($0.0, $0.1.text(language)) }, &form)
                select(
                    "size", form.say(.webTextSize), String(look.size ?? 18),
                    [14, 16, 18, 20, 22, 24].map { (String($0), "\($0) px") }, &form)
                select(
                    "font", form.say(.font), look.font ?? "serif",
                    [("serif", form.say(.serif)), ("sans", form.say(.sans))], &form)
                select(
                    "width", form.say(.width), look.width ?? "",
                    [("narrow", form.say(.narrow)), ("", form.say(.medium)), ("wide", form.say(.wide))], &form)
                let density: [(String, Message)] = [("", .webRowsRoomy), ("compact", .webRowsCompact)]
                select(
                    "rows", form.say(.webRows), look.isCompact ? "compact" : "",
                    density.map { ($0.0, $0.1.text(language)) }, &form)
                let orders: [(SubscriptionOrder, Message)] = [
                    (.hand, .webOrderHand), (.title, .webOrderTitle), (.unread, .webOrderUnread),
                    (.added, .webOrderAdded),
                ]
                select(
                    "order", form.say(.webOrder), look.order.rawValue,
                    orders.map { ($0.0.rawValue, $0.1.text(language)) },
                    &form)
                form.element("label") { field in
                    field.text(field.say(.webReadOnScroll))
                    field.empty(
                        "input",
                        [
                            ("type", "checkbox"), ("name", "scroll"), ("value", "1"),
                            ("checked", look.readsOnScroll ? "" : nil),
                        ])
                }
                form.element("button", form.say(.webApply), [("type", "submit")])
            }
            // A script fills this element, because pages cannot be stored for offline use without a script.
            details.element(
                "section",
                [
                    ("id", "offline"), ("hidden", ""), ("data-keep", details.say(.webOfflineKeep)),
                    ("data-end", details.say(.webOfflineEnd)), ("data-insecure", details.say(.webOfflineInsecure)),
                    ("data-ready", details.say(.webOfflineReady, "{1}")),
                    ("data-used", details.say(.webOfflineUsed, "{1}", "{2}")),
                    ("data-most", String(Self.maxOfflineBytes)),
                    ("data-waiting", details.say(.webOfflineWaiting, "{1}")),
                ]
            ) { section in
                section.element("h2", section.say(.webOffline))
                section.element("p", [("role", "status")]) { _ in }
                section.element("button", section.say(.webOfflineKeep), [("type", "button")])
            }
            form("undo", [], &details) { $0.element("button", $0.say(.webUndoLast), [("type", "submit")]) }
            form("sign-out", [], &details) { $0.element("button", $0.say(.webSignOut), [("type", "submit")]) }
        }
    }

    private func select(
        _ name: String, _ label: String, _ value: String, _ options: [(String, String)], _ page: inout HTMLPage
    ) {
        page.element("label") { field in
            field.text(label)
            field.element("select", [("name", name)]) { select in
                for (option, text) in options {
                    select.empty("option", [("value", option), ("selected", option == value ? "" : nil)])
                    select.text(text)
                }
            }
        }
    }
}
