internal import Articles
internal import FeedFetching
internal import FeedParsing
internal import Formats
internal import PageRecipes

/// The next pages of lists that have not been read yet, stored until they are read. Without them, a process that ends
/// after the first page of a list would leave out the rest: later refreshes stop at pages with stored articles.
enum PendingFollows {
    private static let prefix = "follow/"
    /// The maximum number of attempts to read a page.
    static let maxAttempts = 5

    static func read(
        from store: any ArticleStore, of feeds: [FeedFetchState], _ recipes: [Int64: PageRecipe]
    ) throws -> [PageFollow] {
        if recipes.isEmpty { return [] }
        let indices = Dictionary(feeds.enumerated().map { ($1.feed, $0) }) { first, _ in first }
        return try store.clientStates(prefix: prefix).compactMap { client, state in
            guard let feed = Int64(client.dropFirst(prefix.count)), let index = indices[feed], recipes[feed] != nil,
                let value = JSONValue.parse(state), let next = value["next"]?.string,
                let pages = number("pages", in: value), (1...PageRecipe.maxPages).contains(pages),
                // The database may come from elsewhere. Cookies of the feed must not be sent to another site.
                let origin = try? WebAddress(next).origin, origin == (try? WebAddress(feeds[index].url).origin)
            else { return nil }
            let attempts = min(max(0, number("attempts", in: value) ?? 0), maxAttempts)
            return PageFollow(feed: index, next: next, pages: pages, ids: [], attempts: attempts)
        }
    }

    private static func number(_ name: String, in value: JSONValue) -> Int? {
        guard case .number(let text)? = value[name] else { return nil }
        return Int(text)
    }

    /// Stores the next page of a feed; nil if there is none.
    static func set(_ follow: PageFollow?, of feed: Int64, in store: any ArticleStore) throws {
        guard let follow else { return try store.setClientState(nil, of: prefix + String(feed)) }
        var writer = JSONWriter()
        writer.object { object in
            object.member("next", follow.next)
            object.member("pages", follow.pages)
            object.member("attempts", follow.attempts)
        }
        try store.setClientState(writer.bytes, of: prefix + String(feed))
    }
}
