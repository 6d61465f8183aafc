internal import Articles
internal import Messages

/// The title of a list on the screen.
struct SourceName {
    private let state: ReaderState

    init(_ state: ReaderState) { self.state = state }

    func text(_ source: ListSource) -> String {
        var parts: [String] = []
        if !source.query.isEmpty { parts.append(state.text(.browseSearchOf, [source.query])) }
        if source.query.isEmpty || source.place != .all { parts.append(text(source.place)) }
        if source.hidesRead, source.place != .unread { parts.append(state.text(.webUnread)) }
        switch source.order {
        case .relevance: break
        case .newest: if source.isSearch { parts.append(state.text(.browseNewestFirst)) }
        case .oldest: parts.append(state.text(.browseOldestFirst))
        }
        return parts.joined(separator: " · ")
    }

    func text(_ place: ListSource.Place) -> String {
        switch place {
        case .all: state.text(.webAll)
        case .unread: state.text(.webUnread)
        case .starred: state.text(.webStarred)
        case .today: state.text(.webToday)
        case .opened: state.text(.webRecent)
        case .feed(let id): state.sidebar.feed(id)?.title ?? "#\(id)"
        case .folder(let path): path
        case .saved(let name), .author(let name): name
        }
    }
}
