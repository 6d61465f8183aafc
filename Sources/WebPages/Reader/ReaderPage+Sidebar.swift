internal import Articles
internal import FeedLibrary
internal import Messages

extension ReaderPage {
    /// Adds the sidebar with the views, saved searches, folders and feeds.
    func sidebar(_ page: inout HTMLPage) {
        page.element("nav", [("id", "feeds"), ("aria-label", page.say(.webSubscriptions))]) { nav in
            nav.element("div", [("class", "lists")]) { lists in
                lists.element("p", [("class", "brand")]) { line in
                    line.element("a", [("href", home(line))]) { link in
                        link.empty(
                            "img",
                            [
                                ("src", link.root + ReaderAssets.address("icon.svg")), ("alt", ""), ("width", "20"),
                                ("height", "20"),
                            ])
                        link.text("feedsearch")
                    }
                    line.element("a", line.say(.webClose), [("class", "menu"), ("href", "#list")])
                }
                libraries(&lists)
                lists.element("ul", [("class", "views")]) { list in
                    item(.unread, list.say(.webUnread), content.unread, .unread, key: "unread", &list)
                    item(.today, list.say(.webToday), nil, .today, &list)
                    item(.starred, list.say(.webStarred), nil, .star, &list)
                    item(.all, list.say(.webAll), nil, .all, &list)
                    item(.opened, list.say(.webRecent), nil, .recent, &list)
                }
                savedSearches(&lists)
                tagList(&lists)
                treeHead(&lists)
                if content.feeds.isEmpty { lists.element("p", lists.say(.webNoFeeds), [("class", "dim")]) }
                tree(&lists)
                unsubscribed(&lists)
                if content.failing > 0 {
                    lists.element("ul") { list in
                        way(
                            "failing", list.say(.webFailing, String(content.failing)), .warning, class: "warning", &list
                        )
                    }
                }
            }
            foot(&nav)
        }
    }

    /// Adds the form to choose another library of the account.
    private func libraries(_ page: inout HTMLPage) {
        if content.libraries.isEmpty { return }
        form("library", [("class", "libraries")], &page) { form in
            form.element("select", [("name", "library"), ("aria-label", form.say(.libraryOfSession))]) { select in
                for library in content.libraries {
                    select.element(
                        "option", library.title(language),
                        [("value", String(library.number)), ("selected", library.isCurrent ? "" : nil)])
                }
            }
            form.element("button", form.say(.switchLibrary), [("type", "submit")])
        }
    }

    /// Adds the saved searches. A script replaces this part when the number of unread articles changes.
    func savedSearches(_ page: inout HTMLPage) {
        page.element("section", [("id", "saved"), ("hidden", content.saved.isEmpty ? "" : nil)]) { section in
            section.element("h2", section.say(.webSavedSearches))
            section.element("ul") { list in
                for search in content.saved {
                    item(.saved(search.name), search.name, content.unreadOfSaved[search.name], .search, &list)
                }
            }
        }
    }

    private func way(
        _ address: String, _ name: String, _ icon: PageIcon, class style: String? = nil, _ page: inout HTMLPage
    ) {
        if !mayOpen(address) { return }
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
                    ("data-saved", saved), ("href", item.root + view.address()), ("aria-current", current(view)),
                    ("data-feed", key),
                ]
            ) { link in
                link.icon(icon)
                link.element("span", name, [("class", "name"), ("dir", "auto")])
                if let count { link.element("span", count > 0 ? String(count) : "", [("class", "count")]) }
            }
        }
    }

    /// The `aria-current` of a link to a view.
    func current(_ view: ReaderView) -> String? { view == content.view && content.problem == nil ? "page" : nil }

    /// Adds the heading of the subscriptions, and a link to the page where feeds and folders can be arranged without a
    /// script.
    private func treeHead(_ page: inout HTMLPage) {
        page.element("div", [("class", "tree-head")]) { head in
            head.element("h2", head.say(.webSubscriptions), [("id", "subscriptions")])
            if !mayWrite || content.feeds.isEmpty || !mayOpen("arrange") { return }
            head.element("a", [("href", head.root + "arrange"), ("title", head.say(.webArrange))]) { link in
                link.icon(.arrange)
                link.unseen(link.say(.webArrange))
            }
        }
    }

    /// The maximum number of unsubscribed feeds in the sidebar. The page of these feeds lists all of them.
    private static let maxUnsubscribed = 100

    /// Adds the feeds whose articles were ingested without a subscription.
    private func unsubscribed(_ page: inout HTMLPage) {
        let feeds = content.unsubscribed
        if feeds.isEmpty { return }
        let isCurrent = feeds.contains { current(.feed($0.id)) != nil }
        page.element("details", [("class", "unsubscribed"), ("open", isCurrent ? "" : nil)]) { details in
            details.element("summary") { summary in
                summary.icon(.chevron)
                summary.icon(.folder)
                summary.element("span", summary.say(.webNotSubscribed), [("class", "name")])
            }
            details.element("ul") { list in
                for feed in feeds.prefix(Self.maxUnsubscribed) { list.element("li") { feedLink(feed, &$0) { _ in } } }
                if feeds.count > Self.maxUnsubscribed {
                    way("unsubscribed", list.say(.webAllUnsubscribed, String(feeds.count)), .all, &list)
                }
            }
        }
    }

    // MARK: - Foot

    /// Adds the part that remains visible below the scrolling subscriptions: adding a feed, the settings and the
    /// account.
    private func foot(_ page: inout HTMLPage) {
        page.element("div", [("class", "foot")]) { foot in
            if mayPost("subscribe") {
                foot.element("details", [("class", "pop adding"), ("name", "pop"), open(for: "subscribe")]) { details in
                    details.element("summary") { $0.labelled(.add, $0.say(.addFeed)) }
                    details.element("div", [("class", "panel")]) { panel in
                        subscribeForm(&panel)
                        panel.element("ul") { list in
                            way("import", list.say(.importExport), .down, &list)
                            way("subscribe", list.say(.webMoreWays), .search, &list)
                        }
                    }
                }
            }
            settings(&foot)
            if mayWrite, mayOpen("account") {
                let name = foot.say(.account)
                foot.element("a", [("href", foot.root + "account"), ("class", "account"), ("title", name)]) { link in
                    link.icon(.account)
                    link.unseen(name)
                }
            }
        }
    }

    /// Adds the links to the management pages.
    private func managing(_ page: inout HTMLPage) {
        page.element("ul", [("class", "ways")]) { list in
            way("folders", list.say(.folders), .folder, &list)
            way("rules", list.say(.rules), .rules, &list)
            way("statistics", list.say(.statistics), .statistics, &list)
            way("keys", list.say(.webKeys), .keys, &list)
            way("subscribe", list.say(.webManage), .manage, &list)
        }
    }

    /// The maximum total size of the pages and pictures stored on one device (docs/decisions/0081).
    private static let maxOfflineBytes = 200 << 20

    /// Adds the form for settings such as theme and text size.
    private func settings(_ page: inout HTMLPage) {
        page.element("details", [("class", "pop settings"), ("name", "pop")]) { pop in
            pop.element("summary") { $0.labelled(.settings, $0.say(.webSettings)) }
            pop.element("div", [("class", "panel")]) { settingsPanel(&$0) }
        }
    }

    private func settingsPanel(_ panel: inout HTMLPage) {
        form("look", [], &panel) { form in
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
        panel.element(
            "section",
            [
                ("id", "offline"), ("hidden", ""), ("data-keep", panel.say(.webOfflineKeep)),
                ("data-end", panel.say(.webOfflineEnd)), ("data-insecure", panel.say(.webOfflineInsecure)),
                ("data-ready", panel.say(.webOfflineReady, "{1}")),
                ("data-used", panel.say(.webOfflineUsed, "{1}", "{2}")),
                ("data-most", String(Self.maxOfflineBytes)),
                ("data-waiting", panel.say(.webOfflineWaiting, "{1}")),
            ]
        ) { section in
            section.element("h2", section.say(.webOffline))
            section.element("p", [("role", "status")]) { _ in }
            section.element("button", section.say(.webOfflineKeep), [("type", "button")])
        }
        managing(&panel)
        form("undo", [], &panel) { $0.element("button", $0.say(.webUndoLast), [("type", "submit")]) }
        form("sign-out", [], &panel) { $0.element("button", $0.say(.webSignOut), [("type", "submit")]) }
    }

    private func select(
        _ name: String, _ label: String, _ value: String, _ options: [(String, String)], _ page: inout HTMLPage
    ) {
        page.element("label") { field in
            field.element("span", label)
            field.element("select", [("name", name)]) { select in
                for (option, text) in options {
                    select.empty("option", [("value", option), ("selected", option == value ? "" : nil)])
                    select.text(text)
                }
            }
        }
    }
}
