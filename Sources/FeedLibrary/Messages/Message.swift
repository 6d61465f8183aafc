internal import Alerting
internal import FeedFetching

/// Every message of the program, in every language: one table. The names of its cases are the codes of errors.
public enum Message: String, CaseIterable, Sendable {
    case unknownFlag, unknownFlagNear, flagOfOtherCommand, missingValue, unexpectedValue, notANumber, notAChoice
    case missingOperand, unexpectedOperand, emptyQuery, linesFromTerminal, cannotRead, cannotWrite
    case cannotWriteOutput, badRequestLine, notAFeed, malformedFeed, configNoEquals, configUnknownKey
    case configUnknownKeyNear, configBadValue, synonymsTooFew, synonymsTooMany, hint, nothingFound, relaxed, looser
    case moreHits, untitled, foldedHits, badRequestMember, batchRequestHint, queryHint, noDatabase, notOurDatabase
    case newerDatabase, indexing, indexingProgress, olderDatabase, lockedDatabase, holderKnown, holderUnknown
    case fullDisk, readOnlyDatabase, damagedDatabase, foreignObject, changedObject, missingObject, movedDatabase
    case cannotOpenDatabase, noSuchArticle, noSuchFeed, noSuchSavedSearch, unknownTag, unknownLanguage
    case unknownFolder, unknownFeedName, unknownScope, nearestName, badCursor, badPattern, databaseFailed
    case costlyPattern, cancelled, deadlineExceeded, badTimeout, patternFailedOn, ruleFailedOn, searchFailedOn
    case searchPreviewFailed, wouldChange, needsYes, askMany, changedArticles, openNeedsNumbers, noWebAddress
    case cannotOpenBrowser, feedCounts, feedPaused, removedFeed, editedFeed, nothingToEdit, savedSearch, done
    case checkPassed, checkFailed, fileExists, databaseExists, backedUp, restored, statsPath, statsArticles
    case statsUnread, statsStarred, statsFeeds, statsSaved, statsSize, statsIndexSize, statsOldest, statsNewest
    case ingestFromTerminal, ingestProgress, ingested, refused, refusedMore, imported, exportTitle, notAnAddress
    case addedFeed, presentFeed, importedArticles, notOPML, unusableAddress, foldersTooDeep, tooManyFeeds
    case unreadablePart, unsafePath, specialFile, partTooLarge, noOPMLInside, databaseIsFolder, didYouMean
    case explainQuery, explainTokens, explainMatch, explainFilter, explainTerm, explainScore, scoreGrams, scoreExact
    case scoreCharacters, scoreNeighbours, scoreWindow, scoreRecency, facetFeeds, facetFolders, facetMonths
    case facetLanguages, facetMore, liveWaits, notValidJSONFeed, noDocument, documentIsNoFeed, badInterval
    case badAllowance, fetchProgress, fetchSummary, fetchOffline, fetchStopped, fetchRoundFailed, ingestStopped
    case badChannel, badDigest, badQuietHours, badAlertSecret, badSignature, badSearchFile, searchPreview
    case searchReachesNothing, searchReachesEverything, searchesSaved, channelNeedsAddress, alertsStatus, alertsNone
    case alertsDelivered, alertsBusy, alertsFailed, alertsRetried, alertTested, alertTestFailed, alertNotSet
    case alertsUnknownWord, confirmNothing, confirmed, confirmAsk, confirmNeedsYes, confirmNowhere
    case confirmUnwritable, confirmForeign, confirmTrouble, alertUnconfirmed, feedUnconfirmed, unconfirmedMore
    case feedWaits, alertWaits, badAlertRetry, alertsFollow, noAtomHere, alertWaiting, alertDelivered, alertDead
    case fetchNoFeeds, fetchFailures, feedFailing, feedFailingOnce, feedGone, addedUnread, noFeedBehind, alsoFound
    case badRecipe, pageProblem, pageItems, pageNext, fetchMoved, addedFeedNamed, secretsStayHome, secretReadable
    case secretUnreadable, secretTyped, badSecret, passwordInAddress, secretInAddress, badUserAgent, badProxy
    case badFeedInterval, badKeep, fetchAlert, fetchRemoved, feedTold, suggestIntro, folderCounts, noSuchFolder
    case badBefore, allMarkedRead, deleted, keptStarred, binEmpty, binLine, binLineOld, undone, undoneOld
    case noSuchRemoval, ruleAdded, ruleRemoved, noSuchRule, badRuleAction, ruleWantsMark, ruleLine, ruleBroken
    case ruleWould, ruleNumberWanted, favouritesTitle, importProgress, itemCount, undated, feedRemark, notAFile
    case emptyDatabase, unfinishedDatabase, sameFile, copyUnderWay, copyRefused, copyDiffers, keptDamaged
}

extension Message {
    // A table reads best as one.
    // swift-format-ignore
    public var localized: LocalizedText {
        switch self {
        // Words and flags
        case .unknownFlag: LocalizedText("there is no flag {1}: 'feedsearch --help' lists them; a word that begins with -- goes after a lone --", "没有 {1} 这个选项：用 feedsearch --help 查看全部选项；以 -- 开头的词请放在单独的 -- 之后")
        case .unknownFlagNear: LocalizedText("there is no flag {1}: did you mean {2}?", "没有 {1} 这个选项：是不是 {2}？")
        case .flagOfOtherCommand: LocalizedText("'{1}' does not take {2}: see 'feedsearch {1} --help'", "“{1}”没有 {2} 这个选项：请看 feedsearch {1} --help")
        case .missingValue: LocalizedText("{1} needs a value: {1} {2}", "{1} 需要一个值：{1} {2}")
        case .unexpectedValue: LocalizedText("{1} takes no value: leave out what follows the =", "{1} 不带值：请去掉等号及其后的内容")
        case .notANumber: LocalizedText("{1}: '{2}' is not a whole number from {3} to {4}", "{1}：“{2}”不是 {3} 到 {4} 之间的整数")
        case .notAChoice: LocalizedText("{1}: '{2}' is none of {3}", "{1}：“{2}”不是可选值 {3} 之一")
        case .missingOperand: LocalizedText("'{1}' needs more: feedsearch {1} {2}", "“{1}”还缺少参数：feedsearch {1} {2}")
        case .unexpectedOperand: LocalizedText("'{1}' cannot do anything with '{2}': see 'feedsearch {1} --help'", "“{1}”不需要“{2}”：请看 feedsearch {1} --help")
        case .emptyQuery: LocalizedText("there is nothing to search for: try 'feedsearch 关键词', or 'feedsearch --help'", "没有要搜索的内容：试试 feedsearch 关键词，或 feedsearch --help")
        case .linesFromTerminal: LocalizedText("{1} --jsonl reads requests from standard input, one a line, and that is a terminal: pipe a file into it (feedsearch {1} --jsonl < requests.jsonl)", "{1} --jsonl 从标准输入逐行读取请求，而现在的标准输入是终端：请用管道或重定向输入（feedsearch {1} --jsonl < requests.jsonl）")
        // Files and output
        case .cannotRead: LocalizedText("cannot read {1}: {2}", "无法读取 {1}：{2}")
        case .cannotWrite: LocalizedText("cannot write {1}: {2}", "无法写入 {1}：{2}")
        case .cannotWriteOutput: LocalizedText("cannot write the output: {1}", "无法写出结果：{1}")
        case .badRequestLine: LocalizedText("line {1} is not a JSON object", "第 {1} 行不是 JSON 对象")
        case .notAFeed: LocalizedText("{1} is not a feed: {2}", "{1} 不是订阅源：{2}")
        case .notValidJSONFeed: LocalizedText("{1}:{2}: {3}", "{1}:{2}：{3}")
        case .feedRemark: LocalizedText("{1}: {2}", "{1}：{2}")
        case .malformedFeed: LocalizedText("{1} is damaged; what could be read was kept: {2}", "{1} 有损坏，能读出的部分已保留：{2}")
        // Pages without a feed
        case .badRecipe: LocalizedText("the recipe cannot be used: {1}", "配方无法使用：{1}")
        case .pageProblem: LocalizedText("{1}: {2}", "{1}：{2}")
        case .pageItems: LocalizedText("{1} items read, of {2} that the selector found", "读出 {1} 条，选择器共找到 {2} 条")
        case .pageNext: LocalizedText("next page: {1}", "下一页：{1}")
        // Configuration
        case .configNoEquals: LocalizedText("{1}:{2}: '{3}' is not of the form key = value; the line is ignored", "{1}:{2}：“{3}”不是 key = value 的形式，已忽略此行")
        case .configUnknownKey: LocalizedText("{1}:{2}: there is no setting '{3}'; the line is ignored", "{1}:{2}：没有“{3}”这个设置，已忽略此行")
        case .configUnknownKeyNear: LocalizedText("{1}:{2}: there is no setting '{3}', did you mean '{4}'? The line is ignored", "{1}:{2}：没有“{3}”这个设置，是不是“{4}”？已忽略此行")
        case .configBadValue: LocalizedText("{1}:{2}: '{4}' is no value for '{3}'; the line is ignored", "{1}:{2}：“{4}”不是“{3}”的有效值，已忽略此行")
        // Searching
        case .hint: LocalizedText("hint: {1}", "提示：{1}")
        case .synonymsTooFew: LocalizedText("{1}:{2}: a line has two words or more, with commas between them; the line is ignored", "{1}:{2}：每行至少两个词，用逗号分开，已忽略此行")
        case .synonymsTooMany: LocalizedText("{1}:{2}: more than 10000 lines, 32 words or 100 characters a word; the line is ignored", "{1}:{2}：超过 10000 行、每行 32 个词或每词 100 个字符，已忽略此行")
        case .nothingFound: LocalizedText("nothing found", "没有找到")
        case .relaxed: LocalizedText("No article has all the words; these have most of them:", "没有文章包含全部词，以下文章包含其中大部分：")
        case .looser: LocalizedText("words anywhere: {1} ({2} articles)", "各词分开查找：{1}（{2} 篇）")
        case .moreHits: LocalizedText("{1} of {2} shown; the next page: --after {3}", "共 {2} 条，已显示 {1} 条；下一页：--after {3}")
        case .undated: LocalizedText("(no date)", "（无日期）")
        case .itemCount: LocalizedText("items: {1}", "{1} 个条目")
        case .untitled: LocalizedText("(untitled)", "（无标题）")
        case .didYouMean: LocalizedText("did you mean: {1}", "您是不是要找：{1}")
        case .liveWaits: LocalizedText("waiting for new matches; Ctrl-C ends it", "正在等待新的匹配文章，按 Ctrl-C 结束")
        case .explainQuery: LocalizedText("query: {1}", "查询：{1}")
        case .explainTokens: LocalizedText("tokens: {1}", "词元：{1}")
        case .explainMatch: LocalizedText("index: MATCH {1}", "索引：MATCH {1}")
        case .explainFilter: LocalizedText("filter: {1}", "过滤：{1}")
        case .explainTerm: LocalizedText("term: {1}  in {2} articles, weight {3}", "检索词：{1}  出现于 {2} 篇文章，权重 {3}")
        case .explainScore: LocalizedText("score {1} = {2}", "得分 {1} = {2}")
        case .scoreGrams: LocalizedText("words", "词")
        case .scoreExact: LocalizedText("exact form", "原形")
        case .scoreCharacters: LocalizedText("characters", "单字")
        case .scoreNeighbours: LocalizedText("neighbours", "相邻")
        case .scoreWindow: LocalizedText("closeness", "紧凑度")
        case .scoreRecency: LocalizedText("recency", "新近")
        case .facetFeeds: LocalizedText("Feeds", "订阅源")
        case .facetFolders: LocalizedText("Folders", "文件夹")
        case .facetMonths: LocalizedText("Months", "月份")
        case .facetLanguages: LocalizedText("Languages", "语言")
        case .facetMore: LocalizedText("and {1} more", "另有 {1} 项")
        case .foldedHits: LocalizedText("(+{1} alike)", "（另有 {1} 篇相似）")
        case .badRequestMember: LocalizedText("line {1}: the member '{2}' is missing or has no value of its kind", "第 {1} 行：缺少成员“{2}”，或它的值不对")
        case .batchRequestHint: LocalizedText("write one object a line: {\"id\":1,\"query\":\"…\",\"limit\":20,\"sort\":\"relevance|newest|oldest\",\"match\":\"auto|all|any\"}", "每行写一个对象：{\"id\":1,\"query\":\"…\",\"limit\":20,\"sort\":\"relevance|newest|oldest\",\"match\":\"auto|all|any\"}")
        case .queryHint: LocalizedText("change the query, or take the text literally (--literal, \"literal\":true)", "请修改查询，或按普通文字搜索（--literal，\"literal\":true）")
        // The database
        case .noDatabase: LocalizedText("there is no database {1}: ingest or add something first, or name another with --db", "数据库 {1} 不存在：请先用 ingest 或 add 添加内容，或用 --db 指定其他数据库")
        case .notOurDatabase: LocalizedText("{1} is not a database of feedsearch; it was left as it is: name another with --db", "{1} 不是 feedsearch 的数据库，未作任何改动：请用 --db 指定其他文件")
        case .newerDatabase: LocalizedText("{1} was written by a newer feedsearch (version {2}, this one knows {3}); it was left as it is: update feedsearch", "{1} 由更新版本的 feedsearch 写入（版本 {2}，本程序支持到 {3}），未作任何改动：请升级 feedsearch")
        case .olderDatabase: LocalizedText("{1} was written by an older feedsearch and must be brought up to date first: run a command that writes, such as 'feedsearch optimize'", "{1} 由旧版本的 feedsearch 写入，需要先升级：请运行一个会写入的命令，例如 feedsearch optimize")
        case .indexing: LocalizedText("searches may miss articles: {1} of {2} are indexed since the upgrade; every command that writes goes on with it, 'feedsearch optimize' finishes it", "搜索可能遗漏文章：升级后已为 {2} 篇文章中的 {1} 篇建立索引；每个会写入的命令都会继续，feedsearch optimize 可一次完成")
        case .indexingProgress: LocalizedText("articles indexed", "篇文章已建立索引")
        case .lockedDatabase: LocalizedText("{1} is locked: {2}; try again when it is done", "{1} 已被锁定：{2}；请等它完成后再试")
        case .holderKnown: LocalizedText("it is open in {1}", "正由 {1} 打开")
        case .holderUnknown: LocalizedText("another process is writing to it", "另一个进程正在写入")
        case .fullDisk: LocalizedText("the disk that holds {1} is full; nothing is lost: make room and try again", "{1} 所在的磁盘已满，已有数据没有丢失：请腾出空间后再试")
        case .readOnlyDatabase: LocalizedText("{1} cannot be written: it can be searched, but not changed", "{1} 不可写入：可以搜索，但不能修改")
        case .damagedDatabase: LocalizedText("{1} is damaged ({2}): restore a backup, or try 'feedsearch reindex'", "{1} 已损坏（{2}）：请用备份恢复，或试试 feedsearch reindex")
        case .notAFile: LocalizedText("{1} is not a file but a folder, a pipe, a socket or a device: name a file", "{1} 不是文件，而是文件夹、管道、套接字或设备：请指定一个文件")
        case .emptyDatabase: LocalizedText("{1} is an empty file, not a database: bring back a backup with 'feedsearch restore', or ingest or add something first", "{1} 是空文件，不是数据库：请用 feedsearch restore 恢复备份，或先用 ingest、add 添加内容")
        case .unfinishedDatabase: LocalizedText("{1} was left half-written by a program that died, and here it cannot be written to take that back: copy it together with {1}-journal to a folder that can be written (cp {1} {1}-journal FOLDER/), and open it there", "{1} 因程序异常退出而只写了一半，且此处不可写入，无法撤销：请把它和 {1}-journal 一起复制到可写的文件夹（cp {1} {1}-journal 文件夹/），再从那里打开")
        case .foreignObject: LocalizedText("{1} contains a {2} that feedsearch does not make, so it may do harm; it was left as it is: restore a backup", "{1} 中的 {2} 不是 feedsearch 创建的，可能有害，未作任何改动：请用备份恢复")
        case .changedObject: LocalizedText("{1} contains a {2} that is not as feedsearch makes it, so it may do harm; it was left as it is: restore a backup", "{1} 中的 {2} 与 feedsearch 创建的不同，可能有害，未作任何改动：请用备份恢复")
        case .missingObject: LocalizedText("{1} lacks the {2} of a feedsearch database; it was left as it is: restore a backup", "{1} 缺少 feedsearch 数据库应有的 {2}，未作任何改动：请用备份恢复")
        case .movedDatabase: LocalizedText("{1} was moved, deleted or replaced while it was open: what was written since is in the old file; run the command again", "{1} 在打开期间被移动、删除或替换，此后写入的内容在原来的文件里：请重新运行该命令")
        case .cannotOpenDatabase: LocalizedText("cannot open {1}: {2}", "无法打开 {1}：{2}")
        case .noSuchArticle: LocalizedText("there is no article {1}: numbers are those of hits, such as #12", "没有 {1} 这篇文章：编号就是搜索结果中的 #12")
        case .noSuchFeed: LocalizedText("there is no feed {1}: 'feedsearch feeds' lists them", "没有 {1} 这个订阅源：用 feedsearch feeds 查看全部")
        case .unknownTag: LocalizedText("no article has the tag '{1}'", "没有文章带有标签“{1}”")
        case .unknownLanguage: LocalizedText("no article is in the language '{1}'", "没有语言为“{1}”的文章")
        case .unknownFolder: LocalizedText("there is no folder '{1}': 'feedsearch feeds' lists them", "没有文件夹“{1}”：用 feedsearch feeds 查看全部")
        case .unknownFeedName: LocalizedText("there is no feed named '{1}': 'feedsearch feeds' lists them", "没有名为“{1}”的订阅源：用 feedsearch feeds 查看全部")
        case .unknownScope: LocalizedText("there is no feed or folder '{1}': 'feedsearch feeds' lists them", "没有名为“{1}”的订阅源或文件夹：用 feedsearch feeds 查看全部")
        case .nearestName: LocalizedText("{1}; did you mean '{2}'?", "{1}；您是不是要找“{2}”？")
        case .noSuchSavedSearch: LocalizedText("there is no saved search '{1}': 'feedsearch saved' lists them", "没有“{1}”这个已保存的搜索：用 feedsearch saved 查看全部")
        case .badCursor: LocalizedText("this cursor is not of this search: leave out --after", "这个游标不属于这次搜索：请去掉 --after")
        case .costlyPattern: LocalizedText("the regular expression {1} takes too much time or memory on article #{2}: write it without a repetition inside a repetition", "正则表达式 {1} 在文章 #{2} 上耗费的时间或内存过多：请避免重复中再嵌套重复")
        case .cancelled: LocalizedText("the request was cancelled", "请求已取消")
        case .deadlineExceeded: LocalizedText("the time for this request is over and it is not finished: ask for less, or allow more with --timeout (in a batch \"timeout_ms\")", "请求在规定时间内没有完成：请缩小范围，或用 --timeout（批量请求用 \"timeout_ms\"）延长时间")
        case .searchPreviewFailed: LocalizedText("the search is saved, but it could not be tried on the last 30 days: {1}", "搜索已保存，但未能在最近 30 天的文章上试运行：{1}")
        case .badTimeout: LocalizedText("“{1}” is not a length of time: say for example --timeout 500ms, 2s or 1m", "“{1}”不是有效的时长：例如 --timeout 500ms、2s、1m")
        case .patternFailedOn: LocalizedText("failing: its regular expression took longer than 50 ms on article #{1}; make it simpler", "出错：其正则表达式在文章 #{1} 上耗时超过 50 毫秒，请简化")
        case .ruleFailedOn: LocalizedText("a rule was not carried out on article #{1}, since its regular expression took longer than 50 ms; make it simpler: {2}", "有一条规则未能处理文章 #{1}：其正则表达式耗时超过 50 毫秒，请简化：{2}")
        case .searchFailedOn: LocalizedText("a saved search could not be asked of article #{1}, since its regular expression took longer than 50 ms; make it simpler: {2}", "有一个已保存的搜索未能检查文章 #{1}：其正则表达式耗时超过 50 毫秒，请简化：{2}")
        case .badPattern: LocalizedText("the regular expression {1} cannot be read: mend it, or search for words", "无法解析正则表达式 {1}：请修改，或改用普通词")
        case .databaseFailed: LocalizedText("the database failed: {1}", "数据库出错：{1}")
        // Articles and feeds
        case .wouldChange: LocalizedText("{1} articles would be changed; nothing was", "将会更改 {1} 篇文章；目前没有更改")
        case .needsYes: LocalizedText("the query matches {1} articles: look at them with --dry-run, then repeat with --yes", "查询匹配 {1} 篇文章：先用 --dry-run 查看，再加上 --yes 执行")
        case .askMany: LocalizedText("Change {1} articles? [y/N]", "要更改 {1} 篇文章吗？[y/N]")
        case .changedArticles: LocalizedText("{1} of {2} articles changed", "{2} 篇文章中更改了 {1} 篇")
        case .openNeedsNumbers: LocalizedText("open takes numbers of articles, such as #12", "open 需要文章编号，例如 #12")
        case .noWebAddress: LocalizedText("article {1} has no http or https address to open", "文章 {1} 没有可以打开的 http 或 https 网址")
        case .cannotOpenBrowser: LocalizedText("cannot start {1}: {2}; set BROWSER to your browser", "无法启动 {1}：{2}；请用环境变量 BROWSER 指定浏览器")
        case .feedCounts: LocalizedText("{1} unread of {2}", "未读 {1} / 共 {2}")
        case .feedPaused: LocalizedText("paused", "已暂停")
        case .removedFeed: LocalizedText("unsubscribed from {1}; its articles stay", "已退订 {1}，文章保留")
        case .editedFeed: LocalizedText("{1} changed", "已更改 {1}")
        case .nothingToEdit: LocalizedText("there is nothing to change: 'feedsearch edit --help' lists what can be", "没有要更改的内容：可更改的项目见 feedsearch edit --help")
        case .savedSearch: LocalizedText("saved '{1}': {2}", "已保存“{1}”：{2}")
        // Care of the database
        case .done: LocalizedText("done", "完成")
        case .checkPassed: LocalizedText("store and index agree: {1} articles of {2} feeds", "数据与索引一致：{2} 个订阅源，{1} 篇文章")
        case .checkFailed: LocalizedText("{1} problems were found: 'feedsearch reindex' makes the index anew, 'feedsearch restore' brings back a backup", "发现 {1} 个问题：用 feedsearch reindex 重建索引，或用 feedsearch restore 恢复备份")
        case .fileExists: LocalizedText("{1} is there already: choose another name, or replace it with --yes", "{1} 已经存在：请换一个名字，或加 --yes 覆盖")
        case .databaseExists: LocalizedText("the database {1} would be replaced: back it up first if you need it, then repeat with --yes", "将替换现有数据库 {1}：如有需要请先备份，再加 --yes 执行")
        case .backedUp: LocalizedText("{1} is copied to {2}", "已将 {1} 备份到 {2}")
        case .restored: LocalizedText("{1} is restored from {2}", "已从 {2} 恢复 {1}")
        case .sameFile: LocalizedText("{2} is the database {1} itself, or a file that belongs to it: name another file", "{2} 就是数据库 {1} 本身，或是属于它的文件：请指定其他文件")
        case .copyUnderWay: LocalizedText("another process is writing {1}.part at this moment: try again when it is done", "另一个进程正在写入 {1}.part：请等它完成后再试")
        case .copyRefused: LocalizedText("{1} is damaged ({2}): it was not copied to {3}, where nothing has changed; 'feedsearch check --db {1}' lists what is wrong, and 'feedsearch reindex --db {1}' repairs an index", "{1} 已损坏（{2}）：没有复制到 {3}，那里没有任何改动；用 feedsearch check --db {1} 查看问题，索引问题可用 feedsearch reindex --db {1} 修复")
        case .copyDiffers: LocalizedText("what was written for {1} reads back differently, so that nothing there was changed: check the disk", "为 {1} 写入的内容读回后不一致，因此没有作任何改动：请检查磁盘")
        case .keptDamaged: LocalizedText("the file that could not be read is kept as {1}", "无法读取的原文件保留为 {1}")
        case .statsPath: LocalizedText("database", "数据库")
        case .statsArticles: LocalizedText("articles", "文章")
        case .statsUnread: LocalizedText("unread", "未读")
        case .statsStarred: LocalizedText("starred", "星标")
        case .statsFeeds: LocalizedText("feeds (subscribed)", "订阅源（已订阅）")
        case .statsSaved: LocalizedText("saved searches", "保存的搜索")
        case .statsSize: LocalizedText("size", "大小")
        case .statsIndexSize: LocalizedText("of it index", "其中索引")
        case .statsOldest: LocalizedText("oldest", "最早")
        case .statsNewest: LocalizedText("newest", "最新")
        // Bringing in and out
        case .ingestFromTerminal: LocalizedText("ingest reads standard input, and that is a terminal: name a file or a folder, or pipe one in", "ingest 要从标准输入读取，而现在的标准输入是终端：请指定文件或文件夹，或用管道输入")
        case .ingestProgress: LocalizedText("articles stored", "篇文章已入库")
        case .ingested: LocalizedText("{1} articles: {2} new, {3} changed, {4} unchanged, {5} refused ({6} s, {7} articles/s, {8})", "共 {1} 篇文章：新增 {2}，更新 {3}，未变 {4}，拒收 {5}（{6} 秒，每秒 {7} 篇，{8}）")
        case .refused: LocalizedText("refused {1}: {2}", "拒收 {1}：{2}")
        case .refusedMore: LocalizedText("{1} more were refused: --json lists them", "另有 {1} 项被拒收：用 --json 查看")
        case .imported: LocalizedText("{1} subscriptions added, {2} there already, {3} refused", "新增订阅 {1} 个，已有 {2} 个，拒收 {3} 个")
        case .exportTitle: LocalizedText("feedsearch subscriptions", "feedsearch 订阅列表")
        // Fetching
        case .badInterval: LocalizedText("--every: '{1}' is no length of time: write 15m, 2h or 1d", "--every：“{1}”不是时间长度：请写 15m、2h 或 1d")
        case .badAllowance: LocalizedText("allow: '{1}' is no address, CIDR block, host name or host:port", "allow：“{1}”不是地址、CIDR 网段、主机名或 host:port")
        case .fetchProgress: LocalizedText("{1}/{2} {3}", "正在获取 {3}… ({1}/{2})")
        case .fetchSummary: LocalizedText("{1} feeds: {2} fetched, {3} unchanged, {4} failed; {5} new articles, {6} changed ({7} s)", "{1} 个订阅源：获取 {2}，无变化 {3}，失败 {4}；新文章 {5}，更新 {6}（{7} 秒）")
        case .fetchOffline: LocalizedText("there is no network: no feed is blamed, try again later", "没有网络连接：不计入订阅源的失败，请稍后再试")
        case .fetchStopped: LocalizedText("stopped; what had arrived is stored", "已停止；已收到的内容已保存")
        case .ingestStopped: LocalizedText("stopped by a signal: what the report counts is stored; the same command again brings the rest", "被信号中止：报告中计入的都已保存；再次执行同一命令即可补齐其余")
        case .fetchRoundFailed: LocalizedText("this round failed: {1}", "本轮失败：{1}")
        case .fetchNoFeeds: LocalizedText("there is nothing to fetch: 'feedsearch add URL' subscribes to a feed", "没有需要获取的订阅源：用 feedsearch add URL 添加订阅")
        case .fetchFailures: LocalizedText("{1} failed:", "{1} 个失败：")
        case .feedFailing: LocalizedText("failed {1} times in a row", "连续失败 {1} 次")
        case .feedFailingOnce: LocalizedText("failed once", "失败 1 次")
        case .feedGone: LocalizedText("gone for good, asked no longer", "已永久停止，不再获取")
        case .addedUnread: LocalizedText("{1} could not be read now ({2}); it will be tried again by 'feedsearch fetch'", "暂时无法读取 {1}（{2}）；feedsearch fetch 时会再试")
        case .noFeedBehind: LocalizedText("no feed was found behind {1}: give the address of the feed itself", "在 {1} 没有找到订阅源：请直接填写订阅源的网址")
        // Alerts
        case .badChannel: LocalizedText("--notify: '{1}' is no channel: write webhook:URL, command:WORDS, feed:PATH, mail:ADDRESS, ntfy:URL, terminal or none", "--notify：“{1}”不是通道：请写 webhook:URL、command:命令、feed:路径、mail:地址、ntfy:URL、terminal 或 none")
        case .badDigest: LocalizedText("--digest: '{1}' is no time: write 1h, 'daily 08:00', 'weekly fri 18:00' or each", "--digest：“{1}”不是有效时间：请写 1h、'daily 08:00'、'weekly fri 18:00' 或 each")
        case .badQuietHours: LocalizedText("--quiet-hours: '{1}' is no part of the day: write 22:00-07:00", "--quiet-hours：“{1}”不是一天中的时段：请写 22:00-07:00")
        case .badAlertSecret: LocalizedText("--secret: say where the secret is, env:NAME or file:PATH, not the secret itself", "--secret：请写密钥的位置 env:变量名 或 file:路径，而不是密钥本身")
        case .badSignature: LocalizedText("'{1}' is no signature: standard or miniflux", "“{1}”不是签名方式：standard 或 miniflux")
        case .badSearchFile: LocalizedText("{1}:{2}: '{3}' is not understood; see queries/README.md", "{1}:{2}：无法理解“{3}”；请看 queries/README.md")
        case .searchPreview: LocalizedText("last 30 days: {1} hits", "最近 30 天：{1} 条结果")
        case .searchReachesNothing: LocalizedText("no new article can match this: it contradicts itself, or asks for what new articles are not", "没有新文章能匹配：查询自相矛盾，或要求新文章不具备的状态")
        case .searchReachesEverything: LocalizedText("every new article matches this", "每篇新文章都会匹配")
        case .searchesSaved: LocalizedText("{1} searches saved", "已保存 {1} 个搜索")
        case .channelNeedsAddress: LocalizedText("{1}: the channel '{2}' needs an address of yours: save it again with --notify {2}:…; until then it is kept without alerts", "{1}：通道“{2}”需要您提供地址：请用 --notify {2}:… 再保存一次；在此之前不会通知")
        case .alertsStatus: LocalizedText("{1} waiting, {2} to be delivered, {3} given up", "等待 {1}，待发送 {2}，已放弃 {3}")
        case .alertsNone: LocalizedText("no saved search alerts: 'feedsearch save NAME QUERY --notify CHANNEL' makes one", "没有会通知的搜索：用 feedsearch save 名称 查询 --notify 通道 来设置")
        case .alertsDelivered: LocalizedText("{1} alerts delivered, {2} failed", "已发送 {1} 条通知，失败 {2} 条")
        case .alertsBusy: LocalizedText("another process is delivering", "另一个进程正在发送通知")
        case .alertsFailed: LocalizedText("an alert could not be delivered: {1}; it is tried again, 'feedsearch alerts log' shows it", "有通知未能送达：{1}；稍后会重试，可用 feedsearch alerts log 查看")
        case .alertsRetried: LocalizedText("{1} deliveries are due now", "{1} 条通知将立即重发")
        case .alertTested: LocalizedText("{1}: the channel took the test", "{1}：通道已收到测试消息")
        case .alertTestFailed: LocalizedText("{1}: the channel did not take the test: {2}", "{1}：通道未能收到测试消息：{2}")
        case .alertNotSet: LocalizedText("'{1}' has no channel: 'feedsearch save' with --notify gives it one", "“{1}”没有通道：请用 feedsearch save 加 --notify 设置")
        case .alertsUnknownWord: LocalizedText("alerts: there is no '{1}': run, log, retry, test or confirm", "alerts：没有“{1}”：可用 run、log、retry、test、confirm")
        case .confirmNothing: LocalizedText("nothing waits for a confirmation", "没有等待确认的内容")
        case .confirmed: LocalizedText("{1} confirmed; what has waited goes out with the next 'feedsearch alerts run', fetch or ingest", "已确认 {1} 项；等待的内容会在下一次 feedsearch alerts run、fetch 或 ingest 时发送或获取")
        case .confirmAsk: LocalizedText("these {1} come from the database; confirm them for this machine? [y/N]", "以上 {1} 项来自数据库；是否在本机确认？[y/N]")
        case .confirmNeedsYes: LocalizedText("{1} wait for a confirmation: --yes confirms all that are listed", "有 {1} 项等待确认：用 --yes 确认列出的全部内容")
        case .confirmNowhere: LocalizedText("there is no place for confirmations, since HOME is not set: set HOME or XDG_STATE_HOME and try again", "没有设置 HOME，无处保存确认记录：请设置 HOME 或 XDG_STATE_HOME 后再试")
        case .confirmUnwritable: LocalizedText("the confirmation cannot be recorded in {1}: {2}; nothing of it takes effect", "无法把确认记录写入 {1}：{2}；相关设置不会生效")
        case .confirmForeign: LocalizedText("{1} is no file of yours alone, so it confirms nothing: remove it, or make it yours (chown, chmod 600)", "{1} 不是只属于您的文件，因此不作为确认依据：请删除它，或改为只属于您（chown、chmod 600）")
        case .confirmTrouble: LocalizedText("confirmations are not used: {1}", "确认记录未被使用：{1}")
        case .alertUnconfirmed: LocalizedText("the alerts of {1} wait until you confirm what the database wants done ({2}): 'feedsearch alerts confirm'", "“{1}”的通知等待您确认数据库要求的操作（{2}）：feedsearch alerts confirm")
        case .feedUnconfirmed: LocalizedText("{1} is not fetched until you confirm what the database wants used for it ({2}): 'feedsearch alerts confirm'", "“{1}”暂不获取，等待您确认数据库中的设置（{2}）：feedsearch alerts confirm")
        case .unconfirmedMore: LocalizedText("{1} more wait for a confirmation: 'feedsearch alerts confirm' lists them", "另有 {1} 项等待确认：用 feedsearch alerts confirm 查看")
        case .feedWaits: LocalizedText("waits for your confirmation ('feedsearch alerts confirm')", "等待您确认（feedsearch alerts confirm）")
        case .alertWaits: LocalizedText("not confirmed: {1}", "未确认：{1}")
        case .badAlertRetry: LocalizedText("--alert-retry: '{1}' is no length of time: write 30s or 5m", "--alert-retry：“{1}”不是时间长度：请写 30s 或 5m")
        case .alertsFollow: LocalizedText("delivering alerts as they come; Ctrl-C ends", "正在持续发送通知；按 Ctrl-C 结束")
        case .alertWaiting: LocalizedText("waiting", "待发送")
        case .alertDelivered: LocalizedText("delivered", "已发送")
        case .alertDead: LocalizedText("given up", "已放弃")
        case .noAtomHere: LocalizedText("convert writes jsonfeed only", "convert 只能输出 jsonfeed")
        case .alsoFound: LocalizedText("also there: {1}  {2} ({3} items); add it by its address", "另有：{1}  {2}（{3} 篇）；可按网址添加")
        case .addedFeedNamed: LocalizedText("subscribed to {1}  {2} ({3} items)", "已订阅 {1}  {2}（{3} 篇）")
        case .secretsStayHome: LocalizedText("the feed lies on another site ({1}): its password, headers and cookies are not kept, since they would go there; if you mean it, 'feedsearch edit' sets them", "订阅源位于另一个网站（{1}）：未保存密码、请求头和 Cookie，以免发送到那里；如确实需要，请用 feedsearch edit 设置")
        case .secretReadable: LocalizedText("others can read {1}: chmod 600 makes it yours alone", "其他用户也能读取 {1}：请用 chmod 600 限制为仅自己可读")
        case .secretUnreadable: LocalizedText("{1}: cannot read {2}", "{1}：无法读取 {2}")
        case .secretTyped: LocalizedText("{1} names a file that holds user:password, or env:NAME; the password itself does not belong on the command line", "{1} 应指定保存 user:password 的文件或 env:NAME；密码本身不应写在命令行中")
        case .passwordInAddress: LocalizedText("{1}: the password in the address stands in the database, and others could read it on the command line; --auth FILE keeps it out of both", "{1}：网址中的密码会保存在数据库中，在命令行上也可能被其他用户看到；用 --auth 文件 可避免")
        case .badSecret: LocalizedText("{1}: '{2}' is neither a file nor env:NAME", "{1}：“{2}”既不是文件，也不是 env:NAME")
        case .secretInAddress: LocalizedText("{1}: a password does not belong on the command line, where others can read it: put the address into a file (file:PATH) or a variable (env:NAME)", "{1}：密码不应写在命令行中，其他用户可能看到：请把地址写入文件（file:PATH）或环境变量（env:NAME）")
        case .badUserAgent: LocalizedText("--user-agent: at most 500 bytes, without control characters", "--user-agent：最多 500 字节，不能包含控制字符")
        case .badProxy: LocalizedText("--proxy: '{1}' is no http, https, socks5 or socks5h address", "--proxy：“{1}”不是 http、https、socks5 或 socks5h 地址")
        case .badFeedInterval: LocalizedText("--interval: '{1}' is no length of time: write 30m, 2h, 1d or auto", "--interval：“{1}”不是时间长度：请写 30m、2h、1d 或 auto")
        case .badKeep: LocalizedText("--keep: '{1}' is neither a number of articles (500) nor an age (90d, 2y), nor both (500,90d), nor all", "--keep：“{1}”不是文章数（500）、时间（90d、2y）、二者组合（500,90d）或 all")
        case .fetchAlert: LocalizedText("{1} has failed {2} times in a row: {3}", "{1} 已连续失败 {2} 次：{3}")
        case .fetchMoved: LocalizedText("{1} has moved for good; it is asked at {2} from now on", "{1} 已永久迁移，今后从 {2} 获取")
        case .fetchRemoved: LocalizedText("{1} old articles went into the bin; 'feedsearch undo' brings them back", "{1} 篇旧文章移入了回收站；用 feedsearch undo 可恢复")
        case .feedTold: LocalizedText("you were told", "已提醒")
        case .suggestIntro: LocalizedText("Feeds to begin with; 'feedsearch add ADDRESS' subscribes to one:", "可以从这些订阅源开始；用 feedsearch add 网址 订阅：")
        case .folderCounts: LocalizedText("{1} unread of {2}, {3} feeds", "未读 {1} / 共 {2}，{3} 个订阅源")
        case .noSuchFolder: LocalizedText("there is no folder '{1}': 'feedsearch feeds --folders' lists them", "没有文件夹“{1}”：用 feedsearch feeds --folders 查看")
        case .badBefore: LocalizedText("--before: '{1}' is neither the number of an article nor a date (2024-05-06, 2d)", "--before：“{1}”既不是文章编号，也不是日期（2024-05-06、2d）")
        case .allMarkedRead: LocalizedText("{1} articles marked read", "已将 {1} 篇文章标为已读")
        case .deleted: LocalizedText("{1} articles are in the bin; 'feedsearch undo' brings them back within 30 days", "{1} 篇文章已移入回收站；30 天内可用 feedsearch undo 恢复")
        case .keptStarred: LocalizedText("{1} starred or tagged articles were left; by number they can be deleted, too", "保留了 {1} 篇星标或有标签的文章；按编号可以删除")
        case .binEmpty: LocalizedText("the bin is empty", "回收站是空的")
        case .binLine: LocalizedText("{3}  {1}  {2} articles, deleted", "{3}  {1}  {2} 篇，手动删除")
        case .binLineOld: LocalizedText("{3}  {1}  {2} articles that their feeds keep no longer", "{3}  {1}  {2} 篇，超出订阅源的保留设置")
        case .undone: LocalizedText("{1} articles are back, deleted {2}", "已恢复 {1} 篇文章（{2} 删除）")
        case .undoneOld: LocalizedText("{1} articles are back that their feeds kept no longer, removed {2}", "已恢复 {1} 篇因超出保留设置而移除的文章（{2}）")
        case .noSuchRemoval: LocalizedText("there is no removal {1} in the bin: 'feedsearch undo --dry-run' lists them", "回收站中没有第 {1} 次移除：用 feedsearch undo --dry-run 查看")
        case .ruleAdded: LocalizedText("rule {1}: {2}  {3}; it meets what arrives from now on", "规则 {1}：{2}  {3}；对此后到达的文章生效")
        case .ruleRemoved: LocalizedText("rule {1} is gone; what it did stays", "已删除规则 {1}；已做的处理不变")
        case .noSuchRule: LocalizedText("there is no rule {1}: 'feedsearch rule list' lists them", "没有规则 {1}：用 feedsearch rule list 查看")
        case .badRuleAction: LocalizedText("--mark: '{1}' is none of read, star, hide, tag:NAME", "--mark：“{1}”不是 read、star、hide、tag:标签 之一")
        case .ruleWantsMark: LocalizedText("what shall the rule do? --mark read, star, hide or tag:NAME", "规则要做什么？请用 --mark 指定 read、star、hide 或 tag:标签")
        case .ruleLine: LocalizedText("{1}  {2}  {3}  ({4} so far)", "{1}  {2}  {3}  （已匹配 {4} 篇）")
        case .ruleBroken: LocalizedText("this query cannot be carried out any more; the rule does nothing", "该查询已无法执行，规则不起作用")
        case .ruleWould: LocalizedText("rule {1}  {2}  {3}: {4} articles of the last {5} days", "规则 {1}  {2}  {3}：最近 {5} 天有 {4} 篇")
        case .ruleNumberWanted: LocalizedText("'{1}' is no number of a rule: 'feedsearch rule list' shows them", "“{1}”不是规则编号：用 feedsearch rule list 查看")
        case .favouritesTitle: LocalizedText("feedsearch favourites", "feedsearch 收藏")
        case .importProgress: LocalizedText("subscriptions", "个订阅")
        // Subscriptions
        case .notAnAddress: LocalizedText("{1} is no address of a feed: it begins with http:// or https://", "{1} 不是订阅源的网址：网址应以 http:// 或 https:// 开头")
        case .addedFeed: LocalizedText("subscribed to {1}", "已订阅 {1}")
        case .presentFeed: LocalizedText("{1} is subscribed already", "{1} 已经订阅过")
        case .importedArticles: LocalizedText("articles of the feed documents: {1} new, {2} changed, {3} unchanged", "订阅源文件中的文章：新增 {1}，更新 {2}，未变 {3}")
        case .notOPML: LocalizedText("it is no OPML", "不是 OPML 文件")
        case .unusableAddress: LocalizedText("the address '{1}' is not http or https", "网址“{1}”不是 http 或 https")
        case .noDocument: LocalizedText("there is no file '{1}' beside it, and an address begins with http:// or https://", "旁边没有文件“{1}”；网址应以 http:// 或 https:// 开头")
        case .documentIsNoFeed: LocalizedText("the file '{1}' beside it is not a feed", "旁边的文件“{1}”不是订阅源")
        case .foldersTooDeep: LocalizedText("folders nested too deep are put into the one above", "文件夹嵌套过深，已并入上一层")
        case .tooManyFeeds: LocalizedText("there are too many feeds; the rest is left out", "订阅源太多，其余的已略去")
        case .unreadablePart: LocalizedText("it is damaged or encrypted, or unpacks to too much", "已损坏、已加密，或解压后过大")
        case .unsafePath: LocalizedText("its path leads out of the archive", "路径指向压缩包之外")
        case .specialFile: LocalizedText("it is a link or a special file", "是链接或特殊文件")
        case .partTooLarge: LocalizedText("it is too large", "太大")
        case .noOPMLInside: LocalizedText("there is no OPML in it", "其中没有 OPML 文件")
        case .databaseIsFolder: LocalizedText("{1} is a folder: --db names the file of the database", "{1} 是文件夹：--db 应指定数据库文件")
        }
    }

    /// The message in a language, its places filled.
    public func text(_ language: Language, _ arguments: [String] = []) -> String { localized.text(language, arguments) }
}
