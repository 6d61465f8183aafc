/// Messages of the web reader's article and search pages, in every language.
public enum ArticleMessage: String, CaseIterable, Sendable {
    case minutes, share, cite, citePlain, citeEntry, print, listen, stop, copied, fullText, fullTextFetching
    case alsoIn, playAudio, playVideo, openFile, loadsFrom, nextMark, formerMark, noPage, pageFailed, pageHasNoMore
    case serif, sans, width, narrow, medium, wide, font
    case facetState, unreadShare, starredShare, hideSpread, brushHint, twins, queryHelp, commands, commandField
    case recentKind, savedKind, looserApart, apart, newSearch, feedAddress, keyCommands
    case helpWords, helpPhrase, helpOr, helpNot, helpPrefix, helpNear, helpField, helpFilter, helpState, helpDate,
        helpPattern
    case helpSaved

    public var localized: LocalizedText {
        switch self {
        case .minutes: LocalizedText("{1} min read", "约 {1} 分钟")
        case .share: LocalizedText("Share", "分享")
        case .cite: LocalizedText("Cite", "引用")
        case .citePlain: LocalizedText("As text", "纯文本")
        case .citeEntry: LocalizedText("As a bibliography entry (BibTeX)", "参考文献条目（BibTeX）")
        case .print: LocalizedText("Print", "打印")
        case .listen: LocalizedText("Listen", "朗读")
        case .stop: LocalizedText("Stop", "停止")
        case .copied: LocalizedText("Copied", "已复制")
        case .fullText: LocalizedText("Full text", "获取全文")
        case .fullTextFetching: LocalizedText("Fetching the page…", "正在获取网页…")
        case .alsoIn: LocalizedText("Also in {1} other {1:feed|feeds}", "另有 {1} 个订阅源也收录了此文")
        case .playAudio: LocalizedText("Audio {1}", "音频 {1}")
        case .playVideo: LocalizedText("Video {1}", "视频 {1}")
        case .openFile: LocalizedText("Open the file", "打开文件")
        case .loadsFrom: LocalizedText("Plays from {1} after you click", "点击后才从 {1} 加载")
        case .nextMark: LocalizedText("Next match", "下一处")
        case .formerMark: LocalizedText("Previous match", "上一处")
        case .noPage: LocalizedText("the article has no web page", "此文章没有网页地址")
        case .pageFailed: LocalizedText("the page could not be read: {1}", "无法读取网页：{1}")
        case .pageHasNoMore: LocalizedText("the page has no more text than the feed", "网页的文字并不比订阅源多")
        case .serif: LocalizedText("Serif", "衬线（宋体）")
        case .sans: LocalizedText("Sans-serif", "无衬线（黑体）")
        case .width: LocalizedText("Width", "宽度")
        case .narrow: LocalizedText("Narrow", "窄")
        case .medium: LocalizedText("Medium", "中")
        case .wide: LocalizedText("Wide", "宽")
        case .font: LocalizedText("Font", "字体")
        case .facetState: LocalizedText("State", "状态")
        case .unreadShare: LocalizedText("Unread", "未读")
        case .starredShare: LocalizedText("Starred", "已加星标")
        case .hideSpread: LocalizedText("Hide months, feeds, folders and languages", "收起月份、订阅源、文件夹和语言")
        case .brushHint: LocalizedText("Drag over months to limit the search", "拖过若干月份可限定范围")
        case .twins: LocalizedText("This list for other programs", "供其他程序使用")
        case .queryHelp: LocalizedText("Query language", "查询语法")
        case .commands: LocalizedText("Commands", "命令")
        case .commandField: LocalizedText("Type a command", "输入命令")
        case .recentKind: LocalizedText("recent", "最近")
        case .savedKind: LocalizedText("saved", "已保存")
        case .looserApart: LocalizedText("Articles that contain {1} separately: {2}", "分别含有 {1} 的文章：{2}")
        case .apart: LocalizedText("{1} and {2}", "{1} 和 {2}")
        case .newSearch: LocalizedText("Search for", "搜索")
        case .feedAddress: LocalizedText("Feed with its own address", "带独立地址的订阅")
        case .keyCommands: LocalizedText("all commands", "所有命令")
        case .helpWords: LocalizedText("both words, anywhere", "同时含有两个词，位置不限")
        case .helpPhrase: LocalizedText("exactly this phrase", "词语按此顺序相邻出现")
        case .helpOr: LocalizedText("either word", "含有其中之一")
        case .helpNot: LocalizedText("the first word but not the second", "含有前者而不含后者")
        case .helpPrefix: LocalizedText("words that begin with this", "以此开头的词")
        case .helpNear: LocalizedText("at most three words apart", "两词相隔不超过三个词")
        case .helpField: LocalizedText("in the title; also body: author: url:", "在标题中；另有 body: author: url:")
        case .helpFilter: LocalizedText("from that feed; also folder: tag: lang:", "来自该订阅源；另有 folder: tag: lang:")
        case .helpState: LocalizedText("unread; also is:starred, has:enclosure", "未读；另有 is:starred、has:enclosure")
        case .helpDate: LocalizedText("from those months; also after:2023, date:7d", "在这些月份；另有 after:2023、date:7d")
        case .helpPattern: LocalizedText("the text also matches the pattern", "正文还须匹配该正则表达式")
        case .helpSaved: LocalizedText("the results of a saved search", "已保存的搜索所找到的")
        }
    }

    public func text(_ language: Language, _ arguments: [String] = []) -> String { localized.text(language, arguments) }
}
