internal import Markup

extension ParsedFeed {
    /// The feed with all HTML fields safe to show, their addresses absolute where a base is known. What is empty then is
    /// none. Linear.
    public func sanitized() -> ParsedFeed {
        func safe(_ html: String, _ base: String?) -> String? { HTMLSanitizer.sanitize(html, base: base).nonBlank }
        var feed = self
        feed.title = title.flatMap { safe($0, base) }
        feed.description = description.flatMap { safe($0, base) }
        feed.copyright = copyright.flatMap { safe($0, base) }
        for index in feed.items.indices {
            let item = items[index]
            let base = item.base ?? baseBehind(item)
            feed.items[index].title = item.title.flatMap { safe($0, base) }
            feed.items[index].contentHTML = item.contentHTML.flatMap { safe($0, base) }
            feed.items[index].summaryHTML = item.summaryHTML.flatMap { safe($0, base) }
        }
        return feed
    }

    /// What a relative address in an item's text most likely leans on where the document names no base: the item's own page,
    /// else the feed's address or home page.
    public func baseBehind(_ item: ParsedItem) -> String? {
        [item.url, selfURL, link].lazy.compactMap(\.self).first { URLReference.isSafeToOpen($0) }
    }
}
