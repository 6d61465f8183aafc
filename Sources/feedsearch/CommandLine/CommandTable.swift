import FeedLibrary
import Messages
import TerminalPages

/// All commands. The first one is the default.
enum CommandTable {
    // Keep the layout of the table.
    // swift-format-ignore
    static let commands: [CommandSpec] = [
        CommandSpec(
            name: "search", operands: "QUERY…", operandKind: .words,
            summary: LocalizedText("find articles, best matches first (the default command)", "搜索文章，最相关的在前；不写命令名时就是搜索"),
            details: LocalizedText("With --jsonl and no query, requests are read from standard input, one JSON object per line ({\"id\",\"query\",\"limit\",\"sort\",\"match\",\"literal\",\"only\",\"facets\",\"timeout_ms\"}), and each is answered with one line. With --live, the hits are followed by each matching article as soon as any program stores or changes it; with --json, each update is one line.", "使用 --jsonl 且没有查询时，从标准输入逐行读取 JSON 请求（{\"id\",\"query\",\"limit\",\"sort\",\"match\",\"literal\",\"only\",\"facets\",\"timeout_ms\"}），每个请求输出一行回答。加 --live 时，先输出结果，随后任何程序新存入或更新的匹配文章会立即输出；与 --json 合用时每次输出一行。"),
            flags: [.member, .limit, .after, .sort, .match, .count, .in, .saved, .facets, .live, .explain, .literal, .noFold, .timeout, .utc, .format, .nul, .json, .jsonl],
            examples: ["全文搜索", "'\"exact phrase\" -word title:swift' --sort newest", "is:unread date:7d --json", "search --jsonl < requests.jsonl"],
            isReading: true, run: SearchCommand.run),
        CommandSpec(
            name: "ingest", operands: "[FILE…]", operandKind: .files,
            summary: LocalizedText("store articles in bulk: feed files, JSON lines, folders, archives, standard input", "批量入库：订阅源文件、JSON Lines、文件夹、压缩包、标准输入"),
            details: LocalizedText("All valid articles are stored; refused ones are listed with their position. Ingesting the same input again changes nothing. In JSON lines, each line is one article: an object with \"feed\" and \"id\", and optionally \"url\", \"title\", \"html\" or \"text\", \"published\" and others.", "所有有效内容都会入库，被拒收的会列出位置和原因。重复导入不会产生变化。JSON Lines 每行一篇文章，包含 \"feed\"、\"id\"，以及 \"url\"、\"title\"、\"html\" 或 \"text\"、\"published\" 等。"),
            flags: [.member, .keepTracking, .format, .feed, .batchSize, .update, .acks, .ids, .backfill, .strict, .json], examples: ["ingest feeds/", "ingest articles.jsonl --json --ids --update tags,state", "ingest --format jsonl articles.jsonl --json", "list --jsonl is:starred | feedsearch --db copy.db ingest"],
            run: IngestCommand.run),
        CommandSpec(
            name: "import", operands: "FILE…", operandKind: .files,
            summary: LocalizedText("import OPML files, folders and archives (including the feed documents in them), and data kept or exported by other readers", "导入：OPML 文件、文件夹、压缩包及其中的订阅源文件，以及其他阅读器保存或导出的数据"),
            details: LocalizedText("Each outline is reported: added (+), already present (=), or refused, with the reason. Feed documents in the same folder or archive are ingested at once. Read, starred and tagged articles are imported from newsboat (urls, cache.db), Miniflux and FreshRSS (JSON), Google Reader's JSON of starred items, NetNewsWire (DB.sqlite3), Liferea (liferea.db), Pocket, Instapaper and wallabag. --dry-run shows what an import would do.", "逐条报告每个订阅：新增（+）、已有（=）、或被拒收及原因。同一文件夹或压缩包中的订阅源文件会一并入库。已读、星标和带标签的文章可从 newsboat（urls、cache.db）、Miniflux 和 FreshRSS（JSON）、Google Reader 的星标条目 JSON、NetNewsWire（DB.sqlite3）、Liferea（liferea.db）、Pocket、Instapaper 和 wallabag 导入。--dry-run 只显示导入将会做的事。"),
            flags: [.dryRun, .keepTracking, .strict, .json], examples: ["import subscriptions.opml", "import archive.zip"], run: ImportCommand.run),
        CommandSpec(
            name: "export", operands: "[QUERY…]", operandKind: .words,
            summary: LocalizedText("print the subscriptions as OPML, the starred articles, or articles as a book or text", "把订阅导出为 OPML，或导出星标文章，或将文章导出为电子书或文本"),
            details: LocalizedText("--to opml (the default) can be read by every reader; --to newsboat writes newsboat's urls file. For starred articles, --to takes 'jsonfeed' (the default), 'jsonl' (for 'ingest'), 'google-reader' (FreshRSS, Inoreader, The Old Reader) or 'csv' (Instapaper, wallabag, Pinboard). With a query, --to 'epub' (the default), 'html' or 'markdown' writes the matching articles with their whole texts as one document, newest first, at most --limit (default: 1000).", "--to opml（默认）各阅读器都能读取，newsboat 为其 urls 文件。星标文章：--to jsonfeed（默认）、jsonl（供 ingest 读取）、google-reader（FreshRSS、Inoreader、The Old Reader）、csv（Instapaper、wallabag、Pinboard）。写出查询时，--to epub（默认）、html、markdown 把匹配的文章连同全文写成一个文档，最新的在前，最多 --limit 篇（默认 1000）。"),
            flags: [.member, .to, .starred, .secrets, .timeout, .jsonl, .limit], examples: ["export > subscriptions.opml", "export is:starred --to epub > starred.epub", "export 'feed:lwn date:7d' --to markdown > week.md", "export --to newsboat > ~/.newsboat/urls", "export --starred --to google-reader > starred.json", "export --starred > favourites.json"], run: ExportCommand.run),
        CommandSpec(
            name: "list", operands: "[QUERY…]", operandKind: .words,
            summary: LocalizedText("list all matching articles, newest first: one line each on a terminal, otherwise one id per line", "列出所有匹配的文章，最新的在前：在终端上每篇一行，否则每行一个标识"),
            details: LocalizedText("--format takes %i number, %t title, %f feed, %F its address, %u address, %g id, %a author, %d and %D dates, %T tags, %s state, %l language, %b text, %n line break, %% and %xHH; 'rofi', 'alfred' and 'vimgrep' write lists for these programs. With --jsonl, each article is written in full, including its state, in the format that 'ingest' reads: 'feedsearch list --jsonl | feedsearch --db copy.db ingest' copies them.", "--format 可用：%i 编号、%t 标题、%f 订阅源、%F 其网址、%u 网址、%g 标识、%a 作者、%d 和 %D 日期、%T 标签、%s 状态、%l 语言、%b 正文、%n 换行、%% 和 %xHH；rofi、alfred 和 vimgrep 是供这些程序读取的列表。使用 --jsonl 时输出完整文章及其状态，格式与 ingest 读取的相同：feedsearch list --jsonl | feedsearch --db copy.db ingest 即可复制。"),
            flags: [.member, .timeout, .format, .nul, .jsonl, .foldReplies, .literal, .utc], examples: ["list is:starred", "list is:unread --format '%i %d %f: %t'", "list is:starred | feedsearch show -", "list --jsonl > articles.jsonl"], isReading: true, run: ListCommand.run),
        CommandSpec(
            name: "show", operands: "N|URL|GUID|QUERY…|-", operandKind: .words,
            summary: LocalizedText("read an article, given by number, address or id, or by a query that only it matches", "阅读文章：按编号、网址、标识，或查询匹配的唯一一篇"),
            details: LocalizedText("If a query matches several articles, they are listed. With -, the articles are read from standard input, one id or number per line, as written by 'list'. Links are numbered, and their addresses are listed at the end.", "查询匹配多篇时列出它们。使用 - 时从标准输入读取，每行一个标识或编号，即 list 的输出。链接带有编号，网址列在末尾。"),
            flags: [.member, .feed, .id, .all, .literal, .nul, .json, .utc], examples: ["show 12", "list is:starred | feedsearch show -", "show 12 --all", "show --feed https://example.org/feed --id 42 --json"], isReading: true, run: ShowCommand.run),
        CommandSpec(
            name: "browse", operands: "[QUERY…]", operandKind: .words,
            summary: LocalizedText("read full-screen in the terminal: feeds, lists, articles, search as you type", "在整个终端上阅读：订阅源、列表、文章，边输入边搜索"),
            details: LocalizedText("The keys are the same as in newsboat; ? lists them. / searches all articles as you type. In terminals with 100 columns or more, the list and the article are shown side by side. An article is marked read when it is opened. Articles stored by other programs appear as they arrive. NO_COLOR and BROWSER are respected.", "按键与 newsboat 相同，按 ? 查看。按 / 边输入边搜索全部文章。终端达到 100 列时，列表与文章并排显示。打开文章时标为已读。其他程序存入的文章会随时显示。遵循 NO_COLOR 和 BROWSER。"),
            flags: [.utc, .keepTracking, .defaultKeep, .defaultKeepUnread, .defaultKeepRead], examples: ["browse", "browse 全文搜索", "browse 'is:starred date:30d'"], run: BrowseCommand.run),
        CommandSpec(
            name: "similar", operands: "N", operandKind: .words,
            summary: LocalizedText("find articles similar to a given one", "查找与某篇文章内容相近的文章"),
            details: LocalizedText(
                "Searches for the 25 most distinctive words of the article. Articles that score less than 15 % of the article's own score are left out.",
                "用该文章最有代表性的 25 个词搜索；得分不到该文章自身得分 15% 的文章不列出。"),
            flags: [.member, .limit, .feed, .id, .timeout, .utc, .nul, .json, .jsonl], examples: ["similar 12", "similar '#12' --limit 5 --json"], isReading: true, run: SimilarCommand.run),
        CommandSpec(
            name: "complete", operands: "PREFIX", operandKind: .words,
            summary: LocalizedText("complete the last word of the input, one completion per line", "补全输入的最后一个词，每行一个"),
            details: LocalizedText("Chinese words in titles can also be completed from their pinyin, in full or by initials.", "标题中的中文词也可以用全拼或拼音首字母补全。"),
            flags: [.line, .limit, .timeout, .json, .jsonl], examples: ["complete 全文", "complete qwss"], run: CompleteCommand.run),
        CommandSpec(
            name: "open", operands: "N…", operandKind: .words,
            summary: LocalizedText("open an article's page in the browser", "在浏览器中打开文章网页"),
            flags: [.member, .feed, .id], examples: ["open 12"], run: OpenCommand.run),
        CommandSpec(
            name: "opened", operands: "[clear [N…]|on|off]", operandKind: .words,
            summary: LocalizedText("list the articles that you opened last, or clear the list", "列出最近打开的文章，或清空列表"),
            details: LocalizedText("Articles count as opened if they were opened with 'open', in 'browse' or in the web reader. The list is part of the library and the same on all devices; opened:7d and is:opened search it. 'off' turns recording off, 'on' turns it on again, and 'clear' empties the list or removes the articles with these numbers.", "用 open、browse 或网页阅读器打开的文章会被记录。列表是库的一部分，在所有设备上相同；可用 opened:7d 和 is:opened 搜索。off 停止记录，on 恢复记录；clear 清空列表，或移除所给编号的文章。"),
            flags: [.member, .limit, .utc, .json], examples: ["opened", "opened --limit 20 --json", "opened clear 12", "opened off"], run: OpenedCommand.run),
        CommandSpec(
            name: "enclosures", operands: "[N…|QUERY]", operandKind: .words,
            summary: LocalizedText("list or download audio, video and other files attached to articles", "列出或下载文章附带的音频、视频等文件"),
            details: LocalizedText("Without arguments, lists the files of all articles, newest first. A download gets its final name only when it is complete; Ctrl-C keeps what has been downloaded, and the next run fetches the rest.", "不带参数时列出全部文章的附件，新的在前。文件完整后才使用正式名称；Ctrl-C 会保留已下载的部分，下次续传。"),
            flags: [.member, .download, .name, .maxSize, .limit, .dryRun, .yes, .feed, .id, .timeout, .utc, .literal, .json, .jsonl], examples: ["enclosures feed:播客 after:7d", "enclosures 12 15 --download ~/Podcasts", "enclosures folder:Podcasts is:unread --download . --name '%f/%t' --max-size 300M"], run: EnclosuresCommand.run),
        CommandSpec(
            name: "save-page", operands: "URL…", operandKind: .words,
            summary: LocalizedText("store the main text of web pages", "保存网页的正文"),
            details: LocalizedText("A page becomes an article of the feed 'Saved pages' (urn:feedsearch:saved-pages); a page that was saved before is updated to its current text.", "网页保存为“保存的网页”（urn:feedsearch:saved-pages）中的一篇文章；已保存过的网页更新为现在的内容。"),
            flags: [.content], examples: ["save-page https://example.org/essay", "save-page --content 'div.post' https://example.org/thread"], run: SavePageCommand.run),
        CommandSpec(
            name: "mark", operands: "read|unread|starred|unstarred N…|QUERY", operandKind: .words,
            summary: LocalizedText("mark articles by number, or all that match a query", "按编号或查询标记文章"),
            details: LocalizedText("Copies of an article in other feeds, which search folds into one hit, are marked read along with it. With --all-read and no arguments, everything is marked read; with --before, articles that arrived after you looked stay unread.", "其他订阅源中相同的文章（搜索时折叠为一条的）会一同标为已读。使用 --all-read 时不需要其他参数，全部标为已读；--before 使查看之后才收到的文章保持未读。"),
            flags: [.member, .allRead, .in, .folder, .before, .feed, .id, .dryRun, .timeout, .yes, .literal, .utc], examples: ["mark starred 12 15", "mark read before:2024 --dry-run", "mark --all-read --folder 技术 --before 1200"], run: MarkCommand.run),
        CommandSpec(
            name: "tag", operands: "+TAG|-TAG… N…|QUERY", operandKind: .words,
            summary: LocalizedText("add tags to articles, or remove them", "为文章添加或去掉标签"),
            flags: [.feed, .id, .dryRun, .timeout, .yes, .literal, .utc], examples: ["tag +稍后读 -inbox 12", "tag +sqlite title:sqlite"], run: TagCommand.run),
        CommandSpec(
            name: "delete", operands: "N…|QUERY", operandKind: .words,
            summary: LocalizedText("move articles to the bin, where undo can restore them for 30 days", "把文章移入回收站，30 天内可用 undo 恢复"),
            details: LocalizedText("Deleted articles stay deleted even if a feed still lists them. Deleting by query keeps starred articles and those that you tagged.", "即使订阅源中仍有这些文章，也不会再次入库。按查询删除时，星标文章和您加过标签的文章会保留。"),
            flags: [.feed, .id, .dryRun, .timeout, .yes, .literal, .utc], examples: ["delete 12 15", "delete 'feed:example before:2020' --dry-run"], run: DeleteCommand.run),
        CommandSpec(
            name: "undo", operands: "[N]", operandKind: .words,
            summary: LocalizedText("undo the last action", "撤销最近一次操作"),
            details: LocalizedText("Undoes marks, tags, deletions, unsubscribing, edits of subscriptions, and changes to saved searches and rules: the last 100 actions, and what was moved to the bin in the last 30 days. --list shows the actions; a number from that list undoes that action. Anything that was changed again since then stays as it is.", "包括标记、标签、删除、取消或修改的订阅、已保存的搜索和规则：最近 100 次操作，以及回收站中 30 天内的内容。--list 列出这些操作；给出其中的编号则撤销那一次操作。之后又有更改的内容保持现状。"),
            flags: [.member, .list, .dryRun, .json], examples: ["undo", "undo --list", "undo 7"], run: UndoCommand.run),
        CommandSpec(
            name: "rule", operands: "add QUERY…|list|remove N", operandKind: .words,
            summary: LocalizedText("mark, tag or hide articles as they arrive", "文章到达时自动标记、加标签或隐藏"),
            details: LocalizedText("A rule applies to articles that arrive from then on, and matches what a search for its query would find. With --dry-run nothing is changed; instead, all rules, or the one to be added, show what they would have done in the last few days. Hidden articles are found only with is:hidden. In a shared library, a rule with --mark read or --mark star marks articles only for the owner, or with --member NAME only for that member; all other rules are common.", "规则匹配此后到达的文章，含义与搜索该查询相同。加 --dry-run 时不做任何更改，只显示全部规则（或将要添加的规则）在最近几天会处理哪些文章。被隐藏的文章只能用 is:hidden 找到。在共享的库中，--mark read 和 --mark star 的规则只为所有者标记文章，加 --member NAME 时只为该成员标记；其他规则对所有成员生效。"),
            flags: [.member, .mark, .after, .dryRun, .days, .utc, .json, .jsonl], examples: ["rule add 'title:广告 OR sponsored' --mark read", "rule add folder:新闻 --mark read --after 7d", "rule add swift --mark tag:稍后读 --dry-run", "rule list", "rule --dry-run --days 3"], run: RuleCommand.run),
        CommandSpec(
            name: "send", operands: "NAME N…|add NAME KIND:ADDRESS|list|test NAME|remove NAME|log [NAME]|retry [NAME]", operandKind: .words,
            summary: LocalizedText("send articles to wallabag, Readeck, Karakeep, linkding, Instapaper or a folder of Markdown files", "把文章发送到 wallabag、Readeck、Karakeep、linkding、Instapaper 或 Markdown 文件夹"),
            details: LocalizedText("'send NAME N…' queues the articles and sends them at once; failed articles are sent again by 'alerts run', 'ingest', 'fetch' and the service. With --json, it prints what became of each article, in the form of 'send log'. 'add' defines a destination: wallabag:URL, readeck:URL, karakeep:URL, linkding:URL, instapaper, or markdown:FOLDER. --secret names the file or variable with the token; for wallabag it has the lines 'client_id: …', 'client_secret: …', 'username: …' and 'password: …', for Instapaper the last two. 'test' checks address and secret without saving anything. 'log' lists the articles, newest first. 'retry' sends failed and abandoned articles again. A rule sends articles with --mark send:NAME.", "send 名称 N… 把文章排队并立即发送；失败的由 alerts run、ingest、fetch 和服务重试。add 定义发送目标：wallabag:URL、readeck:URL、karakeep:URL、linkding:URL、instapaper 或 markdown:文件夹。--secret 指定存放令牌的文件或变量；wallabag 的文件有四行：client_id: …、client_secret: …、username: …、password: …，Instapaper 只需后两行。test 检查地址和密钥，不保存任何内容。log 列出文章，最新的在前。retry 重新发送失败和已放弃的文章。规则用 --mark send:名称 发送文章。"),
            flags: [.feed, .id, .secret, .limit, .allow, .serviceKey, .json, .utc],
            examples: ["send add links linkding:https://links.example.org --secret file:/home/me/.config/linkding-token", "send links 12 15", "send test links", "rule add 'title:swift' --mark send:links"], run: SendCommand.run),
        CommandSpec(
            name: "add", operands: "URL…", operandKind: .words,
            summary: LocalizedText("subscribe to a feed", "订阅"),
            details: LocalizedText("Takes a home page, a feed, a 'feed:' address or a bare domain; the feed is found automatically. If a page has several, the first is added and the others are listed. A local address that you enter is allowed for that feed only.", "可以是主页、订阅源、feed: 网址或域名，会自动找到其中的订阅源。网页有多个订阅源时取第一个，并列出其余的。您输入的本地网络地址只对该订阅源放行。"),
            flags: [.keepTracking, .title, .folder, .userAgent, .headers, .cookies, .auth, .proxy, .interval, .keep, .keepUnread, .keepRead, .fullText, .replies, .unreadOnReply, .allow, .page, .recipe, .set, .item, .link, .date, .author, .content, .next, .pages], examples: ["add example.org", "add https://example.org/feed.xml --folder 技术/博客", "add --page https://example.org/topics --item div.cell --title '.item_title a'", "add --recipe forum.json --set node=swift"], run: AddCommand.run),
        CommandSpec(
            name: "recipe", operands: "test|topic|nodes [URL|FILE]", operandKind: .words,
            summary: LocalizedText("show what a recipe finds on a page without a feed, on the page of a topic, or in a site's list of nodes", "显示配方在没有订阅源的网页、主题页面或网站的节点列表中找到的内容"),
            details: LocalizedText("The recipe is a file (--recipe) or flags, as for 'add --page'. Nothing is stored. --base gives the address of a stored page.", "配方来自文件（--recipe）或选项，与 add --page 相同。不存储任何内容。--base 指定已保存网页的来源网址。"),
            flags: [.recipe, .set, .item, .title, .link, .date, .author, .content, .next, .pages, .base, .userAgent, .headers, .cookies, .auth, .proxy, .allow, .json], examples: ["recipe test https://example.org/topics --recipe topics.json", "recipe topic https://example.org/t/1 --recipe topics.json", "recipe nodes --recipe topics.json", "recipe test --recipe forum.json --set node=swift"], run: RecipeCommand.run),
        CommandSpec(
            name: "fetch", operands: "[FEED…]", operandKind: .words,
            summary: LocalizedText("refresh all feeds, or those named by address or title", "更新全部订阅源，或按网址、标题指定的订阅源"),
            details: LocalizedText("A feed that asks for a pause is not fetched until it ends; a feed that is gone (410) or paused is fetched only if it is named. Ctrl-C keeps everything received so far. The exit status is 2 if no feed could be fetched; with --strict, if any failed. With --every, SIGHUP reads the configuration again and fetches at once; SIGTERM and Ctrl-C stop it.", "要求暂缓的订阅源会按其要求等待；已停止（410）或已暂停的只有指定时才会获取。按 Ctrl-C 会保留已收到的内容。全部失败时退出状态为 2；加 --strict 时，只要有失败就为 2。使用 --every 时，SIGHUP 重新读取配置并立即获取，SIGTERM 和 Ctrl-C 结束运行。"),
            flags: [.keepTracking, .defaultKeep, .defaultKeepUnread, .defaultKeepRead, .due, .every, .alertAfter, .noIcons, .allow, .backfill, .strict, .json], examples: ["fetch", "fetch https://example.org/feed.xml", "fetch --every 15m"], run: FetchCommand.run),
        CommandSpec(
            name: "feeds", operands: "[WORD…]", operandKind: .words,
            summary: LocalizedText("list the subscriptions, all or only those with the given words, with folders and counts", "列出订阅源（或包含这些词的），以及文件夹和数量"),
            details: LocalizedText("--all adds the options of each subscription, as flags of 'edit', and feeds that are not subscribed. --sort takes 'unread', 'title', 'hand' (manual order), 'added', 'newest' or 'failing'. --format takes %t title, %u address, %c unread, %C articles, %p folders, %s state.", "--all 还会显示每个订阅的选项（写成 edit 的选项）以及未订阅的源。--sort 可用：unread（未读数）、title（标题）、hand（手动顺序）、added（添加日期）、newest（最新文章）、failing（失败次数）。--format 可用：%t 标题、%u 网址、%c 未读、%C 文章数、%p 文件夹、%s 状态。"),
            flags: [.member, .all, .failing, .silent, .folders, .unread, .sort, .suggest, .format, .nul, .json, .jsonl], examples: ["feeds --unread --sort unread", "feeds --folders --sort hand", "feeds --silent 30d", "feeds --suggest"], isReading: true, run: FeedsCommand.run),
        CommandSpec(
            name: "edit", operands: "FEED|--each WORD…|--in FOLDER", operandKind: .words,
            summary: LocalizedText("change a subscription: its title and folder, how (or whether) it is fetched, and which articles are kept", "更改订阅：标题和文件夹、抓取方式（或暂停抓取），以及保留哪些文章"),
            details: LocalizedText("Passwords, headers and cookies are kept in a file or in the environment, never on the command line and never in the database; they are sent only to the feed's own site, not to a site that it redirects to.", "密码、请求头和 Cookie 存放在文件或环境变量中，不会出现在命令行或数据库里；它们只发送给订阅源自己的网站，不会随重定向发往别处。"),
            flags: [.each, .in, .rename, .move, .dryRun, .title, .folder, .pause, .resume, .userAgent, .headers, .cookies, .auth, .proxy, .interval, .keep, .keepUnread, .keepRead, .fullText, .replies, .unreadOnReply], examples: ["edit --in 新闻 --pause", "edit --in 新闻 --rename 归档/新闻", "edit example.org/feed --move first", "edit --each example.org --interval 6h --dry-run", "edit https://example.org/feed --title '我的博客' --folder 技术/博客"], run: EditCommand.run),
        CommandSpec(
            name: "remove", operands: "FEED…", operandKind: .words,
            summary: LocalizedText("unsubscribe; the articles are kept", "退订；文章保留"),
            flags: [.articles], examples: ["remove https://example.org/feed --articles"], run: RemoveCommand.run),
        CommandSpec(
            name: "save", operands: "NAME QUERY…", operandKind: .words,
            summary: LocalizedText("save a query under a name, and be notified of new matches", "以名称保存查询，并可在有新匹配时通知"),
            details: LocalizedText("With --notify, each new or edited article that matches the whole query is reported once. The first articles of a feed are not reported. If a search is saved again without --notify, it keeps its channel. With --when, a message is sent when the number of articles meets a condition; --dry-run shows when it would have been met in the last 365 days, and saves nothing. --from reads files as in queries/examples, a folder of them, or JSON lines as printed by 'saved --jsonl'.", "使用 --notify 后，每篇满足整个查询的新文章或更新过的文章会通知一次；订阅源首次导入的文章不算新文章。再次保存而不写 --notify 时保留原来的通道。使用 --when 后，文章数量满足条件时才通知；--dry-run 显示最近 365 天何时会通知，而不保存。--from 读取 queries/examples 那样的文件、其文件夹，或 saved --jsonl 输出的 JSON Lines。"),
            flags: [.replace, .yes, .notify, .digest, .quietHours, .secret, .signature, .headers, .template, .contentType, .each, .together, .when, .dryRun, .tint, .comment, .from, .timeout, .json, .literal, .utc],
            examples: ["save 搜索引擎 '全文搜索 OR sqlite'", "save sqlite 'title:sqlite' --notify webhook:https://example.org/hook --secret env:HOOK_SECRET", "save news 'is:unread release' --notify mail:me@example.org --digest 'daily 08:00'", "save tea '茶 OR tea' --notify telegram:-1001234567890 --secret env:TELEGRAM_TOKEN --each", "save outage 'outage OR 故障' --notify ntfy:https://ntfy.sh/my-topic --when 'count > 3x usual in 1d' --dry-run", "save sqlite 'title:sqlite' --tint blue", "save --from queries/examples"], run: SaveCommand.run),
        CommandSpec(
            name: "saved", operands: "[NAME]", operandKind: .words, summary: LocalizedText("list the saved searches, or print one as a feed", "列出已保存的搜索，或把其中一个输出为订阅源"),
            details: LocalizedText("With --to, prints the newest 100 articles of the search NAME as Atom or JSON Feed, its digests of the last 14 days as Atom ('digests'), or the articles of the last days as an EPUB book (--days). With --plot, shows the number of its articles over time, with the threshold and the alerts of its condition.", "使用 --to 时，把搜索 NAME 的最新 100 篇文章以 Atom 或 JSON Feed 输出到标准输出，或输出最近 14 天的每日摘要（digests，Atom）、最近几天文章的 EPUB 书（--days）。使用 --plot 时，显示文章数量随时间的变化，以及条件的阈值和通知。"),
            flags: [.member, .to, .days, .plot, .by, .csv, .timeout, .json, .jsonl, .utc], examples: ["saved tea --to epub --days 30 > tea.epub", "saved --jsonl > searches.jsonl", "saved sqlite --to atom > sqlite.atom", "saved sqlite --plot --by week"], isReading: true, run: SavedCommand.run),
        CommandSpec(
            name: "unsave", operands: "NAME", operandKind: .words,
            summary: LocalizedText("delete a saved search and its alerts", "删除已保存的搜索及其通知"), run: UnsaveCommand.run),
        CommandSpec(
            name: "alerts", operands: "[run|log|retry|test|confirm] [NAME]", operandKind: .words,
            summary: LocalizedText("deliver new matches of saved searches, and show the state of deliveries", "发送已保存搜索的新匹配，查看发送情况"),
            details: LocalizedText("Without arguments: the searches that send alerts, and what is waiting. 'run' delivers what is due; --follow keeps running. 'log' lists deliveries, newest first. 'retry' retries failed and abandoned deliveries at once. 'test' sends one message, regardless of digest and quiet hours. 'confirm' lists the commands, files, secrets, proxies and private addresses of searches and feeds that are in the database but were not entered on this machine, and asks whether they may take effect; --yes confirms them without asking. 'ingest' and 'fetch' deliver automatically when they finish.", "不带参数时列出会通知的搜索及等待发送的数量。run 发送到期的内容；--follow 持续运行。log 列出发送记录，最新的在前。retry 让失败或已放弃的立即重发。test 不受合并和免打扰限制，发送一条测试消息。confirm 列出数据库中不是在本机输入的命令、文件、密钥、代理和专用网络地址（包括搜索和订阅源的），并询问是否允许其生效；--yes 不再询问。ingest 和 fetch 完成后会自动发送。"),
            flags: [.follow, .limit, .yes, .allow, .alertRetry, .smtp, .smtpFrom, .smtpSecret, .serviceKey, .json, .utc],
            examples: ["alerts --follow", "alerts test sqlite", "alerts confirm", "alerts log --limit 50 --json"], run: AlertsCommand.run),
        CommandSpec(
            name: "account", operands: "add|remove|suspend|resume|password|app-password|revoke-app|mail|sessions|sign-out NAME, export NAME FILE, share|unshare OWNER NAME, members OWNER, invite, list, log, audit", operandKind: .words,
            summary: LocalizedText("manage the accounts of the service", "管理可以使用服务的账户"),
            details: LocalizedText("Accounts are in service.db next to the database, or on the library's server; the commands work while the service runs. With --libraries, the accounts are those of a host, and 'add' also creates the library of the account; 'remove' leaves the library, which is then not served; with --with-library, it deletes the library with everything in it, and asks for its name or takes --yes. 'add' and 'password' take the password from --password-file, from FEEDSEARCH_PASSWORD or from the terminal; a new password ends all sessions. It must have at least 8 characters, and must not be the account name or one of the most common passwords; --force accepts any. 'app-password' prints a password for one reader app, which cannot change accounts or settings; 'revoke-app' revokes it. 'mail' lists the mail addresses to which the account of a host may send alerts, '+ADDRESS' confirms one and '-ADDRESS' removes one. 'suspend' ends the sessions of an account and refuses its password, tokens and app passwords until 'resume'; on a host, its library is not refreshed meanwhile. 'resume' also cancels a removal that the account has requested on its page. 'export' writes everything in the library of an account as a ZIP archive (- is standard output): subscriptions, articles with their state, saved searches and rules. 'invite' prints a link with which one person can create an account on the web page; it expires after --expires (default: 7d, at most 90d), and begins with --base-url. With --library NAME and --role, the person also joins that library of the host, with a new or an existing account. 'invite --list' lists the valid invitations, and 'invite --revoke N' revokes one. 'share' lets account NAME use the library of account OWNER with a --role, 'unshare' ends this and removes NAME's read and starred marks and rules there, 'members' lists the accounts of the library. 'sessions' lists who is signed in, 'sign-out' ends all sessions of an account. 'log' lists sign-ins and refused credentials, newest first. 'audit' lists the changes made with this command, 'token' and 'library', and by invitations, each with the user of the machine or the account, newest first.", "账户保存在数据库旁边的 service.db 中，或在库所在的服务器上；服务运行时也可使用这些命令。使用 --libraries 时是托管模式的账户，add 还会创建该账户的库；remove 保留库，但不再提供服务；加 --with-library 则删除库中的全部内容，需要输入库名或加 --yes。add 和 password 从 --password-file、FEEDSEARCH_PASSWORD 或终端读取密码；更改密码会结束该账户的全部会话。新密码至少 8 个字符，不能是账户名或最常见的密码；--force 则不作要求。app-password 输出一个供阅读应用使用的密码，它不能更改账户和设置；revoke-app 撤销它。mail 列出托管账户可向其发送提醒的邮件地址，“+地址”确认一个，“-地址”移除一个。suspend 结束某账户的会话，并拒绝其密码、令牌和应用密码，直到 resume；托管模式下期间不刷新其库。resume 也会取消该账户在网页上申请的删除。export 把某账户的库的全部内容写成 ZIP 归档（- 表示标准输出）：订阅源、文章及其状态、已保存的搜索和规则。invite 输出一个链接，收到的人可在网页上创建一个账户；链接在 --expires（默认 7d，最多 90d）后失效，以 --base-url 开头。加上 --library NAME 和 --role，收到的人还会加入该库，可用新账户或已有账户。invite --list 列出有效的邀请，invite --revoke N 撤销一个。share 让账户 NAME 以 --role 的身份使用账户 OWNER 的库；unshare 结束共享，并删除 NAME 在其中的已读和星标状态及规则；members 列出该库的账户。sessions 列出已登录的会话，sign-out 结束某账户的全部会话。log 列出登录和被拒绝的凭据，最新的在前。audit 列出用此命令、token 和 library 以及通过邀请所做的更改及执行者（本机用户或账户），最新的在前。"),
            flags: [.passwordFile, .force, .label, .fever, .expires, .baseURL, .list, .revoke, .role, .library, .withLibrary, .libraries, .serviceKey, .limit, .yes, .json, .utc],
            examples: ["account add anna", "account add anna --libraries ~/libraries", "account add anna --password-file secret.txt", "account app-password anna --label phone", "account revoke-app anna phone", "account suspend anna", "account export anna anna.zip", "account share anna ben --role editor --libraries ~/libraries", "account invite --expires 3d --base-url https://feeds.example.org", "account mail anna +anna@example.org", "account list --json"], run: AccountCommand.run),
        CommandSpec(
            name: "token", operands: "create|revoke NAME, list", operandKind: .words,
            summary: LocalizedText("create and revoke tokens for the service's API", "创建和撤销服务 API 的令牌"),
            details: LocalizedText("'create' prints only the token; it is not shown again. With --libraries, --account names the account whose library the token is for, and --library another library that this account may use; a token without an account can only read the metrics of the host. A running service refuses a revoked token from the next request on.", "create 只输出令牌本身，且只显示这一次。使用 --libraries 时，--account 指定令牌所属的账户；不属于任何账户的令牌只能读取托管服务的指标。令牌撤销后，正在运行的服务从下一个请求起就会拒绝它。"),
            flags: [.scope, .expires, .libraries, .account, .library, .serviceKey, .json, .utc],
            examples: ["token create backup --scope read --expires 90d", "token revoke backup", "token list"], run: TokenCommand.run),
        CommandSpec(
            name: "serve",
            summary: LocalizedText("run the HTTP service: the web reader, and an API to search, read and write from other programs", "提供 HTTP 服务：供其他程序搜索、阅读和写入"),
            details: LocalizedText("Due feeds are refreshed and alerts delivered while the service runs; other commands can use the same database at the same time. While there are no accounts, only this machine is served, and a one-time key is printed; use it in a browser to create the first account. With --libraries, each account has a library of its own, which 'account add NAME --libraries ...' creates; there is no one-time key. SIGHUP reloads the configuration and the certificate; invalid ones are ignored and the old ones stay in use. SIGTERM ends the service within 10 seconds, a second SIGTERM at once.", "期间会刷新到期的订阅源并投递提醒；其他命令可以同时使用同一个数据库。没有账户时只服务本机，并给出一个只能使用一次的密钥，用它在浏览器中创建第一个账户。使用 --libraries 时，每个账户有自己的库，由“account add 名称 --libraries …”创建，没有一次性密钥。SIGHUP 重新读取配置和证书，新的有误时保留旧的；SIGTERM 在 10 秒内结束服务，再次收到则立即结束。"),
            flags: [.keepTracking, .defaultKeep, .defaultKeepUnread, .defaultKeepRead, .listen, .baseURL, .tlsCert, .tlsKey, .trustedProxies, .readers, .cacheMB, .maxConnections, .maxConnectionsPerAddress, .libraries, .maxLibraries, .maxServerConnections, .sharedMB, .picturesMB, .noFetch, .noIcons, .serviceKey, .json],
            examples: ["serve", "serve --libraries ~/libraries", "serve --listen 127.0.0.1:0 --no-fetch --json", "serve --listen unix:/run/feedsearch/socket"], run: ServeCommand.run),
        CommandSpec(
            name: "mcp",
            summary: LocalizedText("let an assistant search and read (Model Context Protocol on standard input and output)", "供智能助手搜索和阅读（通过标准输入和输出使用模型上下文协议 MCP）"),
            details: LocalizedText("An assistant such as Claude Desktop, Claude Code or VS Code starts it; docs/assistants.md shows the settings. It offers tools to search, read, verify quotations, count matches and list changes. Nothing is sent anywhere: the assistant receives what it asks for. Without --write it only reads. The running service offers the same at /mcp.", "由 Claude Desktop、Claude Code、VS Code 等智能助手启动，设置方法见 docs/assistants.md。它提供搜索、阅读、核对引文、统计和列出变化的工具。它不向任何地方发送数据，只回答助手的请求。没有 --write 时只读取。运行中的服务在 /mcp 提供同样的功能。"),
            flags: [.write, .readers, .cacheMB], examples: ["mcp", "mcp --write"], run: AssistantCommand.run),
        CommandSpec(
            name: "desktop", operands: "[open [QUERY…]]", operandKind: .words,
            summary: LocalizedText("answer desktop searches from GNOME Shell and KRunner, over D-Bus", "响应桌面搜索：GNOME Shell 和 KRunner（D-Bus）"),
            details: LocalizedText("The session bus starts it for a search, and it ends a minute after the last one; there is no need to run it by hand. It only reads. 'open' shows a search, or the unread articles, in the web reader or as a page in the browser.", "由会话总线在搜索时启动，最后一次请求一分钟后结束，无需手动运行。它只读取数据。open 在网页阅读器中或以浏览器页面显示搜索结果，不带查询时显示未读文章。"),
            flags: [.reader, .idle], examples: ["desktop", "desktop open 全文搜索"], run: DesktopCommand.run),
        CommandSpec(
            name: "stats", summary: LocalizedText("show how much is stored", "显示数据库统计"),
            flags: [.json, .utc], isReading: true, run: StatsCommand.run),
        CommandSpec(
            name: "check", summary: LocalizedText("check that the store and the index agree", "检查数据与索引是否一致"),
            details: LocalizedText("Checks a snapshot in the folder for temporary files (TMPDIR), so that other commands can continue and nothing is changed. If there is not enough space for the snapshot, commands that write wait until the check ends.", "检查的是某一时刻的副本，存放在临时文件夹（TMPDIR）中，因此不影响其他命令，也不作任何改动。空间不足以存放副本时，写入的命令要等到检查结束。"),
            flags: [.json], run: CheckCommand.run),
        CommandSpec(
            name: "reindex", summary: LocalizedText("rebuild the index from the stored texts", "根据已存文章重建索引"), run: ReindexCommand.run),
        CommandSpec(
            name: "optimize", summary: LocalizedText("merge the index into one piece and free space", "合并索引并释放空间"), run: OptimizeCommand.run),
        CommandSpec(
            name: "backup", operands: "FILE", operandKind: .files,
            summary: LocalizedText("back up the database as a complete snapshot", "备份数据库（某一时刻的完整副本）"),
            details: LocalizedText("The copy is read back and checked, as 'check' does, before it is named FILE; if the database is damaged, the backup is refused and an existing FILE is kept. Other processes may continue to write.", "副本先读回并检查（同 check），然后才命名为 FILE；数据库已损坏时拒绝备份，原有文件保持不变。其他进程可以继续写入。"),
            flags: [.yes], examples: ["backup feedsearch-2024-05-06.db"], run: BackupCommand.run),
        CommandSpec(
            name: "restore", operands: "FILE", operandKind: .files,
            summary: LocalizedText("replace the database with a backup", "用备份替换数据库"),
            details: LocalizedText("A checked copy of FILE replaces the database in one step; a damaged backup is refused, and the database is kept. No other process may have the database open. A database that cannot be read is kept next to it, with .damaged added to its name.", "FILE 的副本通过检查后一步替换数据库；备份已损坏时拒绝恢复，数据库保持不变。此时其他进程不能打开该数据库。无法读取的原数据库会保留在旁边，名字后加 .damaged。"),
            flags: [.yes], run: RestoreCommand.run),
        CommandSpec(
            name: "copy", operands: "FROM TO", operandKind: .files,
            summary: LocalizedText("copy a whole library to another file or server", "把整个库复制到另一个文件或服务器"),
            details: LocalizedText("FROM and TO are each a file or postgresql://HOST/DATABASE[?library=NAME]; TO must not exist yet, or be empty, or be an interrupted copy: run the command again to continue it. Everything stored is copied: articles with their numbers and state, feeds, folders, tags, rules, saved searches, waiting alerts, the history, the bin and the undo data. Every row is compared with the source, then the index is rebuilt; until then, nobody else can use TO, and if it is a file, it is named TO.copying. Accounts and secrets are not copied. Other processes may continue to write to FROM.", "FROM 和 TO 可以是文件，也可以是 postgresql://主机/数据库[?library=名称]；TO 必须尚不存在、为空，或者是中途停止的复制：再次运行同一命令即可继续。复制库中的全部内容：文章（编号和状态不变）、订阅源、文件夹、标签、规则、已保存的搜索、待发送的提醒、历史、回收站，以及可用 undo 撤销的操作。每一行都与来源比较，然后重建索引；在此之前他人无法使用 TO，文件名为 TO.copying。账户和密钥留在原处。其他进程可以继续写入 FROM。"),
            examples: ["copy feeds.db postgresql://db.example.org/feeds", "copy postgresql://db.example.org/feeds feeds.db"],
            run: CopyCommand.run),
        CommandSpec(
            name: "library", operands: "list [FOLDER|ADDRESS]|create NAME|rename NAME NEW-NAME|remove NAME|move NAME PLACE|members [remove NAME]", operandKind: .words,
            summary: LocalizedText("list, create, rename and remove the libraries of a database on a server, and move those of a host", "列出、创建、重命名和删除服务器数据库中的库，移动托管的库"),
            details: LocalizedText("A database on a PostgreSQL server can have any number of libraries that share nothing; --db postgresql://HOST/DATABASE?library=NAME names one, and without a name it is 'main'. A name has 1 to 64 of the characters a-z, 0-9, '.', '_' and '-'. Only 'main' is created by the first command that writes; all others by 'create', so that a misspelt name creates nothing. 'list' shows articles, size and last use of the libraries of --db or ADDRESS, or of the *.db files in FOLDER; with --libraries, those of a host with their accounts; a size on a server is the library's share of the database, by its articles. 'rename' does not disturb programs that have the library open; with --libraries, it changes the name of a library of the host, whose place, accounts and credentials do not change. 'remove' removes everything in the library, which cannot be undone, and asks for its name or takes --yes; if it is interrupted, the library stays closed, and the same command continues; with --libraries, it removes a library of the host that belongs to no account. 'move' moves a library of the host that --libraries names, while it is in use, to PLACE: a path, or postgresql://HOST/DATABASE?library=NAME. Writers wait for at most two seconds. If it is interrupted, the library is in one place, and the same command continues. 'members' lists the members of the library of --db with their unread articles, and 'members remove' removes a member's read and starred marks and rules; the service keeps this list up to date. With --member NAME, commands such as 'list', 'mark' and 'export' use a member's state.", "一个 PostgreSQL 数据库可以有任意多个互不相干的库；--db postgresql://主机/数据库?library=名称 指定其中一个，不写名称时为 main。名称为 1 到 64 个字符，只能是 a-z、0-9、“.”、“_”和“-”。只有 main 会由第一个写入的命令创建，其他的都要用 create 创建，因此写错名称不会产生新库。list 显示 --db 或 ADDRESS 的各个库（或文件夹 FOLDER 中各个 *.db 文件，或使用 --libraries 时托管的库及其账户）的文章数、大小和最近使用时间；服务器上的大小是按文章数分摊的。rename 不影响正在使用该库的程序；使用 --libraries 时更改托管中库的名称，其位置、账户和凭据不变。remove 删除库中的全部内容，无法撤销，需要输入库名或加 --yes；中途停止时该库保持关闭，再次运行同一命令即可继续；使用 --libraries 时删除托管中不属于任何账户的库。move 将 --libraries 所指托管中的库移到 PLACE（路径，或 postgresql://主机/数据库?library=名称），移动期间可照常使用，写入最多等待两秒；中途停止时库只在一处，再次运行同一命令即可继续。members 列出 --db 库的成员及其未读数，members remove 删除某成员的已读和星标状态及规则；这份名单由服务维护。list、mark、export 等命令加 --member 名称 即使用该成员的状态。"),
            flags: [.libraries, .serviceKey, .yes, .json, .utc],
            examples: ["library list --libraries ~/libraries", "library list --db postgresql://db.example.org/feeds", "library create work --db postgresql://db.example.org/feeds", "--db 'postgresql://db.example.org/feeds?library=work' ingest feeds/", "library move anna 'postgresql://db.example.org/feeds?library=anna' --libraries ~/libraries", "library remove work --db postgresql://db.example.org/feeds", "library list ~/libraries --json", "library members", "list is:unread --member anna"],
            run: LibraryCommand.run),
        CommandSpec(
            name: "tokens", operands: "[TEXT…]", operandKind: .words,
            summary: LocalizedText("print the tokens of a text, as JSON lines", "输出文本切分出的词元（JSON Lines）"),
            details: LocalizedText("Without arguments, the text is read from standard input. Ranges are given in UTF-8 bytes.", "没有参数时从标准输入读取文本。范围以 UTF-8 字节计。"),
            flags: [.lang, .pairs], examples: ["tokens 全文搜索引擎", "tokens --lang de Häuser", "tokens --pairs the web page"], run: TokensCommand.run),
        CommandSpec(
            name: "text", operands: "[FILE]", operandKind: .files,
            summary: LocalizedText("convert HTML to the plain text that is indexed", "把 HTML 转成被索引的纯文本"),
            details: LocalizedText("With --jsonl, each line {\"id\",\"payload\"} on standard input is answered with a line {\"id\",\"output\"}.", "使用 --jsonl 时，标准输入每行 {\"id\",\"payload\"} 对应输出一行 {\"id\",\"output\"}。"),
            flags: [.jsonl], examples: ["text page.html"], run: TextCommand.run),
        CommandSpec(
            name: "sanitize", operands: "[FILE]", operandKind: .files,
            summary: LocalizedText("print sanitized HTML that is safe to show", "输出可以安全显示的 HTML"),
            details: LocalizedText("With --jsonl, each line {\"id\",\"payload\"} on standard input is answered with a line {\"id\",\"output\"}.", "使用 --jsonl 时，标准输入每行 {\"id\",\"payload\"} 对应输出一行 {\"id\",\"output\"}。"),
            flags: [.base, .jsonl], examples: ["sanitize --base https://example.org/ page.html"], run: SanitizeCommand.run),
        CommandSpec(
            name: "discover", operands: "URL", operandKind: .words,
            summary: LocalizedText("find the feeds at an address, or those that a stored page links to", "查找网址背后的订阅源，或已保存网页提到的订阅源"),
            flags: [.file, .base, .allow, .json], examples: ["discover --file page.html --base https://example.org/ --json"], run: DiscoverCommand.run),
        CommandSpec(
            name: "parse", operands: "[FILE…]", operandKind: .files,
            summary: LocalizedText("show the contents of feed documents, or print them in the neutral JSON format", "显示订阅源文件的内容，或以中立的 JSON 形式输出"),
            details: LocalizedText("Prints title, format and number of items, then date, title and address of each item; repairs are reported on standard error, and a document that is not a feed makes the exit status 2. --json prints everything that is known, one line per document. With --jsonl, paths or objects {\"file\",\"base\",\"content_type\",\"content_language\"} are read from standard input, one per line, and each is answered at once with one line. In JSON, a document that is not a feed has the format \"unknown\"; with --strict it makes the exit status 2, like a damaged one.", "先列出标题、格式和条目数，再列出每个条目的日期、标题和网址；修复过的问题写到标准错误，不是订阅源的文件使退出状态为 2。--json 输出全部内容，每个文件一行。使用 --jsonl 时从标准输入逐行读取路径或对象 {\"file\",\"base\",\"content_type\",\"content_language\"}，每行立即输出一行回答。在 JSON 中，不是订阅源的文件 format 为 \"unknown\"；加 --strict 时，这类文件和损坏的文件会使退出状态为 2。"),
            flags: [.json, .jsonl, .base, .strict, .utc], examples: ["parse feed.xml", "parse --json feed.xml", "parse --jsonl < paths"], run: ParseCommand.run),
        CommandSpec(
            name: "convert", operands: "[FILE]", operandKind: .files,
            summary: LocalizedText("convert a feed document to another format", "把订阅源文件转换成另一种格式"),
            flags: [.to, .base], examples: ["convert --to jsonfeed feed.xml"], run: ConvertCommand.run),
        CommandSpec(
            name: "opml", operands: "[FILE]", operandKind: .files,
            summary: LocalizedText("print an OPML file in the neutral JSON format", "以中立的 JSON 形式输出 OPML 文件"),
            details: LocalizedText("With --jsonl, paths are read from standard input, one per line, and each is answered with one line.", "使用 --jsonl 时从标准输入逐行读取路径，每个路径输出一行。"),
            flags: [.json, .jsonl], examples: ["opml subscriptions.opml"], run: OPMLCommand.run),
        CommandSpec(
            name: "generate", operands: "man|bash|zsh|fish", operandKind: .words,
            summary: LocalizedText("print the manual page or shell completions", "生成手册页或某个 shell 的补全脚本"),
            examples: ["generate man > feedsearch.1"], run: GenerateCommand.run),
    ]

    /// Example command lines shown at the top of `--help`.
    static let firstExamples = ["关键词", "rust async -tokio --sort newest", "'\"全文搜索\" title:sqlite date:2024'"]

    /// The syntax of the query language, one row for each construct.
    // swift-format-ignore
    static let queryLanguage: [(syntax: String, meaning: LocalizedText)] = [
        ("全文搜索 engine", LocalizedText("all the words; Chinese, Japanese and Thai need no spaces", "包含全部词；中文、日文、泰文不需要空格")),
        ("\"exact phrase\"", LocalizedText("exactly these words in this order; curly quotes (“ ”) work too", "按原样连续出现；也可用弯引号（“ ”）")),
        ("-word, NOT word", LocalizedText("without this word", "不含该词")),
        ("a OR b, a | b, (a b)", LocalizedText("either of them; group with parentheses", "任意一个；括号用于分组")),
        ("prefix*", LocalizedText("words that begin with this", "以此开头的词")),
        ("title: body: author: feed:", LocalizedText("only in that field; also folder: tag: url: lang:", "只在该字段中；还有 folder: tag: url: lang:")),
        ("is:unread", LocalizedText("also is:read is:starred is:tagged is:opened is:hidden is:reply, has:enclosure has:image; parent:12: replies to article 12", "还有 is:read is:starred is:tagged is:opened is:hidden is:reply、has:enclosure has:image；parent:12：文章 12 的回复")),
        ("date:2024-01..2024-03", LocalizedText("publication date; also date:7d, after:2024, before:2024-06; received: uses the arrival date, opened: the date of your last visit", "发布日期；也可写 date:7d、after:2024、before:2024-06；received: 按收到的时间，opened: 按最近打开的时间")),
        ("a NEAR/5 b", LocalizedText("at most five words apart", "相隔不超过五个词")),
    ]

    static func named(_ name: String) -> CommandSpec? { commands.first { $0.name == name } }
}
