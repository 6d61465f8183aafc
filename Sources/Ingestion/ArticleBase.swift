internal import FeedParsing
internal import Markup

/// The base of relative addresses in an article's stored HTML.
///
/// The store keeps HTML unchanged (decision 4). The base is stored in the member `base` of `extra`, but only if the
/// HTML has relative addresses and the base is not the article's own address. An article without relative addresses is
/// therefore stored in the same way whether it came from a file or from the network.
public enum ArticleBase {
    /// The base of a stored article.
    ///
    /// - Parameters:
    ///   - extra: `Article.extra`.
    ///   - url: the article's address.
    public static func base(extra: String?, url: String?) -> String? {
        if let extra, extra.contains("\"base\""), let value = JSONValue.parse(Array(extra.utf8)),
            let base = value["base"]?.string
        {
            return base
        }
        return url
    }

    /// The base to store for an item; nil if no base is needed.
    static func base(of item: ParsedItem, in feed: ParsedFeed) -> String? {
        guard let base = item.base ?? feed.baseBehind(item), base != item.url else { return nil }
        let htmls = [item.contentHTML, item.summaryHTML].compactMap(\.self)
        return htmls.contains { HTMLSanitizer.hasRelativeAddresses(Array($0.utf8)) } ? base : nil
    }
}
