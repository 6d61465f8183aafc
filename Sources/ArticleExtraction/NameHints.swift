/// What the class, id and role of an element say about its part in a page.
struct NameHints: OptionSet {
    let rawValue: UInt8
    /// A name of a main text: `article-body`, `entry-content`.
    static let content = Self(rawValue: 1)
    /// A name of what stands beside it: `sidebar`, `related-posts`.
    static let beside = Self(rawValue: 2)
    /// Comments: taken for something beside the text however long they are.
    static let comments = Self(rawValue: 4)
    /// The author's line.
    static let byline = Self(rawValue: 8)
    /// A name that publishing systems give to the text of an article and to nothing else.
    static let body = Self(rawValue: 16)

    /// - Parameter names: class and id.
    init(names: [String]) {
        self = []
        for name in names where !name.isEmpty && name.utf8.count < 500 {
            for word in name.split(whereSeparator: \.isWhitespace) {
                let word = word.lowercased()
                if Self.bodies.contains(word.replacing("__", with: "-").replacing("_", with: "-")) { insert(.body) }
                for token in Self.tokens(word) { insert(Self.meaning(token)) }
            }
        }
    }

    private init(_ hints: Self) { self = hints }

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private static func tokens(_ word: String) -> [Substring] {
        word.split { !$0.isLetter && !$0.isNumber }
    }

    private static func meaning(_ token: Substring) -> Self {
        if contents.contains(token) { return .content }
        if besides.contains(token) { return .beside }
        if bylines.contains(token) { return .byline }
        if commentWords.contains(where: { token.hasPrefix($0) }) { return [.comments, .beside] }
        if beginnings.contains(where: { token.hasPrefix($0) }) { return .beside }
        return []
    }

    /// WordPress, Blogger, Ghost, Medium, WeChat, Hugo and other publishing systems.
    private static let bodies: Set<String> = [
        "entry-content", "post-content", "article-content", "article-body", "post-body", "markdown-body", "story-body",
        "rich-media-content", "js-content", "article-text", "post-text", "body-copy", "body-content", "single-content",
        "articlebody", "post-full-content", "gh-content", "story-content", "content-body", "article-main", "main-text",
        "article-detail", "article-con", "news-content", "news-body", "textbody", "artibody", "cooked", "prose",
    ]
    private static let contents: Set<Substring> = [
        "article", "body", "content", "entry", "hentry", "h", "main", "page", "post", "text", "blog", "story", "column",
        "articlebody", "articletext", "artibody", "prose", "正文",
    ]
    private static let besides: Set<Substring> = [
        "ad", "ads", "adbox", "adsense", "sponsor", "banner", "nav", "navbar", "menu", "menubar", "footer", "foot",
        "masthead", "toolbar", "widget", "widgets", "popup", "modal", "overlay", "pager", "pagination", "paging",
        "share",
        "sharing", "social", "tweet", "like", "likes", "rating", "vote", "votes", "toc", "tags", "taglist", "tagcloud",
        "login", "signin", "signup", "register", "cookie", "cookies", "consent", "gdpr", "skip", "hidden", "print",
        "outbrain", "taboola", "disqus", "trackback", "pingback", "rss", "shoutbox", "combx", "remark", "agegate",
        "complementary", "legends", "teaser", "teasers", "trending", "popular", "hot", "rank", "ranking", "copyright",
        "license", "disclaimer", "donate", "paywall", "author-bio", "bio", "aboutauthor", "sitemap", "search", "crumb",
        "crumbs", "jump", "meta", "metadata", "postmeta", "infobox", "qrcode", "erweima", "xiangguan", "tuijian",
        "previous", "next", "prevnext", "metabox", "supplemental",
    ]
    private static let bylines: Set<Substring> = ["byline", "author", "dateline", "writtenby", "pubdate", "timestamp"]
    private static let commentWords = ["comment", "reply", "replies", "respond", "discuss"]
    private static let beginnings = [
        "advert", "recommend", "related", "relate", "sponsor", "newsletter", "promo", "breadcrumb", "sidebar",
        "subscri",
        "sharing", "sharedaddy", "share-", "jp-relatedposts", "navigation", "readmore", "morefrom", "moreon",
    ]
}
