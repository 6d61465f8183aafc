package import Articles
internal import FeedParsing
internal import Markup

/// The number, the page and the feed of an article's comments, according to the feed (`slash:comments`,
/// `wfw:commentRss`, `thr:total` and `link rel=replies`).
package struct ArticleComments: Sendable, Equatable {
    package var count: Int64?
    /// The address of the page with the comments.
    package var page: String?
    /// The address of the comments' feed.
    package var feed: String?

    /// - Returns: nil if the feed does not mention comments.
    package init?(of article: Article) {
        guard let extra = article.extra, Self.mayContain(extra),
            case .object(let members)? = JSONValue.parse(Array(extra.utf8))?["extensions"]
        else { return nil }
        let base = ArticleBase.base(extra: extra, url: article.url)
        for (key, value) in members {
            switch key.lowercased() {
            case "slash:comments", "thr:total": count = count ?? Self.count(value.string)
            case "comments", "wfw:comment": page = page ?? Self.address(value.string, base)
            case "wfw:commentrss": feed = feed ?? Self.address(value.string, base)
            default:
                guard key.lowercased().split(separator: ":").last == "link" else { continue }
                for link in value.array ?? [value] { add(link, base) }
            }
        }
        if count == nil, page == nil, feed == nil { return nil }
    }

    /// A quick test that avoids parsing most articles' extra members.
    private static func mayContain(_ extra: String) -> Bool {
        extra.contains("omment") || extra.contains("thr:") || extra.contains("replies")
    }

    private mutating func add(_ link: JSONValue, _ base: String?) {
        guard link["rel"]?.string?.lowercased() == "replies" else { return }
        count = count ?? Self.count(link["thr:count"]?.string)
        guard let address = Self.address(link["href"]?.string, base) else { return }
        let type = link["type"]?.string?.lowercased() ?? ""
        if type.contains("atom") || type.contains("rss") || type.contains("xml") && !type.contains("html") {
            feed = feed ?? address
        } else {
            page = page ?? address
        }
    }

    private static func count(_ text: String?) -> Int64? {
        text.flatMap { Int64($0.trimmingPrefix { $0.isWhitespace }.prefix { !$0.isWhitespace }) }.flatMap { number in
            number < 0 ? nil : number
        }
    }

    private static func address(_ text: String?, _ base: String?) -> String? {
        guard let text, !text.isEmpty else { return nil }
        let address = URLReference.resolve(text, base: base)
        return ["http", "https"].contains(URLReference.scheme(address)) && URLReference.isSafeToOpen(address)
            ? address : nil
    }
}
