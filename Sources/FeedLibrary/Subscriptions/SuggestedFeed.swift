public import Messages

/// A feed that is suggested to new users, with the language of its articles.
public struct SuggestedFeed: Sendable {
    public let language: String
    public let url: String
    public let title: String
    public let about: LocalizedText

    // One row per line.
    // swift-format-ignore
    private static let all: [SuggestedFeed] = [
        SuggestedFeed(language: "zh-Hans", url: "https://www.ruanyifeng.com/blog/atom.xml", title: "阮一峰的网络日志", about: LocalizedText("technology and a weekly digest", "技术与每周科技动态")),
        SuggestedFeed(language: "zh-Hans", url: "https://www.solidot.org/index.rss", title: "Solidot", about: LocalizedText("science and free software", "科技与开源新闻")),
        SuggestedFeed(language: "zh-Hans", url: "https://sspai.com/feed", title: "少数派", about: LocalizedText("tools and productivity", "工具与效率")),
        SuggestedFeed(language: "zh-Hans", url: "https://www.v2ex.com/index.xml", title: "V2EX", about: LocalizedText("a community of creative workers", "创意工作者社区")),
        SuggestedFeed(language: "zh-Hans", url: "https://tech.meituan.com/feed/", title: "美团技术团队", about: LocalizedText("engineering at scale", "工程实践")),
        SuggestedFeed(language: "zh-Hans", url: "https://36kr.com/feed", title: "36氪", about: LocalizedText("business and start-ups", "商业与创业")),
        SuggestedFeed(language: "zh-Hant", url: "https://www.twreporter.org/a/rss2.xml", title: "報導者", about: LocalizedText("in-depth reporting", "深度报道")),
        SuggestedFeed(language: "zh-Hant", url: "https://www.ithome.com.tw/rss", title: "iThome", about: LocalizedText("information technology", "信息技术新闻")),
        SuggestedFeed(language: "ja", url: "https://www.publickey1.jp/atom.xml", title: "Publickey", about: LocalizedText("servers, cloud and programming languages", "服务器、云与编程语言")),
        SuggestedFeed(language: "ja", url: "https://b.hatena.ne.jp/hotentry/it.rss", title: "はてなブックマーク", about: LocalizedText("popular articles among engineers", "工程师收藏的热门文章")),
        SuggestedFeed(language: "ja", url: "https://www.nhk.or.jp/rss/news/cat0.xml", title: "NHK ニュース", about: LocalizedText("top news", "要闻")),
        SuggestedFeed(language: "ko", url: "https://news.hada.io/rss/news", title: "GeekNews", about: LocalizedText("technology news", "科技新闻")),
        SuggestedFeed(language: "en", url: "https://lwn.net/headlines/rss", title: "LWN.net", about: LocalizedText("Linux and free software, in depth", "Linux 与自由软件深度报道")),
        SuggestedFeed(language: "en", url: "https://news.ycombinator.com/rss", title: "Hacker News", about: LocalizedText("what programmers are discussing", "程序员热议")),
        SuggestedFeed(language: "en", url: "https://www.swift.org/atom.xml", title: "Swift.org", about: LocalizedText("the Swift language", "Swift 语言")),
        SuggestedFeed(language: "en", url: "https://simonwillison.net/atom/everything/", title: "Simon Willison", about: LocalizedText("data, the web, language models", "数据、网络与语言模型")),
        SuggestedFeed(language: "en", url: "https://jvns.ca/atom.xml", title: "Julia Evans", about: LocalizedText("how computers work", "计算机是如何工作的")),
        SuggestedFeed(language: "en", url: "https://feeds.bbci.co.uk/news/world/rss.xml", title: "BBC News", about: LocalizedText("world news", "国际新闻")),
        SuggestedFeed(language: "en", url: "https://www.nature.com/nature.rss", title: "Nature", about: LocalizedText("science", "科学")),
        SuggestedFeed(language: "en", url: "https://xkcd.com/atom.xml", title: "xkcd", about: LocalizedText("a webcomic of romance, sarcasm, math and language", "关于浪漫、讽刺、数学和语言的网络漫画")),
        SuggestedFeed(language: "de", url: "https://www.heise.de/rss/heise-atom.xml", title: "heise online", about: LocalizedText("information technology", "信息技术新闻")),
        SuggestedFeed(language: "de", url: "https://www.tagesschau.de/infoservices/alle-meldungen-100~rss2.xml", title: "tagesschau", about: LocalizedText("top news", "要闻")),
        SuggestedFeed(language: "fr", url: "https://linuxfr.org/news.atom", title: "LinuxFr.org", about: LocalizedText("free software", "自由软件")),
        SuggestedFeed(language: "fr", url: "https://www.lemonde.fr/rss/une.xml", title: "Le Monde", about: LocalizedText("top news", "要闻")),
        SuggestedFeed(language: "es", url: "https://www.microsiervos.com/index.xml", title: "Microsiervos", about: LocalizedText("science and curiosities", "科学与趣闻")),
        SuggestedFeed(language: "ru", url: "https://habr.com/ru/rss/articles/", title: "Хабр", about: LocalizedText("technology", "技术")),
    ]

    /// All suggestions, starting with feeds in the reader's language.
    public static func all(for language: Language) -> [SuggestedFeed] {
        let own = language == .simplifiedChinese ? "zh" : "en"
        return all.filter { $0.language.hasPrefix(own) } + all.filter { !$0.language.hasPrefix(own) }
    }
}
