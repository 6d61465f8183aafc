/// The function of an element in the page, as suggested by its class, id and role.
struct NameHints: OptionSet {
    let rawValue: UInt8
    /// The main text, for example `article-body` or `entry-content`.
    static let content = Self(rawValue: 1)
    /// A part outside the main text, for example `sidebar` or `related-posts`.
    static let beside = Self(rawValue: 2)
    /// Comments of readers, which are excluded from the text however long they are.
    static let comments = Self(rawValue: 4)
    /// The line with the author's name.
    static let byline = Self(rawValue: 8)
    /// A name that publishing systems use only for the text of an article.
    static let body = Self(rawValue: 16)
    /// A name such as `sharedaddy` or `sidebar` that does not occur in ordinary headings. Set together with `beside`.
    static let certain = Self(rawValue: 32)
    /// The line with an article's date, author and topics.
    static let meta = Self(rawValue: 64)
    /// A note that belongs to the text, for example `footnotes` or `admonition`.
    static let note = Self(rawValue: 128)

    /// - Parameter names: class and id of an element.
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
        if metas.contains(token) { return [.meta, .beside] }
        if certainWords.contains(token) { return [.certain, .beside] }
        if besides.contains(token) { return .beside }
        if notes.contains(where: { token.hasPrefix($0) }) { return .note }
        if bylines.contains(token) { return .byline }
        if commentWords.contains(where: { token.hasPrefix($0) }) { return [.comments, .beside] }
        if certainBeginnings.contains(where: { token.hasPrefix($0) }) { return [.certain, .beside] }
        if beginnings.contains(where: { token.hasPrefix($0) }) { return .beside }
        return []
    }

    /// Names used by WordPress, Blogger, Ghost, Medium, WeChat, Hugo and other publishing systems.
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
    /// Words that rarely or never occur in headings.
    private static let certainWords: Set<Substring> = [
        "ad", "ads", "adbox", "adsense", "navbar", "menubar", "masthead", "toolbar", "widget", "widgets", "popup",
        "modal", "overlay", "pager", "pagination", "paging", "sharing", "toc", "taglist", "tagcloud", "outbrain",
        "taboola", "disqus", "shoutbox", "combx", "agegate", "aboutauthor", "bio", "sitemap", "crumb",
        "crumbs", "qrcode", "erweima", "xiangguan", "tuijian", "prevnext", "paywall", "gdpr", "legends",
        "complementary", "trackback", "pingback",
    ]
    private static let metas: Set<Substring> = ["meta", "metadata", "postmeta", "metabox"]
    /// Ordinary words that are also used to name parts outside the text.
    private static let besides: Set<Substring> = [
        "sponsor", "banner", "nav", "menu", "footer", "foot", "share", "social", "tweet", "like", "likes", "rating",
        "vote", "votes", "tags", "login", "signin", "signup", "register", "cookie", "cookies", "consent", "skip",
        "hidden", "print", "rss", "remark", "teaser", "teasers", "trending", "popular", "hot", "rank", "ranking",
        "copyright", "license", "disclaimer", "donate", "search", "jump", "infobox", "previous", "next",
        "supplemental",
    ]
    private static let bylines: Set<Substring> = ["byline", "author", "dateline", "writtenby", "pubdate", "timestamp"]
    private static let commentWords = ["comment", "reply", "replies", "respond", "discuss"]
    private static let certainBeginnings: [String] = [
        "sidebar", "sharedaddy", "breadcrumb", "newsletter", "subscri", "readmore", "morefrom",
        "moreon",
    ]
    private static let beginnings = ["advert", "recommend", "relat", "sponsor", "promo", "sharing", "navigation"]
    private static let notes = ["footnote", "endnote", "admonition", "callout", "notecard", "note", "starlight"]
}
