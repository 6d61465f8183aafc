package import Articles
package import FeedLibrary
internal import HTTPServer

extension ReaderView {
    /// Of the path of a page; nil for what lists no articles by date.
    package init?(path: String) {
        func name(_ prefix: String) -> String? {
            guard path.hasPrefix(prefix) else { return nil }
            return FormDecoding.items(Array("p=".utf8) + path.dropFirst(prefix.count).utf8).first?.value
        }
        switch path {
        case "", "./", "unread": self = .unread
        case "all": self = .all
        case "today": self = .today
        case "starred": self = .starred
        default:
            if let number = name("feed/").flatMap({ Int64($0) }) {
                self = .feed(number)
            } else if let path = name("folder/") {
                self = .folder(path)
            } else if let name = name("saved/") {
                self = .saved(name)
            } else {
                return nil
            }
        }
    }
}

/// Which articles of a view are marked as read at once.
package struct ReadRange: Sendable {
    /// Of two halves of a list, which meet at an article, one: what is newer, or what is older.
    package enum Side: String, Sendable {
        case above, below
    }

    /// What arrived later was not seen, and stays unread.
    package var newestSeen: Int64?
    package var place: DatePlace?
    package var side = Side.above

    package init() {}

    /// Its articles that are unread.
    package func unread(of filter: ArticleFilter, in library: Library) throws -> [Int64] {
        var request = ListRequest(.all([filter, .read(false)] + (newestSeen.map { [.upTo($0)] } ?? [])))
        request.includesHidden = true
        request.after = place
        request.newestFirst = side == .below
        return try library.store.list(request).map(\.id)
    }
}
