import Articles
import FeedLibrary
import Messages
import TerminalPages

/// All flags. A flag has the same meaning and the same kind of value in every command.
enum Flag: String, CaseIterable, Sendable {
    case by, csv, plot, silent, tint, when
    case contentType = "content-type"
    case template, together
    case account, libraries, library, role
    case withLibrary = "with-library"
    case revoke
    case maxLibraries = "max-libraries"
    case maxServerConnections = "max-server-connections"
    case sharedMB = "shared-mb"
    case picturesMB = "pictures-mb"
    case each, line, move, rename
    case acks, after, all, base
    case author, content, date, item, link, next, page, pages, recipe
    case alertAfter = "alert-after"
    case allRead = "all-read"
    case articles, auth, before, cookies, days, folders, headers, interval, keep, mark
    case noIcons = "no-icons"
    case proxy, starred, suggest
    case userAgent = "user-agent"
    case allow, due, every, failing
    case alertRetry = "alert-retry"
    case backfill, comment, digest, follow, from, notify, secret, signature, smtp
    case quietHours = "quiet-hours"
    case smtpFrom = "smtp-from"
    case smtpSecret = "smtp-secret"
    case serviceKey = "service-key"
    case baseURL = "base-url"
    case batchSize = "batch-size"
    case ids, update
    case listen
    case noFetch = "no-fetch"
    case tlsCert = "tls-cert"
    case tlsKey = "tls-key"
    case trustedProxies = "trusted-proxies"
    case reader, idle
    case readers
    case cacheMB = "cache-mb"
    case maxConnections = "max-connections"
    case maxConnectionsPerAddress = "max-connections-per-address"
    case color, config, count, db
    case dryRun = "dry-run"
    case explain, facets, feed, file, folder, format, help, id, `in`, json, jsonl, lang, limit, literal, live, match,
        timeout
    case keepTracking = "keep-tracking"
    case keepUnread = "keep-unread"
    case keepRead = "keep-read"
    case defaultKeep = "default-keep"
    case defaultKeepUnread = "default-keep-unread"
    case defaultKeepRead = "default-keep-read"
    case fullText = "full-text"
    case replies, set
    case unreadOnReply = "unread-on-reply"
    case download, name
    case maxSize = "max-size"
    case noFold = "no-fold"
    case foldReplies = "fold-replies"
    case noPager = "no-pager"
    case nul = "0"
    case expires, fever, force, label, scope, secrets
    case passwordFile = "password-file"
    case member
    case list, pairs, pause, quiet, replace, resume, saved, sort, strict, title, to, unread, utc, verbose, version,
        write, yes
}

extension Flag {
    // Keep one row per line.
    // swift-format-ignore
    var spec: FlagSpec {
        switch self {
        case .db: FlagSpec(value: .path("PATH"), help: LocalizedText("the database: a file or postgresql://HOST/DATABASE[?library=NAME] (default: $XDG_DATA_HOME/feedsearch/feedsearch.db)", "数据库：文件或 postgresql://主机/数据库[?library=名称]（默认 $XDG_DATA_HOME/feedsearch/feedsearch.db）"), isEverywhere: true, isSetting: true, environment: "FEEDSEARCH_DB")
        case .config: FlagSpec(value: .path("PATH"), help: LocalizedText("the configuration file (default: $XDG_CONFIG_HOME/feedsearch/config)", "配置文件（默认 $XDG_CONFIG_HOME/feedsearch/config）"), isEverywhere: true, environment: "FEEDSEARCH_CONFIG")
        case .color: FlagSpec(value: .choice(ColorChoice.allCases.map(\.rawValue)), help: LocalizedText("when to colour the output; auto: only on a terminal", "何时使用颜色；auto 表示仅在终端上"), isEverywhere: true, isSetting: true)
        case .quiet: FlagSpec(value: .none, help: LocalizedText("print only errors", "除错误外不输出任何消息"), isEverywhere: true, isSetting: true)
        case .verbose: FlagSpec(value: .none, help: LocalizedText("write a trace of all work to standard error", "把执行过程记录到标准错误输出"), isEverywhere: true)
        case .member: FlagSpec(value: .text("NAME"), help: LocalizedText("read and change the state that a member of a shared library has (read, starred, opened), given by name or number, instead of the owner's", "使用共享库某个成员（名称或编号）的状态（已读、星标、打开记录），而不是所有者的"))
        case .noPager: FlagSpec(value: .none, help: LocalizedText("write long output to the terminal, not through PAGER (less)", "在终端上直接输出，不使用分页程序（PAGER，默认 less）"), isEverywhere: true, isSetting: true)
        case .help: FlagSpec(value: .none, help: LocalizedText("print this help", "显示本帮助"), isEverywhere: true)
        case .version: FlagSpec(value: .none, help: LocalizedText("print the version", "显示版本号"), isEverywhere: true)

        case .listen: FlagSpec(value: .text("ADDRESS"), help: LocalizedText("HOST:PORT or unix:PATH; port 0 picks a free one (default: 127.0.0.1:8480)", "主机:端口 或 unix:路径；端口 0 表示任意空闲端口（默认 127.0.0.1:8480）"), isSetting: true)
        case .reader: FlagSpec(value: .text("URL"), help: LocalizedText("the service whose web reader opens articles: http://127.0.0.1:8480 (default: open their own web pages)", "用哪个服务的网页阅读器打开文章：http://127.0.0.1:8480（默认打开文章原网页）"), isSetting: true)
        case .idle: FlagSpec(value: .text("TIME"), help: LocalizedText("end after this time without a request: 30s, 5m (default: 60s)", "这段时间没有请求就结束：30s、5m（默认 60s）"))
        case .baseURL: FlagSpec(value: .text("URL"), help: LocalizedText("the public address of the service, if it is behind a proxy", "外部经由代理访问本服务的地址"), isSetting: true)
        case .write: FlagSpec(value: .none, help: LocalizedText("offer the tools that mark, star and tag articles and save searches", "提供标记、加星标、加标签和保存搜索的工具"))
        case .libraries: FlagSpec(value: .path("FOLDER|ADDRESS"), help: LocalizedText("host mode: each account has a library of its own, in this folder or on this server", "托管模式：每个账户有自己的库，位于此文件夹或此服务器"), isSetting: true, environment: "FEEDSEARCH_LIBRARIES")
        case .revoke: FlagSpec(value: .number("N", 1...Int.max), help: LocalizedText("revoke the invitation with this number", "撤销此编号的邀请"))
        case .withLibrary: FlagSpec(value: .none, help: LocalizedText("also delete the library of the account with everything in it", "同时删除账户的库及其全部内容"))
        case .account: FlagSpec(value: .text("NAME"), help: LocalizedText("with --libraries: the account whose library the token is for", "与 --libraries 合用：令牌所属的账户，令牌用于其库"))
        case .library: FlagSpec(value: .text("NAME"), help: LocalizedText("with --libraries: a library that the account may use, by its name; without it, the account's own", "与 --libraries 合用：账户可使用的库的名称；不写时为账户自己的库"))
        case .role: FlagSpec(value: .text("editor|reader"), help: LocalizedText("'reader' reads, marks and stars articles; 'editor' also changes feeds, folders, tags, saved searches and rules (default: reader)", "reader 可阅读、标记文章和加星标；editor 还可更改订阅源、文件夹、标签、已保存的搜索和规则（默认 reader）"))
        case .maxLibraries: FlagSpec(value: .number("N", 1...10_000), help: LocalizedText("with --libraries: maximum number of open libraries (default: 200)", "与 --libraries 合用：最多同时打开的库数（默认 200）"), isSetting: true)
        case .maxServerConnections: FlagSpec(value: .number("N", 5...10_000), help: LocalizedText("with --libraries: maximum number of connections to database servers for requests (default: 60)", "与 --libraries 合用：为请求最多保持的数据库连接数（默认 60）"), isSetting: true)
        case .sharedMB: FlagSpec(value: .number("MB", 16...100_000), help: LocalizedText("with --libraries: maximum size of the feed responses and icons that all libraries share, in MB (default: 512)", "与 --libraries 合用：所有库共用的订阅源内容与图标的最大大小，单位 MB（默认 512）"), isSetting: true)
        case .picturesMB: FlagSpec(value: .number("MB", 16...1_000_000), help: LocalizedText("with --libraries: maximum size of the stored pictures of articles, in MB (default: 1024)", "与 --libraries 合用：保存的文章图片的最大大小，单位 MB（默认 1024）"), isSetting: true)
        case .noFetch: FlagSpec(value: .none, help: LocalizedText("do not refresh feeds", "不刷新订阅源"), isSetting: true)
        case .tlsCert: FlagSpec(value: .path("FILE"), help: LocalizedText("a certificate with its chain, in PEM format; the service then uses TLS", "PEM 格式的证书及证书链：服务使用 TLS"), isSetting: true)
        case .tlsKey: FlagSpec(value: .path("FILE"), help: LocalizedText("the certificate's key, in PEM format", "证书的私钥，PEM 格式"), isSetting: true)

        case .trustedProxies: FlagSpec(value: .text("ADDRESSES"), help: LocalizedText("proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses, CIDR blocks or 'unix', separated by commas", "其 X-Forwarded-For 和 X-Forwarded-Proto 可信的代理：地址、CIDR 网段、unix，以逗号分隔"), isSetting: true)
        case .readers: FlagSpec(value: .number("N", 1...64), help: LocalizedText("maximum number of simultaneous searches (default: one per core, at least 2)", "最多同时进行的搜索数（默认每个核心一个，至少 2 个）"), isSetting: true)
        case .cacheMB: FlagSpec(value: .number("MB", 1...65_536), help: LocalizedText("memory for index caches (default: 1/48 of the machine's memory, at most 320 MB, or 640 MB with a library on a server)", "索引缓存可用的内存（默认为本机内存的 1/48，最多 320；库在服务器上时 640）"), isSetting: true)
        case .maxConnections: FlagSpec(value: .number("N", 1...65_536), help: LocalizedText("maximum number of simultaneous connections (default: 4096)", "最多同时保持的连接数（默认 4096）"), isSetting: true)
        case .maxConnectionsPerAddress: FlagSpec(value: .number("N", 1...65_536), help: LocalizedText("maximum number of connections from one address without a valid credential (default: 256)", "同一地址在没有有效凭据时最多的连接数（默认 256）"), isSetting: true)

        case .json: FlagSpec(value: .none, help: LocalizedText("one JSON object instead of text", "输出一个 JSON 对象，而不是文本"))
        case .jsonl: FlagSpec(value: .none, help: LocalizedText("JSON lines: one object per line", "JSON Lines：每行一个对象"))
        case .nul: FlagSpec(value: .none, help: LocalizedText("end each record with a NUL byte, for xargs -0; a search prints only addresses, unless --format is given", "每条记录以 NUL 字节结尾，供 xargs -0 使用；搜索时只输出网址，除非指定 --format"))
        case .list: FlagSpec(value: .none, help: LocalizedText("list the actions that can be undone, or the valid invitations, but change nothing", "列出可撤销的操作或有效的邀请，不做更改"))
        case .count: FlagSpec(value: .none, help: LocalizedText("print only how many articles match", "只输出匹配的文章数"))
        case .limit: FlagSpec(value: .number("N", 1...SearchRequest.maxLimit), help: LocalizedText("at most N hits (default: 20), or N enclosures (default: all)", "最多 N 条结果（默认 20），或 N 个附件（默认全部）"), isSetting: true)
        case .after: FlagSpec(value: .text("CURSOR|AGE"), help: LocalizedText("continue after the page that gave this cursor; for a rule: apply it once an article has been stored for this long (7d)", "从给出该游标的那一页之后继续；用于规则时：文章到达这么久之后才执行（7d）"))
        case .sort: FlagSpec(value: .choice(SearchParameter.sort.choices + ["unread", "title", "hand", "added", "failing"]), help: LocalizedText("the order: relevance (default), newest or oldest for hits; unread, title, hand, added, newest or failing for feeds", "排列次序：结果可用 relevance（默认，按相关度）、newest、oldest；订阅源可用 unread、title、hand（手动顺序）、added（添加日期）、newest、failing"), isSetting: true)
        case .match: FlagSpec(value: .choice(SearchParameter.match.choices), help: LocalizedText("which words must match: 'all', 'any', or with 'auto' (the default) all and, if that finds nothing, most of them", "匹配全部词（all）、任一词（any），或先全部、没有结果时放宽（auto，默认）"), isSetting: true)
        case .in: FlagSpec(value: .text("FEED|FOLDER"), help: LocalizedText("search only in this feed or folder", "只在这个订阅源或文件夹中搜索"))
        case .saved: FlagSpec(value: .text("NAME"), help: LocalizedText("use the query saved under this name", "使用以此名称保存的查询"))
        case .explain: FlagSpec(value: .none, help: LocalizedText("show the plan, the tokens and the parts of each score", "显示查询计划、词元和每条得分的组成"))
        case .facets: FlagSpec(value: .none, help: LocalizedText("count all matches by feed, folder, month and language", "按订阅源、文件夹、月份和语言统计全部匹配文章"))
        case .live: FlagSpec(value: .none, help: LocalizedText("afterwards, keep printing new matches as they are stored, until Ctrl-C", "之后持续输出新入库的匹配文章，直到按 Ctrl-C"))
        case .literal: FlagSpec(value: .none, help: LocalizedText("treat the query as plain words, without operators", "把查询当作普通文字，不解释运算符"))
        case .foldReplies: FlagSpec(value: .none, help: LocalizedText("leave out replies, unless they are unread, starred or tagged by you, or the query has words, is:reply or parent:", "不列出回复；未读、有星标或有自己标签的回复，以及查询中有词语、is:reply 或 parent: 时除外"))
        case .noFold: FlagSpec(value: .none, help: LocalizedText("list near-duplicates separately instead of folding them", "不折叠近似重复的文章"), isSetting: true)
        case .utc: FlagSpec(value: .none, help: LocalizedText("read and show dates in UTC, not in local time", "日期按 UTC 解释和显示，而不用本地时间"), isSetting: true)

        case .acks: FlagSpec(value: .none, help: LocalizedText("after each durable commit, print a line {\"committed\":N}", "每次持久提交后输出一行 {\"committed\":N}"))
        case .ids: FlagSpec(value: .none, help: LocalizedText("list the numbers of inserted and updated articles by line of the input, in the report of --json or in the lines of --acks", "按输入的行列出新增和更新的文章编号：在 --json 的报告中，或在 --acks 的各行中"))
        case .update: FlagSpec(value: .text("FIELDS"), help: LocalizedText("what an ingest may change in articles that are already stored: a list of title, text, dates, tags and state, separated by commas, or 'none' (default: all)", "导入可更改已有文章的哪些部分：title、text、dates、tags、state，用逗号分隔，或 none（默认全部）"))
        case .batchSize: FlagSpec(value: .number("N", 1...100_000), help: LocalizedText("maximum number of articles in one transaction (default: 25000)", "每个事务最多写入的文章数（默认 25000）"))
        case .format: FlagSpec(value: .text("FORMAT"), help: LocalizedText("ingest: the input format, 'auto', 'feed' or 'jsonl' (default: auto); other commands: the format of each output line, with placeholders such as %t or %{title}, or 'rofi', 'alfred' or 'vimgrep'", "ingest：输入的格式 auto、feed 或 jsonl（默认 auto）；其他命令：每行输出的格式，使用 %t、%{title} 等占位符，或 rofi、alfred、vimgrep"))
        case .feed: FlagSpec(value: .text("URL"), help: LocalizedText("the feed that the articles belong to", "文章所属的订阅源"))
        case .strict: FlagSpec(value: .none, help: LocalizedText("exit with status 2 if anything was refused", "只要有内容被拒收，就以状态 2 退出"))

        case .page: FlagSpec(value: .text("URL"), help: LocalizedText("a page without a feed, read with --item and --title, or with --recipe; --title is then a selector", "没有订阅源的网页，用 --item 和 --title 或 --recipe 读取；此时 --title 是选择器"))
        case .recipe: FlagSpec(value: .path("FILE"), help: LocalizedText("how to read the page: JSON with the members item, title, link, date, author, content, next, pages, comments, id, address, folder, nodes, topic, signIn, twoFactor, signInFailed", "读取网页的配方：JSON，成员有 item、title、link、date、author、content、next、pages、comments、id、address、folder、nodes、topic、signIn、twoFactor、signInFailed"))
        case .item: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the CSS selector of an item", "条目的 CSS 选择器"))
        case .pairs: FlagSpec(value: .none, help: LocalizedText("also print pairs of adjacent words that are in the index", "也输出索引中的相邻词对"))
        case .lang: FlagSpec(value: .text("TAG"), help: LocalizedText("the language of the stems printed with the words (default: English)", "为单词给出词干的语言；省略时为英语"))
        case .link: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the item's link (default: the link of the title)", "条目的链接；省略时取标题的链接"))
        case .date: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the item's date; SELECTOR@ATTRIBUTE reads an attribute", "条目的日期；SELECTOR@属性名 读取属性"))
        case .author: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the item's author", "条目的作者"))
        case .content: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the element that contains the text, as a CSS selector", "正文所在的元素（CSS 选择器）"))
        case .next: FlagSpec(value: .text("SELECTOR"), help: LocalizedText("the link to the next page", "下一页的链接"))
        case .pages: FlagSpec(value: .number("N", 1...20), help: LocalizedText("read at most N pages (default: 3)", "最多读取 N 页（默认 3）"))

        case .allow: FlagSpec(value: .text("HOSTS"), help: LocalizedText("local hosts that feeds may be fetched from: addresses, CIDR blocks, names, host:port", "允许获取的本地主机：地址、CIDR 网段、主机名、host:port"), isSetting: true, environment: "FEEDSEARCH_ALLOW")
        case .timeout: FlagSpec(value: .text("TIME"), help: LocalizedText("stop with an error after this time: 500ms, 2s, 1m (default for search, similar and complete: 2s; other commands: no limit)", "超过这段时间就以错误结束：500ms、2s、1m（search、similar、complete 默认 2s，其他命令不限时）"))
        case .due: FlagSpec(value: .none, help: LocalizedText("only the feeds that are due", "只获取到期的订阅源"))
        case .every: FlagSpec(value: .text("TIME"), help: LocalizedText("keep running, and fetch due feeds at this interval: 15m, 2h, 1d", "持续运行，每隔这么久获取到期的订阅源：15m、2h、1d"))
        case .articles: FlagSpec(value: .none, help: LocalizedText("also move the feed's articles to the bin, except starred ones and those that you tagged", "同时把该订阅源的文章移入回收站（星标和您加过标签的除外）"))
        case .line: FlagSpec(value: .text("LINE"), help: LocalizedText("list what can follow a shell command line, for completion", "列出 shell 命令行之后可以输入的内容，供补全使用"))
        case .each: FlagSpec(value: .none, help: LocalizedText("every subscription with these words in its title, address or folder; for a saved search: one message for each match", "标题、网址或文件夹中含有这些词的每个订阅；用于保存的搜索时：每个匹配单独发一条消息"))
        case .move: FlagSpec(value: .text("first|last|up|down|FEED"), help: LocalizedText("where to put the feed in its folder, or the folder given by --in; FEED: before this feed or folder", "订阅源在文件夹中的位置；与 --in 合用时是文件夹的位置；写名称则排到该订阅源或文件夹之前"))
        case .rename: FlagSpec(value: .text("NAME"), help: LocalizedText("with --in: the folder's new name or path, such as A/B", "与 --in 合用：文件夹的新名称或位置，如 A/B"))
        case .unread: FlagSpec(value: .none, help: LocalizedText("only the feeds with unread articles", "只列出有未读文章的订阅源"))
        case .failing: FlagSpec(value: .none, help: LocalizedText("only the feeds that fail, with reasons", "只列出获取失败的订阅源及原因"))
        case .userAgent: FlagSpec(value: .text("TEXT"), help: LocalizedText("the user agent for this feed; 'none' restores the default", "对该订阅源使用的 User-Agent；none 表示恢复默认"))
        case .headers: FlagSpec(value: .path("FILE|env:NAME"), help: LocalizedText("a file of header lines 'Name: value', sent only to the site of this feed or channel; 'none' removes them", "包含请求头（每行 Name: value）的文件，只发送给该订阅源或通道自己的网站；none 表示取消"))
        case .cookies: FlagSpec(value: .path("FILE"), help: LocalizedText("a cookies file (cookies.txt) for this feed's own site; 'none' removes it", "cookies.txt 文件，只用于该订阅源自己的网站；none 表示取消"))
        case .auth: FlagSpec(value: .path("FILE|env:NAME"), help: LocalizedText("a file or an environment variable that contains user:password for this feed; 'none' removes it", "保存 user:password 的文件或环境变量；none 表示取消"))
        case .proxy: FlagSpec(value: .text("URL|env:NAME|file:PATH"), help: LocalizedText("the proxy for this feed: http, https, socks5 or socks5h; 'none' uses no proxy, 'default' the same as other feeds", "该订阅源使用的代理：http、https、socks5 或 socks5h；none 表示不用代理，default 表示与其他订阅源相同"))
        case .interval: FlagSpec(value: .text("TIME|auto"), help: LocalizedText("how often to fetch this feed: 30m, 2h, 1d; 'auto' follows its own update rate", "该订阅源的获取间隔：30m、2h、1d；auto 表示按其更新频率"))
        case .keepTracking: FlagSpec(value: .none, help: LocalizedText("keep parameters such as utm_source in the addresses of articles", "保留文章网址中的 utm_source 等跟踪参数"), isSetting: true)
        case .keep: FlagSpec(value: .text("N|AGE|all|default"), help: LocalizedText("keep the newest N articles of a feed, those of the last 90d or 2y, or those that satisfy both: 500,90d; 'all' keeps everything, 'default' uses default-keep", "保留订阅源最新的 N 篇文章，或最近一段时间的（90d、2y），或二者兼用：500,90d；all 表示全部保留，default 表示按 default-keep"))
        case .keepUnread: FlagSpec(value: .text("N|all|default"), help: LocalizedText("keep at most the newest N articles of a feed unread", "订阅源最多保留最新的 N 篇未读，其余标为已读"))
        case .keepRead: FlagSpec(value: .text("N|all|default"), help: LocalizedText("if a feed has more than N articles, remove the oldest read ones; unread, starred and tagged ones are kept", "订阅源的文章超过 N 篇时，移除最旧的已读文章；未读、星标和带标签的保留"))
        case .defaultKeep: FlagSpec(value: .text("N|AGE|all"), help: LocalizedText("which articles to keep for feeds that have no --keep of their own (default: all)", "未单独设置 --keep 的订阅源保留多少（默认 all）"), isSetting: true)
        case .defaultKeepUnread: FlagSpec(value: .number("N", 1...1_000_000), help: LocalizedText("the maximum number of unread articles of a feed that has no --keep-unread of its own (default: no limit)", "未单独设置 --keep-unread 的订阅源最多保留多少篇未读（默认不限）"), isSetting: true)
        case .defaultKeepRead: FlagSpec(value: .number("N", 1...1_000_000), help: LocalizedText("the number of articles above which the oldest read ones are removed, for feeds without their own --keep-read (default: no limit)", "未单独设置 --keep-read 的订阅源超过多少篇文章时移除最旧的已读文章（默认不限）"), isSetting: true)
        case .fullText: FlagSpec(value: .text("on|SELECTOR|off"), help: LocalizedText("get the full text of each new article in this feed from its web page; a CSS selector specifies which part of the page to use", "为该订阅源的每篇新文章抓取网页以获得全文；可用 CSS 选择器指明正文位置"))
        case .set: FlagSpec(value: .text("NAME=VALUE"), help: LocalizedText("the value of a parameter in the recipe's address, such as node=swift; may be repeated, and several values are separated by commas", "配方网址中参数的值，如 node=swift；可重复使用，多个值用逗号分隔"))
        case .replies: FlagSpec(value: .text("one|each|off|default"), help: LocalizedText("how to store the replies to a topic or the comments on an article: 'each' as separate articles, 'one' in the article itself, 'off' not at all; for a feed with comments' feeds, 'each' and 'one' fetch them", "如何存储主题的回复或文章的评论：each 表示各成一篇，one 表示存入文章本身，off 表示不获取；对有评论订阅源的订阅，each 和 one 会获取它"))
        case .unreadOnReply: FlagSpec(value: .choice(["on", "off"]), help: LocalizedText("whether new replies make their topic unread (default: off)", "有新回复时主题是否变为未读（默认 off）"))
        case .download: FlagSpec(value: .path("FOLDER"), help: LocalizedText("store the files in a folder; existing files are skipped, and interrupted downloads are resumed", "把文件下载到文件夹；已有的跳过，中断的续传"))
        case .name: FlagSpec(value: .text("PATTERN"), help: LocalizedText("the pattern of file names, with the placeholders of --format (default: '%f/%d %t')", "文件名格式，占位符同 --format（默认 '%f/%d %t'）"))
        case .maxSize: FlagSpec(value: .text("SIZE"), help: LocalizedText("refuse larger files: 500K, 200M, 2G (default: 1G)", "不下载更大的文件：500K、200M、2G（默认 1G）"))
        case .suggest: FlagSpec(value: .none, help: LocalizedText("suggest feeds in several languages", "推荐一些可以订阅的源（多种语言）"))
        case .folders: FlagSpec(value: .none, help: LocalizedText("list the folders with their unread counts", "列出文件夹及其未读数"))
        case .allRead: FlagSpec(value: .none, help: LocalizedText("mark everything read, or all of --feed, --folder or --in", "全部标为已读，或只标 --feed、--folder、--in 指定的范围"))
        case .before: FlagSpec(value: .text("N|DATE"), help: LocalizedText("only articles that arrived no later than article N, or before a date; later articles stay unread", "只标到编号 N 为止（或某日期之前）收到的文章：您查看之后才收到的保持未读"))
        case .starred: FlagSpec(value: .none, help: LocalizedText("the starred articles as a JSON Feed; with --jsonl, in the format that 'ingest' reads", "把星标文章导出为 JSON Feed；加 --jsonl 则为 ingest 可读的格式"))
        case .mark: FlagSpec(value: .text("read|star|hide|full-text|tag:NAME|send:NAME"), help: LocalizedText("what the rule does with matching articles", "规则对匹配文章的处理方式"))
        case .days: FlagSpec(value: .number("N", RuleTrial.dayRange), help: LocalizedText("with --dry-run or --to epub: the last N days (default: 7)", "与 --dry-run 或 --to epub 合用：最近 N 天（默认 7）"))
        case .alertAfter: FlagSpec(value: .number("N", 0...1_000), help: LocalizedText("notify once when a feed has failed N times in a row (default: 5; 0: never)", "订阅源连续失败 N 次时提醒一次（默认 5；0 表示不提醒）"), isSetting: true)
        case .noIcons: FlagSpec(value: .none, help: LocalizedText("do not fetch the icons of feeds", "不获取订阅源图标"), isSetting: true)
        case .all: FlagSpec(value: .none, help: LocalizedText("show all details", "显示全部信息"))
        case .base: FlagSpec(value: .text("URL"), help: LocalizedText("the address of the document", "文档的来源网址"))
        case .file: FlagSpec(value: .path("FILE"), help: LocalizedText("use a stored page instead of fetching one", "使用已保存的网页，而不从网络获取"))
        case .folder: FlagSpec(value: .text("NAME"), help: LocalizedText("the folder, with levels separated by /", "所在文件夹，层级用 / 分隔"))
        case .pause: FlagSpec(value: .none, help: LocalizedText("stop fetching this feed for now", "暂停获取这个订阅源"))
        case .resume: FlagSpec(value: .none, help: LocalizedText("fetch this feed again", "恢复获取这个订阅源"))
        case .title: FlagSpec(value: .text("TEXT"), help: LocalizedText("a custom title", "自定义标题"))
        case .to: FlagSpec(value: .choice(["jsonfeed", "atom", "opml", "newsboat", "jsonl", "google-reader", "csv", "epub", "html", "markdown", "digests"]), help: LocalizedText("the output format: 'jsonfeed' for convert; 'jsonfeed', 'atom', 'digests' (Atom, a day each) or 'epub' for saved; 'opml' or 'newsboat' for export; 'jsonfeed', 'jsonl', 'google-reader' or 'csv' for export --starred; 'epub', 'html' or 'markdown' for export QUERY", "要写成的格式：convert 可用 jsonfeed；saved 可用 jsonfeed、atom、digests（Atom，每天一条）、epub；export 可用 opml、newsboat；export --starred 可用 jsonfeed、jsonl、google-reader、csv；export 查询 可用 epub、html、markdown"))
        case .id: FlagSpec(value: .text("GUID"), help: LocalizedText("with --feed: the article with this id", "与 --feed 合用：该标识的文章"))
        case .dryRun: FlagSpec(value: .none, help: LocalizedText("show what would be changed, but change nothing", "只显示将要更改的内容，不做更改"))
        case .notify: FlagSpec(value: .text("CHANNEL"), help: LocalizedText("notify of new matches: webhook:URL, command:WORDS, feed:PATH, mail:ADDRESS, mail+epub:ADDRESS, epub:FOLDER, 'terminal', or a service: telegram:CHAT, matrix:URL/ROOM, slack, discord, mattermost:URL, ntfy:URL, gotify:URL, pushover:USER, apprise:URL, teams:URL; 'none' stops notifications", "有新匹配时通知：webhook:URL、command:命令、feed:路径、mail:地址、mail+epub:地址、epub:文件夹、terminal，或服务 telegram:聊天、matrix:URL/房间、slack、discord、mattermost:URL、ntfy:URL、gotify:URL、pushover:用户、apprise:URL、teams:URL；none 表示停止"))
        case .digest: FlagSpec(value: .text("TIME"), help: LocalizedText("combine notifications: 1h, 'daily 08:00', 'weekly fri 18:00'; 'each' (the default) sends them at once", "合并通知：1h、'daily 08:00'、'weekly fri 18:00'；each（默认）表示立即通知"))
        case .template: FlagSpec(value: .path("FILE"), help: LocalizedText("a Mustache template for the body of a webhook's messages; 'none' removes it", "webhook 消息正文的 Mustache 模板文件；none 表示取消"))
        case .when: FlagSpec(value: .text("CONDITION"), help: LocalizedText("send one message when this is met, instead of one for each match: 'count > 20 in 1d', 'count > 3x usual in 1d', 'none in 30d' or 'feed silent for 30d'; 'off' removes it", "满足条件时发一条消息，而不是每次匹配都通知：'count > 20 in 1d'、'count > 3x usual in 1d'、'none in 30d' 或 'feed silent for 30d'；off 表示取消"))
        case .tint: FlagSpec(value: .choice(SearchColor.allCases.map(\.rawValue) + ["none"]), help: LocalizedText("the colour that marks the search's matches in lists", "在列表中标出匹配文章的颜色"))
        case .plot: FlagSpec(value: .none, help: LocalizedText("plot the number of articles over time", "绘制文章数量随时间的变化"))
        case .by: FlagSpec(value: .choice(PlotStep.allCases.map(\.rawValue)), help: LocalizedText("with --plot: one bar for each day, week or month", "与 --plot 合用：按天、周或月绘制"))
        case .csv: FlagSpec(value: .none, help: LocalizedText("with --plot: the numbers as CSV", "与 --plot 合用：以 CSV 输出数值"))
        case .silent: FlagSpec(value: .text("TIME"), help: LocalizedText("only the feeds without an article in this time: 12h, 30d, 8w", "只列出这段时间内没有文章的订阅源：12h、30d、8w"))
        case .contentType: FlagSpec(value: .text("TYPE"), help: LocalizedText("the content type of the template's result, by which values are escaped (default: application/json)", "模板结果的内容类型，决定如何转义（默认 application/json）"))
        case .together: FlagSpec(value: .none, help: LocalizedText("one message for many matches, as without --each (the default)", "多个匹配合并为一条消息，与不写 --each 相同（默认）"))
        case .quietHours: FlagSpec(value: .text("HH:MM-HH:MM"), help: LocalizedText("send no notifications during these hours; matches wait until they end", "在这段时间内不通知，期间的匹配会等到结束后再发"))
        case .secret: FlagSpec(value: .text("env:NAME|file:PATH"), help: LocalizedText("the location of the channel's or destination's secret; the secret itself is never stored", "通道或发送目标的密钥的位置；密钥本身不会被保存"))
        case .signature: FlagSpec(value: .choice(["standard", "miniflux"]), help: LocalizedText("how a webhook is signed (default: standard)", "webhook 的签名方式（默认 standard）"))
        case .comment: FlagSpec(value: .text("TEXT"), help: LocalizedText("a comment about the search", "对该搜索的一行说明"))
        case .from: FlagSpec(value: .path("PATH"), help: LocalizedText("save the searches in a file, a folder of files, or JSON lines", "从文件、文件夹或 JSON Lines 读取要保存的搜索"))
        case .backfill: FlagSpec(value: .none, help: LocalizedText("also send alerts for a feed's first articles", "首次导入的订阅源也发出通知"))
        case .follow: FlagSpec(value: .none, help: LocalizedText("keep running, and deliver as soon as anything matches or is due, until Ctrl-C", "持续运行，一有匹配或到期就发送，直到按 Ctrl-C"))
        case .alertRetry: FlagSpec(value: .text("TIME"), help: LocalizedText("the wait after the first failed delivery, doubled after each further failure (default: 30s)", "首次发送失败后的等待时间，之后每次加倍（默认 30s）"), isSetting: true)
        case .smtp: FlagSpec(value: .text("URL"), help: LocalizedText("the mail server: smtp://host:587, smtps://user@host (default: smtp://localhost:25)", "邮件服务器：smtp://host:587、smtps://user@host（默认 smtp://localhost:25）"), isSetting: true, environment: "FEEDSEARCH_SMTP")
        case .smtpFrom: FlagSpec(value: .text("ADDRESS"), help: LocalizedText("the sender address of mail (default: the recipient)", "邮件的发件人（默认与收件人相同）"), isSetting: true)
        case .serviceKey: FlagSpec(value: .text("env:NAME|file:PATH"), help: LocalizedText("the key that encrypts the secrets of a library on a server, the same on each machine that serves it (default: service.key in the local folder)", "服务器上的库加密机密所用的密钥，每台提供服务的机器须相同（默认为本地文件夹中的 service.key）"), isSetting: true)
        case .smtpSecret: FlagSpec(value: .text("env:NAME|file:PATH"), help: LocalizedText("the location of the mail server's password", "邮件服务器密码的位置"), isSetting: true)
        case .passwordFile: FlagSpec(value: .path("FILE"), help: LocalizedText("a file that contains the password; - is standard input", "保存密码的文件；- 表示标准输入"))
        case .label: FlagSpec(value: .text("NAME"), help: LocalizedText("the app that an app password is for", "应用密码所用于的应用"))
        case .secrets: FlagSpec(value: .none, help: LocalizedText("include the user names and passwords in stored addresses; they are omitted by default", "包含所存网址中的用户名和密码，否则省略"))
        case .force: FlagSpec(value: .none, help: LocalizedText("accept a new password that is short, common or the account name, with a warning", "新密码过短、常见或就是账户名时也采用，并给出警告"))
        case .fever: FlagSpec(value: .none, help: LocalizedText("the app uses the Fever API: also accept its key, the MD5 of NAME:PASSWORD", "该应用使用 Fever API：同时接受它的密钥（名称:密码 的 MD5）"))
        case .scope: FlagSpec(value: .choice(["read", "write", "admin"]), help: LocalizedText("what the token may do: 'read'; 'write' (also change articles and feeds); 'admin' (everything)", "令牌的权限：只读（read）、更改文章和订阅（write），或全部（admin）"))
        case .expires: FlagSpec(value: .text("TIME"), help: LocalizedText("the token or invitation expires after this time: 12h, 30d, 90d (default: a token never, an invitation after 7d)", "令牌或邀请在这段时间后失效：12h、30d、90d（默认令牌不失效，邀请 7 天）"))
        case .replace: FlagSpec(value: .none, help: LocalizedText("replace the saved search with this name", "替换同名的已保存搜索"))
        case .yes: FlagSpec(value: .none, help: LocalizedText("do not ask for confirmation", "不再询问"))
        }
    }
}
