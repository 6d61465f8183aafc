internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// Views, saved searches, folders and feeds.
    func sidebar(_ page: inout HTMLPage) {
        page.element("nav", [("id", "feeds"), ("aria-label", page.say(.webSubscriptions))]) { nav in
            nav.element("p", [("class", "brand")]) { line in
                line.element("a", "feedsearch", [("href", home(line))])
                line.element("a", line.say(.webClose), [("class", "menu"), ("href", "#list")])
            }
            nav.element("ul", [("class", "views")]) { list in
                let unread = content.feeds.reduce(0) { $0 + $1.unread }
                item(.unread, list.say(.webUnread), unread, key: "unread", &list)
                item(.today, list.say(.webToday), nil, &list)
                item(.starred, list.say(.webStarred), nil, &list)
                item(.all, list.say(.webAll), nil, &list)
                // A script fills in what was opened on this device.
                list.element("li") {
                    $0.element("a", $0.say(.webRecent), [("href", $0.root + "recent"), ("class", "recent")])
                }
            }
            if !content.saved.isEmpty {
                nav.element("h2", nav.say(.webSavedSearches))
                nav.element("ul") { list in
                    for search in content.saved { item(.saved(search.name), search.name, nil, &list) }
                }
            }
            nav.element("h2", nav.say(.webSubscriptions))
            if content.feeds.isEmpty { nav.element("p", nav.say(.webNoFeeds), [("class", "dim")]) }
            folders(&nav)
            if mayWrite { subscribeForm(&nav) }
            if content.failing > 0 {
                nav.element("p") { line in
                    line.element(
                        "a", "! " + line.say(.webFailing, String(content.failing)),
                        [("class", "warning"), ("href", line.root + "failing")])
                }
            }
            nav.element("p") { $0.element("a", $0.say(.webManage), [("href", $0.root + "subscribe")]) }
            settings(&nav)
        }
    }

    private func home(_ page: HTMLPage) -> String { page.root.isEmpty ? "./" : page.root }

    private static let closesFolders = 12

    private func folders(_ page: inout HTMLPage) {
        var paths: [String: [Feed]] = [:]
        for feed in content.feeds where !feed.folders.isEmpty {
            for folder in feed.folders { paths[folder.joined(separator: "/"), default: []].append(feed) }
        }
        for (path, feeds) in paths.sorted(by: { $0.key.lowercased() < $1.key.lowercased() }) {
            let isOpen = content.view == .folder(path) || feeds.contains { content.view == .feed($0.id) }
            page.element("div", [("class", "folder")]) { folder in
                link(.folder(path), path, feeds.reduce(0) { $0 + $1.unread }, key: nil, &folder)
                // Many folders are closed but for the one that is shown.
                if isOpen || paths.count < Self.closesFolders { list(feeds, &folder) }
            }
        }
        list(content.feeds.filter(\.folders.isEmpty), &page)
    }

    private func list(_ feeds: [Feed], _ page: inout HTMLPage) {
        if feeds.isEmpty { return }
        page.element("ul") { list in
            for feed in ordered(feeds) {
                list.element("li") { item in
                    link(
                        .feed(feed.id), MaskedURL.mask(feed.displayTitle), feed.unread, key: String(feed.id),
                        icon: content.icons[feed.id], isFailing: content.failingFeeds.contains(feed.id), &item)
                }
            }
        }
    }

    private func ordered(_ feeds: [Feed]) -> [Feed] {
        func precedes(_ left: Feed, _ right: Feed) -> Bool {
            left.displayTitle.lowercased() < right.displayTitle.lowercased()
        }
        return switch look.order {
        case .added: feeds
        case .title: feeds.sorted(by: precedes)
        case .unread: feeds.sorted { $0.unread == $1.unread ? precedes($0, $1) : $0.unread > $1.unread }
        }
    }

    private func item(
        _ view: ReaderView, _ name: String, _ count: Int?, key: String? = nil, _ page: inout HTMLPage
    ) {
        page.element("li") { link(view, name, count, key: key, &$0) }
    }

    private func link(
        _ view: ReaderView, _ name: String, _ count: Int?, key: String?, icon: String? = nil, isFailing: Bool = false,
        _ page: inout HTMLPage
    ) {
        let isCurrent = view == content.view
        let saved: String? = if case .saved(let search) = view { search } else { nil }
        page.element(
            "a",
            [
                ("data-saved", saved),
                ("href", page.root + view.address()), ("aria-current", isCurrent ? "page" : nil),
                ("class", (count ?? 0) > 0 ? "has-unread" : nil), ("data-feed", key),
            ]
        ) { link in
            if let icon {
                link.empty(
                    "img",
                    [("src", link.root + icon), ("alt", ""), ("width", "16"), ("height", "16"), ("loading", "lazy")])
            }
            link.element("span", name, [("class", "name")])
            if isFailing {
                link.element("span", "! " + link.say(.webFailingFeed), [("class", "warning")])
            }
            if let count {
                link.element("span", count > 0 ? String(count) : "", [("class", "count")])
            }
        }
    }

    /// Of pages and pictures on one device (docs/decisions/0081).
    private static let maxOfflineBytes = 200 << 20

    /// Theme and size of texts.
    private func settings(_ page: inout HTMLPage) {
        page.element("details", [("class", "settings")]) { details in
            details.element("summary", details.say(.webSettings))
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
                let orders: [(FeedOrder, Message)] = [
                    (.added, .webOrderAdded), (.title, .webOrderTitle), (.unread, .webOrderUnread),
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
            // A script fills it: without one nothing can be kept.
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
