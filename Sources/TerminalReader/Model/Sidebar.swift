internal import Articles

/// The feeds, folders and saved searches shown in the sidebar, as read from the store.
struct SidebarContent: Equatable, Sendable {
    struct FeedEntry: Equatable, Sendable {
        var id: Int64
        var title: String
        var address: String
        var articles: Int
        var unread: Int
        /// Folder paths such as `Tech/Linux`; empty for a feed that is in no folder.
        var folders: [String]
    }

    struct FolderEntry: Equatable, Sendable {
        var path: String
        var unread: Int
    }

    var feeds: [FeedEntry] = []
    var folders: [FolderEntry] = []
    /// Names of saved searches.
    var saved: [String] = []
    var articles = 0
    var unread = 0
}

/// The lines of the sidebar (lists, folders and feeds), one of which is selected.
struct Sidebar: Equatable, Sendable {
    struct Line: Equatable, Sendable {
        var place: ListSource.Place
        var depth = 0
        /// The title; nil for a built-in list, whose title the program translates.
        var title: String?
        /// The number of unread articles; nil if the line shows no number.
        var unread: Int?
        /// Whether the contents of a folder are shown; nil if the line is not a folder.
        var isOpen: Bool?
    }

    private(set) var content = SidebarContent()
    private(set) var lines: [Line] = []
    private(set) var selected = 0
    private(set) var top = 0
    /// The paths of folders whose feeds are hidden.
    private var closed: Set<String> = []
    /// Whether feeds and folders without unread articles are left out.
    private(set) var hidesRead = false
    /// Whether feeds and folders are sorted by the number of unread articles, then by the date added. If false, they
    /// are sorted by title.
    private(set) var isByUnread = false

    var current: Line? { lines.indices.contains(selected) ? lines[selected] : nil }

    mutating func take(_ content: SidebarContent, height: Int) {
        self.content = content
        rebuild(height: height)
    }

    mutating func toggleRead(height: Int) {
        hidesRead.toggle()
        rebuild(height: height)
    }

    mutating func toggleOrder(height: Int) {
        isByUnread.toggle()
        rebuild(height: height)
    }

    /// Opens or closes the selected folder.
    ///
    /// - Returns: false if no folder is selected, or if the folder is already open or closed as requested.
    @discardableResult
    mutating func setOpen(_ open: Bool?, height: Int) -> Bool {
        guard let line = current, case .folder(let path) = line.place, let isOpen = line.isOpen else { return false }
        let opens = open ?? !isOpen
        if opens == isOpen { return false }
        if opens { closed.remove(path) } else { closed.insert(path) }
        rebuild(height: height)
        return true
    }

    mutating func move(by lines: Int, height: Int) { select(selected + lines, height: height) }

    mutating func select(_ line: Int, height: Int) {
        let height = max(1, height)
        selected = max(0, min(lines.count - 1, line))
        top = max(0, min(top, selected, max(0, lines.count - height)))
        if selected >= top + height { top = selected - height + 1 }
    }

    mutating func select(_ place: ListSource.Place, height: Int) {
        if let line = lines.firstIndex(where: { $0.place == place }) { select(line, height: height) }
    }

    /// The line of the next feed with unread articles after the selected line. After the last line, the search
    /// continues at the top.
    func nextUnreadFeed() -> Int? {
        let order = Array(lines.indices.dropFirst(selected + 1)) + Array(lines.indices.prefix(selected + 1))
        return order.first { index in
            if case .feed = lines[index].place { return (lines[index].unread ?? 0) > 0 }
            return false
        }
    }

    func feed(_ id: Int64) -> SidebarContent.FeedEntry? { content.feeds.first { $0.id == id } }

    private mutating func rebuild(height: Int) {
        let before = current?.place
        var lines: [Line] = [
            Line(place: .unread, unread: content.unread), Line(place: .all), Line(place: .starred),
            Line(place: .today), Line(place: .opened),
        ]
        lines += content.saved.map { Line(place: .saved($0), title: $0) }
        append(below: [], isByUnread ? byUnread : content, to: &lines)
        self.lines = lines
        if let before, let line = lines.firstIndex(where: { $0.place == before }) { selected = line }
        select(selected, height: height)
    }

    /// The feeds and folders, sorted by the number of unread articles, then by the date added. Ids of feeds ascend with
    /// the date added; the date of a folder is that of its first feed.
    private var byUnread: SidebarContent {
        var sorted = content
        sorted.feeds.sort { (-$0.unread, $0.id) < (-$1.unread, $1.id) }
        var added: [String: Int64] = [:]
        for feed in content.feeds {
            for folder in feed.folders { added[folder] = min(added[folder] ?? .max, feed.id) }
        }
        sorted.folders.sort {
            (-$0.unread, added[$0.path] ?? .max, $0.path) < (-$1.unread, added[$1.path] ?? .max, $1.path)
        }
        return sorted
    }

    /// Appends the subfolders of a folder, then its feeds, both in the order of `content`.
    private func append(below path: [String], _ content: SidebarContent, to lines: inout [Line]) {
        for folder in content.folders {
            let parts = folder.path.split(separator: "/").map(String.init)
            guard parts.count == path.count + 1, parts.starts(with: path) else { continue }
            if hidesRead, folder.unread == 0 { continue }
            let isOpen = !closed.contains(folder.path)
            lines.append(
                Line(
                    place: .folder(folder.path), depth: path.count, title: parts.last, unread: folder.unread,
                    isOpen: isOpen))
            if isOpen, path.count < Self.maxDepth { append(below: parts, content, to: &lines) }
        }
        let own = path.joined(separator: "/")
        for feed in content.feeds where path.isEmpty ? feed.folders.isEmpty : feed.folders.contains(own) {
            if hidesRead, feed.unread == 0 { continue }
            lines.append(Line(place: .feed(feed.id), depth: path.count, title: feed.title, unread: feed.unread))
        }
    }

    private static let maxDepth = 16
}
