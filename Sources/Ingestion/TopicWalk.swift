internal import Articles

/// The pages of a topic, which are fetched one after the other.
struct TopicWalk {
    enum Kind {
        /// The pages of a topic, read with the recipe.
        case pages
        /// The feed of an article's comments.
        case feed
    }

    let kind: Kind
    /// The address of the current page.
    var url: String
    /// The position of the current page, from 0.
    var place = 0
    /// The pages as they were last fetched, in order.
    let known: [TopicPage]
    /// The addresses of the pages so far. A link to one of them ends the walk.
    private var visited: Set<String>
    private let maxPages: Int

    init(_ kind: Kind, url: String, known: [TopicPage], maxPages: Int) {
        self.kind = kind
        self.url = url
        self.known = known
        self.maxPages = maxPages
        visited = [url]
    }

    /// The current page as it was last fetched; nil if its address has changed.
    var page: TopicPage? { known.first { $0.place == place && $0.url == url } }

    /// The walk at the page `next`; nil if there is none, if it was already visited, or after the maximum number of
    /// pages.
    func following(_ next: String?) -> TopicWalk? {
        guard let next, place + 1 < maxPages, !visited.contains(next) else { return nil }
        var walk = self
        walk.visited.insert(next)
        walk.url = next
        walk.place += 1
        return walk
    }
}
