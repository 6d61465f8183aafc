internal import FeedParsing
internal import Markup

/// What relative addresses in an article's stored HTML lean on.
///
/// The store keeps HTML as it came (decision 4); the address it was written for is kept beside it, in the member `base` of
/// `extra`, but only where it is needed: where the HTML has relative addresses, and their base is not the article's own
/// address. So an article without any is the same whether its feed came from a file or from the network.
public enum ArticleBase {
    /// The base of a stored article.
    ///
    /// - Parameters:
    ///   - extra: as `Article.extra` has it.
    ///   - url: the article's address.
    public static func base(extra: String?, url: String?) -> String? {
        if let extra, extra.contains("\"base\""), let value = JSONValue.parse(Array(extra.utf8)),
            let base = value["base"]?.string
        {
            return base
        }
        return url
    }

    /// What is to be kept of an item's base; nil where nothing is.
    static func base(of item: ParsedItem, in feed: ParsedFeed) -> String? {
        guard let base = item.base ?? feed.baseBehind(item), base != item.url else { return nil }
        let htmls = [item.contentHTML, item.summaryHTML].compactMap(\.self)
        return htmls.contains { HTMLSanitizer.hasRelativeAddresses(Array($0.utf8)) } ? base : nil
    }
}
