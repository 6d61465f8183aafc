/// Every message of the program, in every language: one table.
enum Message: CaseIterable, Sendable {
    case unknownFlag, unknownFlagNear, flagOfOtherCommand, missingValue, unexpectedValue, notANumber, notAChoice
    case missingOperand, unexpectedOperand, emptyQuery, linesFromTerminal, cannotRead, cannotWrite
    case cannotWriteOutput, badRequestLine, notAFeed, malformedFeed, configNoEquals, configUnknownKey
    case configUnknownKeyNear, configBadValue, helpTitle, helpUsage, helpQueryWord, helpCommandWord, helpExamples
    case helpCommands, helpFlags, helpFlagsEverywhere, helpQueryLanguage, helpMore, manName, manSynopsis
    case manDescription, manEnvironment, manFiles, manExitStatus, manDescriptionText, manConfigText, manDatabaseText
    case manNoColor, manLanguage, manExit0, manExit1, manExit2
}

extension Message {
    // A table reads best as one.
    // swift-format-ignore
    var localized: LocalizedText {
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
        case .badRequestLine: LocalizedText("line {1} is not a JSON object: {2}", "第 {1} 行不是 JSON 对象：{2}")
        case .notAFeed: LocalizedText("{1} is not a feed: {2}", "{1} 不是订阅源：{2}")
        case .malformedFeed: LocalizedText("{1} is damaged; what could be read was kept: {2}", "{1} 有损坏，能读出的部分已保留：{2}")
        // Configuration
        case .configNoEquals: LocalizedText("{1}:{2}: '{3}' is not of the form key = value; the line is ignored", "{1}:{2}：“{3}”不是 key = value 的形式，已忽略此行")
        case .configUnknownKey: LocalizedText("{1}:{2}: there is no setting '{3}'; the line is ignored", "{1}:{2}：没有“{3}”这个设置，已忽略此行")
        case .configUnknownKeyNear: LocalizedText("{1}:{2}: there is no setting '{3}', did you mean '{4}'? The line is ignored", "{1}:{2}：没有“{3}”这个设置，是不是“{4}”？已忽略此行")
        case .configBadValue: LocalizedText("{1}:{2}: '{4}' is no value for '{3}'; the line is ignored", "{1}:{2}：“{4}”不是“{3}”的有效值，已忽略此行")
        // Help and manual
        case .helpTitle: LocalizedText("full-text search for the feeds you read", "订阅源全文搜索")
        case .helpUsage: LocalizedText("Usage", "用法")
        case .helpQueryWord: LocalizedText("QUERY", "关键词")
        case .helpCommandWord: LocalizedText("COMMAND", "命令")
        case .helpExamples: LocalizedText("Examples", "示例")
        case .helpCommands: LocalizedText("Commands", "命令")
        case .helpFlags: LocalizedText("Flags", "选项")
        case .helpFlagsEverywhere: LocalizedText("Flags of every command", "通用选项")
        case .helpQueryLanguage: LocalizedText("Query language", "查询语言")
        case .helpMore: LocalizedText("'feedsearch COMMAND --help' says more about a command. Exit status: 0 found or done, 1 nothing found, 2 error.", "各命令的详细说明：feedsearch 命令 --help。退出状态：0 找到或完成，1 没有找到，2 出错。")
        case .manName: LocalizedText("NAME", "名称")
        case .manSynopsis: LocalizedText("SYNOPSIS", "概要")
        case .manDescription: LocalizedText("DESCRIPTION", "描述")
        case .manEnvironment: LocalizedText("ENVIRONMENT", "环境变量")
        case .manFiles: LocalizedText("FILES", "文件")
        case .manExitStatus: LocalizedText("EXIT STATUS", "退出状态")
        case .manDescriptionText: LocalizedText("feedsearch keeps the articles of your feeds in one database and finds them again: ranked, in Chinese, Japanese, Korean and every other language, at once. Only --long, -0 and -h are flags; any other word that begins with a dash excludes that word from the results. A first word that is the name of a command is that command; after 'search' or '--' it is a word to search for.", "feedsearch 把订阅源的文章保存在一个数据库中，并能立即按相关度找出来，支持中文、日文、韩文和其他语言。只有 --长选项、-0 和 -h 是选项；其他以 - 开头的词表示从结果中排除该词。第一个词如果是命令名就执行该命令；要搜索命令名本身，请在前面加 search 或 --。")
        case .manConfigText: LocalizedText("Lines key = value; # begins a comment. Keys: {1}. Flags come before the environment, the environment before this file.", "每行一条 key = value；# 开头是注释。可用的键：{1}。命令行选项优先于环境变量，环境变量优先于本文件。")
        case .manDatabaseText: LocalizedText("The database: subscriptions, articles, their state and the index, readable by its owner alone.", "数据库：订阅、文章、阅读状态和索引，仅文件所有者可读。")
        case .manNoColor: LocalizedText("if set and not empty, nothing is coloured", "设置且非空时不使用颜色")
        case .manLanguage: LocalizedText("the language of messages: English, or Simplified Chinese for zh_CN, zh_SG and zh_Hans", "消息的语言：zh_CN、zh_SG、zh_Hans 为简体中文，其余为英文")
        case .manExit0: LocalizedText("something was found, or the work is done", "找到了结果，或任务完成")
        case .manExit1: LocalizedText("a search found nothing", "搜索没有找到结果")
        case .manExit2: LocalizedText("an error; standard error says what, where and what to do", "出错；标准错误输出会说明出了什么错、在哪里、怎么办")
        }
    }

    /// The message in a language, its places filled.
    func text(_ language: Language, _ arguments: [String] = []) -> String { localized.text(language, arguments) }
}
