internal import Accounts
internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page with the contents of one folder and buttons to arrange them. It replaces dragging and needs no script.
struct ArrangePage {
    private let folder: SubscriptionTree.Folder
    private let folders: [String]
    private let first: Int
    private let call: RequestContext
    /// The maximum number of feeds per page. A folder may contain thousands.
    private static let feedsOfPage = 200

    static let operations: [Operation] = [
        .page(
            "arrangePage", "/arrange", .read, "The feeds and folders in a folder, with buttons that move them",
            query: ["folder", "from", "moved"]
        ) { call in
            let path = FolderPath.parse(call.text("folder") ?? "")
            let tree = try await call.read { try $0.folders.tree(.hand) }
            guard let folder = tree.folder(path) else {
                throw Problem.missing(Message.noSuchFolderHere.text(call.language, path.joined(separator: "/")))
            }
            let paths = tree.paths.map { $0.joined(separator: "/") }
            return ArrangePage(folder, paths, call).response()
        },
        .form("arrange", .write, "Move feeds and folders up, down or into a folder") { call in
            try await arrange(call)
        },
    ]

    private init(_ folder: SubscriptionTree.Folder, _ folders: [String], _ call: RequestContext) {
        self.folder = folder
        self.folders = folders
        self.call = call
        first = max(0, min(call.text("from").flatMap { Int($0) } ?? 0, max(0, folder.feeds.count - 1)))
    }

    // MARK: - Moving

    private static func arrange(_ call: RequestContext) async throws -> String {
        let path = FolderPath.parse(call.text("folder") ?? "")
        let steps: [(String, SubscriptionPlace)] = [("up", .up), ("down", .down)]
        if let (name, place) = steps.first(where: { call.has($0.0) }), let typed = call.text(name),
            let item = item(typed, in: path)
        {
            _ = try await call.write { try $0.folders.move([item], place) }
            return address(path, from: call.text("from"), moved: "\(name) \(typed)")
        }
        let items = call.texts("item").compactMap { item($0, in: path) }
        if items.isEmpty {
            throw FormMistake(nil, .nothingChosen)
        }
        switch call.text("to") {
        case "first": _ = try await call.write { try $0.folders.move(items, .first) }
        case "last": _ = try await call.write { try $0.folders.move(items, .last) }
        default:
            let target = FolderPath.parse(call.filled("new") ?? call.text("target") ?? "")
            _ = try await call.write { try $0.folders.move(items, into: target, .last) }
        }
        return address(path, from: call.text("from"), moved: "items")
    }

    /// Parses the value of a form field, such as `f12` for feed 12 or `d` followed by a path for a folder.
    private static func item(_ typed: String, in path: [String]) -> SubscriptionItem? {
        if typed.hasPrefix("d") { return .folder(FolderPath.parse(String(typed.dropFirst()))) }
        return Int64(typed.dropFirst()).map { .feed($0, in: path) }
    }

    private static func address(_ path: [String], from first: String?, moved: String? = nil) -> String {
        var fields: [(name: String, value: String)] = []
        if !path.isEmpty { fields.append((name: "folder", value: path.joined(separator: "/"))) }
        if let first, first != "0" { fields.append((name: "from", value: first)) }
        if let moved { fields.append((name: "moved", value: moved)) }
        return fields.isEmpty ? "arrange" : "arrange?" + FormEncoding.encode(fields)
    }

    // MARK: - Page

    private func response() -> HTTPResponse {
        call.answer(.folders, Message.arrange.text(call.language)) { page in
            page.iconShapes()
            way(&page)
            if call.has("moved") { done(&page) }
            if call.look.order != .hand { page.element("p", page.say(.otherOrder), [("class", "dim")]) }
            if folder.folders.isEmpty, folder.feeds.isEmpty {
                page.element("p", page.say(.nothingToArrange), [("class", "empty")])
                return
            }
            if !call.mayWrite { return table(&page) }
            let here = Self.address(folder.path, from: String(first))
            call.form("arrange", &page, class: "arrange card", next: here) { form in
                form.hidden("folder", folder.text)
                form.hidden("from", String(first))
                table(&form)
                chosen(&form)
            }
            parts(&page)
        }
    }

    /// Adds the path from the top level to the folder, as links.
    private func way(_ page: inout HTMLPage) {
        page.element("nav", [("class", "way-to"), ("aria-label", page.say(.folder))]) { nav in
            nav.element("ol") { list in
                for depth in 0...folder.path.count {
                    let path = Array(folder.path.prefix(depth))
                    let isHere = depth == folder.path.count
                    list.element("li") { item in
                        item.element(
                            "a", path.last ?? item.say(.topFolder),
                            [
                                ("href", item.address(Self.address(path, from: nil))),
                                ("aria-current", isHere ? "page" : nil),
                            ])
                    }
                }
            }
        }
    }

    private func done(_ page: inout HTMLPage) {
        page.element("div", [("role", "status"), ("class", "done")]) { line in
            line.element("span", line.say(.doneMoved))
            call.button(line.say(.undo), "undo", next: Self.address(folder.path, from: String(first)), &line)
        }
    }

    private func table(_ page: inout HTMLPage) {
        let feeds = folder.feeds.dropFirst(first).prefix(Self.feedsOfPage)
        let caption = page.say(.arrange) + ": " + (folder.path.isEmpty ? page.say(.topFolder) : folder.text)
        var heads = [page.say(.name), page.say(.unread)]
        if call.mayWrite { heads = [page.say(.chosen)] + heads + [page.say(.place)] }
        page.table(caption, heads, numbers: [call.mayWrite ? 2 : 1], isStacked: false) { rows in
            if first == 0 {
                for (place, inner) in folder.folders.enumerated() {
                    let ends = (place == 0, place == folder.folders.count - 1)
                    let address = Self.address(inner.path, from: nil)
                    row("d" + inner.text, inner.name, address, .folder, inner.unread, ends, &rows)
                }
            }
            for (place, feed) in feeds.enumerated() {
                let ends = (first + place == 0, first + place == folder.feeds.count - 1)
                let title = MaskedURL.mask(feed.displayTitle)
                row("f\(feed.id)", title, "feed/\(feed.id)", nil, feed.unread, ends, &rows)
            }
        }
    }

    private func row(
        _ key: String, _ name: String, _ address: String, _ icon: PageIcon?, _ unread: Int,
        _ ends: (isFirst: Bool, isLast: Bool), _ page: inout HTMLPage
    ) {
        page.element("tr") { row in
            if call.mayWrite {
                row.element("td", [("class", "tick")]) { cell in
                    cell.empty(
                        "input", [("type", "checkbox"), ("name", "item"), ("value", key), ("aria-label", name)])
                }
            }
            row.element("th", [("scope", "row")]) { head in
                if let icon { head.icon(icon) }
                head.element("a", name, [("href", head.address(address)), ("dir", "auto")])
            }
            row.count(unread)
            if !call.mayWrite { return }
            row.element("td", [("class", "moves")]) { cell in
                step("up", .up, .moveUp, key, name, isOff: ends.isFirst, &cell)
                step("down", .down, .moveDown, key, name, isOff: ends.isLast, &cell)
            }
        }
    }

    /// Adds a button that moves a row. After a move the same button has the focus, so that the user can press it again.
    private func step(
        _ field: String, _ icon: PageIcon, _ text: Message, _ key: String, _ name: String, isOff: Bool,
        _ page: inout HTMLPage
    ) {
        let wasPressed = call.text("moved") == "\(field) \(key)"
        page.element(
            "button",
            [
                ("type", "submit"), ("name", field), ("value", key), ("aria-label", page.say(text, name)),
                ("title", page.say(text, name)), ("disabled", isOff ? "" : nil),
                ("autofocus", wasPressed && !isOff ? "" : nil),
            ]
        ) { $0.icon(icon) }
    }

    /// Adds the actions on the selected rows.
    private func chosen(_ page: inout HTMLPage) {
        page.element("fieldset") { set in
            set.element("legend", set.say(.withChosen))
            set.element("div", [("class", "buttons")]) { line in
                for (value, text) in [("first", Message.moveFirst), ("last", .moveLast)] {
                    line.element(
                        "button", line.say(text), [("type", "submit"), ("name", "to"), ("value", value)])
                }
            }
            set.element("div", [("class", "row")]) { line in
                let targets = [(value: "", text: line.say(.topFolder))] + folders.map { (value: $0, text: $0) }
                line.choice(line.say(.moveInto), "target", folder.text, targets)
                line.field(line.say(.orNewFolder), "new", nil, [("autocomplete", "off")])
                line.element(
                    "button", line.say(.move),
                    [("type", "submit"), ("name", "to"), ("value", "folder"), ("class", "primary")])
            }
        }
    }

    private func parts(_ page: inout HTMLPage) {
        if folder.feeds.count <= Self.feedsOfPage { return }
        page.element("p", [("class", "buttons")]) { line in
            if first > 0 {
                let before = Self.address(folder.path, from: String(max(0, first - Self.feedsOfPage)))
                line.element("a", line.say(.formerFeeds), [("href", line.address(before)), ("class", "button")])
            }
            if first + Self.feedsOfPage < folder.feeds.count {
                let next = Self.address(folder.path, from: String(first + Self.feedsOfPage))
                line.element("a", line.say(.furtherFeeds), [("href", line.address(next)), ("class", "button")])
            }
        }
    }
}
