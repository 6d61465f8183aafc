internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import Messages

extension ReaderPage {
    /// Adds the folders and the feeds of open folders. Without a script, a folder's button opens it and returns to this
    /// page.
    func tree(_ page: inout HTMLPage) {
        let movable = mayWrite && csrf != nil && permits(.post, "v1/folders/move")
        page.element(
            "form",
            [
                ("id", "tree"), ("method", "post"), ("action", page.root + "actions/fold"),
                ("data-order", look.order.rawValue), ("data-movable", movable ? "" : nil),
                ("data-moved", page.say(.webMoved, "{1}")), ("data-open", page.say(.webOpenFolder, "{1}")),
                ("data-close", page.say(.webCloseFolder, "{1}")),
            ]
        ) { form in
            hidden("csrf", csrf, &form)
            hidden("next", here, &form)
            form.element("ul", [("aria-labelledby", "subscriptions")]) { list in
                var writer = TreeWriter(page: self)
                writer.write(content.tree.top, &list)
            }
        }
    }

    /// Adds the contents of one folder, for a script that opens it.
    func branch(_ branch: ReaderContent.Branch, _ page: inout HTMLPage) {
        page.element("ul", [("id", "branch")]) { list in
            guard let folder = content.tree.folder(branch.path) else { return }
            var writer = TreeWriter(page: self)
            writer.write(folder, from: branch.first, &list)
        }
    }
}

extension ReaderPage {
    /// Adds a link to a feed with its icon, or with its first letter in one of a few colours if it has no icon.
    func feedLink(_ feed: Feed, _ page: inout HTMLPage, _ signs: (inout HTMLPage) -> Void) {
        let name = MaskedURL.mask(feed.displayTitle)
        let picture = content.icons[feed.id]
        treeLink(
            .feed(feed.id), name, feed.unread,
            [("data-feed", String(feed.id))] + (picture == nil ? Self.letterAttributes(of: feed.id, name) : []),
            { link in
                guard let picture else { return }
                link.empty(
                    "img",
                    [("src", link.root + picture), ("alt", ""), ("width", "16"), ("height", "16"), ("loading", "lazy")])
            }, &page, signs)
    }

    /// The number of letter colours in the style sheet.
    private static let tints: Int64 = 8

    /// The attributes of a feed without an icon. The style sheet uses them to show the feed's first letter in one of a
    /// few colours.
    static func letterAttributes(of feed: Int64, _ name: String) -> [(String, String?)] {
        // A feed without a title is shown with its address.
        let beginning = name.firstRange(of: "://").map { name[$0.upperBound...] } ?? name[...]
        let letter = beginning.first { $0.isLetter || $0.isNumber }.map { String($0).uppercased() } ?? "·"
        return [("data-letter", letter), ("data-tint", String(feed % tints))]
    }

    fileprivate func treeLink(
        _ view: ReaderView, _ name: String, _ unread: Int, _ more: [(String, String?)],
        _ icon: (inout HTMLPage) -> Void, _ page: inout HTMLPage, _ signs: (inout HTMLPage) -> Void
    ) {
        page.element(
            "a",
            [
                ("href", page.root + view.address()), ("aria-current", current(view)),
                ("title", name.count > 24 ? name : nil),
            ] + more
        ) { link in
            icon(&link)
            link.element("span", name, [("class", "name"), ("dir", "auto")])
            signs(&link)
            link.element("span", unread > 0 ? String(unread) : "", [("class", "count")])
        }
    }
}

/// Writes folders and feeds up to the maximum of a page.
private struct TreeWriter {
    /// The maximum number of feeds on the first page; more feeds would slow it down. A script loads further feeds when
    /// needed, and the page for arranging feeds lists all of them.
    static let maxFeeds = 1_000
    /// If there are fewer folders than this, all of them are initially open.
    static let opensFolders = 12

    let reader: ReaderPage
    private var feedsLeft = Self.maxFeeds
    private let openFirst: Bool

    init(page: ReaderPage) {
        reader = page
        openFirst = page.content.tree.folderCount < Self.opensFolders
    }

    private var content: ReaderContent { reader.content }

    /// - Parameter first: the index of the first feed to write. Subfolders are written only if this index is 0.
    mutating func write(_ folder: SubscriptionTree.Folder, from first: Int = 0, _ list: inout HTMLPage) {
        // Half of the remaining feeds on the page are reserved for the folder's own feeds, so that open subfolders
        // cannot use the whole maximum.
        let kept = min(folder.feeds.count, feedsLeft / 2)
        feedsLeft -= kept
        if first == 0 { for inner in folder.folders { write(inner: inner, &list) } }
        feedsLeft += kept
        let shown = folder.feeds.dropFirst(first).prefix(max(0, feedsLeft))
        feedsLeft -= shown.count
        for feed in shown { write(feed, &list) }
        let next = first + shown.count
        if next < folder.feeds.count { more(folder, next, &list) }
    }

    private func more(_ folder: SubscriptionTree.Folder, _ next: Int, _ list: inout HTMLPage) {
        list.element("li", [("class", "more")]) { item in
            let address = "arrange?" + FormEncoding.encode([(name: "folder", value: folder.text)])
            item.element(
                "a", item.say(.webMoreFeeds, String(folder.feeds.count - next)),
                [("href", item.root + address), ("data-folder", folder.text), ("data-from", String(next))])
        }
    }

    private mutating func write(inner folder: SubscriptionTree.Folder, _ list: inout HTMLPage) {
        let path = folder.text
        let isOpen = (content.openFolders[path] ?? (openFirst || isCurrent(within: folder))) && feedsLeft > 0
        let name = folder.name
        list.element("li", [("class", "folder")]) { item in
            item.element("div", [("class", "line")]) { line in
                line.element(
                    "button",
                    [
                        ("class", "twist"), ("name", isOpen ? "close" : "open"), ("value", path),
                        ("aria-expanded", isOpen ? "true" : "false"),
                        ("aria-label", line.say(isOpen ? .webCloseFolder : .webOpenFolder, name)),
                    ]
                ) { $0.icon(.chevron) }
                reader.treeLink(
                    .folder(path), name, folder.unread, [("data-folder", path)], { $0.icon(.folder) }, &line
                ) { link in
                    let failing = content.failingFeeds.isEmpty ? 0 : failing(in: folder)
                    if failing > 0 { warn("\(failing)", link.say(.webFailingInside, String(failing)), &link) }
                }
            }
            if isOpen {
                item.element("ul") { write(folder, &$0) }
            }
        }
    }

    private func write(_ feed: Feed, _ list: inout HTMLPage) {
        list.element("li") { item in
            reader.feedLink(feed, &item) { link in
                if content.failingFeeds.contains(feed.id) { warn("", link.say(.webFailingFeed), &link) }
            }
        }
    }

    /// Adds a warning as an icon with text, because colour alone is not accessible.
    private func warn(_ number: String, _ words: String, _ page: inout HTMLPage) {
        page.element("span", [("class", "warning")]) { sign in
            sign.icon(.warning)
            if number.isEmpty {
                sign.text(words)
            } else {
                sign.element("span", number, [("aria-hidden", "true")])
                sign.unseen(words)
            }
        }
    }

    private func failing(in folder: SubscriptionTree.Folder) -> Int {
        Set(folder.all.lazy.map(\.id).filter(content.failingFeeds.contains)).count
    }

    private func isCurrent(within folder: SubscriptionTree.Folder) -> Bool {
        switch content.view {
        case .feed(let id): folder.all.contains { $0.id == id }
        case .folder(let path): path == folder.text || path.hasPrefix(folder.text + "/")
        default: false
        }
    }
}
