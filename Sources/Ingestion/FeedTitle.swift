/// The title of a feed in a subscription list.
public enum FeedTitle {
    /// The title; nil if it is empty, or if it is only the feed's own address, which some programs write for feeds that
    /// they have not fetched. Such a feed gets its title from its first fetch.
    public static func own(_ title: String?, url: String) -> String? {
        guard let title, !title.isEmpty else { return nil }
        return bare(title) == bare(url) ? nil : title
    }

    /// An address in lower case, without scheme, `www.` and a final slash.
    private static func bare(_ text: String) -> Substring {
        var rest = Substring(text.lowercased().replacing("&amp;", with: "&"))
        if rest.hasPrefix("feed:") { rest = rest.dropFirst(5) }
        for prefix in ["https:", "http:", "feed:"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
            break
        }
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        if rest.hasPrefix("www.") { rest = rest.dropFirst(4) }
        while rest.hasSuffix("/") { rest = rest.dropLast() }
        return rest
    }
}
