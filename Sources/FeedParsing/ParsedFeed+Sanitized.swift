internal import Markup

extension ParsedFeed {
    /// The feed with sanitised HTML fields. Addresses are absolute if a base is known, and empty fields become nil.
    ///
    /// - Complexity: linear.
    public func sanitized() -> ParsedFeed {
        var feed = self
        feed.title = Self.safe(title, base)
        feed.description = Self.safe(description, base)
        feed.copyright = Self.safe(copyright, base)
        for index in feed.items.indices { feed.items[index] = sanitized(items[index]) }
        return feed
    }

    /// An item of this feed with sanitised HTML fields.
    ///
    /// - Complexity: linear.
    func sanitized(_ item: ParsedItem) -> ParsedItem {
        let base = item.base ?? baseBehind(item)
        var item = item
        item.title = Self.safe(item.title, base)
        item.contentHTML = Self.safe(item.contentHTML, base)
        item.summaryHTML = Self.safe(item.summaryHTML, base)
        return item
    }

    private static func safe(_ html: String?, _ base: String?) -> String? {
        html.flatMap { HTMLSanitizer.sanitize($0, base: base).nonBlank }
    }

    /// The likely base of relative addresses in an item's text if the document declares no base: the page of the item,
    /// otherwise the address of the feed, otherwise its home page.
    public func baseBehind(_ item: ParsedItem) -> String? {
        [item.url, selfURL, link].lazy.compactMap(\.self).first { URLReference.isSafeToOpen($0) }
    }
}
