internal import Articles
internal import FeedLibrary
internal import HTTPServer

extension ReaderView {
    /// Parses the path of a view's page; nil if the page does not list articles by date.
    init?(path: String) {
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
            } else if let name = name("author/") {
                self = .author(name)
            } else {
                return nil
            }
        }
    }
}

/// The articles of a view to mark as read together.
struct ReadRange: Sendable {
    /// One of the two parts into which an article divides a list: newer or older articles.
    enum Side: String, Sendable {
        case above, below

        var opposite: Side { self == .above ? .below : .above }
    }

    /// The newest article that the user has seen. Later articles stay unread.
    var newestSeen: Int64?
    var place: DatePlace?
    var side = Side.above

    init() {}

    /// The unread articles in the range.
    func unread(of filter: ArticleFilter, in library: Library) throws -> [Int64] {
        var request = ListRequest(.all([filter, .read(false)] + (newestSeen.map { [.upTo($0)] } ?? [])))
        request.includesHidden = true
        request.after = place
        request.newestFirst = side == .below
        return try library.store.list(request).map(\.id)
    }
}
