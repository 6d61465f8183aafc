internal import FeedLibrary
package import Messages

/// The headings and texts of the help pages and of the manual.
package enum HelpText: CaseIterable, Sendable {
    case helpTitle, helpUsage, helpQueryWord, helpCommandWord, helpExamples, helpCommands, helpFlags
    case helpFlagsEverywhere, helpQueryLanguage, helpMore, manName, manSynopsis, manDescription, manEnvironment
    case manFiles, manExitStatus, manDescriptionText, manConfigText, manDatabaseText, manConfirmedText, manNoColor,
        manPassword
    case manAccountsText, manAccountKeyText
    case manLanguage, manExit0, manExit1, manExit2, manExitSignal

    // Keep one row per line.
    // swift-format-ignore
    package var localized: LocalizedText {
        switch self {
        case .helpTitle: LocalizedText("full-text search for the feeds you read", "订阅源全文搜索")
        case .helpUsage: LocalizedText("Usage", "用法")
        case .helpQueryWord: LocalizedText("QUERY", "关键词")
        case .helpCommandWord: LocalizedText("COMMAND", "命令")
        case .helpExamples: LocalizedText("Examples", "示例")
        case .helpCommands: LocalizedText("Commands", "命令")
        case .helpFlags: LocalizedText("Flags", "选项")
        case .helpFlagsEverywhere: LocalizedText("Flags for all commands", "通用选项")
        case .helpQueryLanguage: LocalizedText("Query language", "查询语言")
        case .helpMore: LocalizedText("'feedsearch COMMAND --help' describes a command in detail. Exit status: 0 found or done, 1 nothing found, 2 error.", "各命令的详细说明：feedsearch 命令 --help。退出状态：0 找到或完成，1 没有找到，2 出错。")
        case .manName: LocalizedText("NAME", "名称")
        case .manSynopsis: LocalizedText("SYNOPSIS", "概要")
        case .manDescription: LocalizedText("DESCRIPTION", "描述")
        case .manEnvironment: LocalizedText("ENVIRONMENT", "环境变量")
        case .manFiles: LocalizedText("FILES", "文件")
        case .manExitStatus: LocalizedText("EXIT STATUS", "退出状态")
        case .manDescriptionText: LocalizedText("feedsearch keeps the articles of your feeds in one database and searches them instantly, ranked by relevance, in Chinese, Japanese, Korean and every other language. Only --long, -0 and -h are flags; any other word that begins with a dash excludes that word from the results. If the first word is the name of a command, that command is run; put 'search' or '--' before it to search for the word.", "feedsearch 把订阅源的文章保存在一个数据库中，并能立即按相关度找出来，支持中文、日文、韩文和其他语言。只有 --长选项、-0 和 -h 是选项；其他以 - 开头的词表示从结果中排除该词。第一个词如果是命令名就执行该命令；要搜索命令名本身，请在前面加 search 或 --。")
        case .manConfigText: LocalizedText("Lines of the form key = value; # starts a comment. Keys: {1}. Flags override the environment, and the environment overrides this file.", "每行一条 key = value；# 开头是注释。可用的键：{1}。命令行选项优先于环境变量，环境变量优先于本文件。")
        case .manDatabaseText: LocalizedText("The database: subscriptions, articles, their state and the index, readable only by its owner.", "数据库：订阅、文章、阅读状态和索引，仅文件所有者可读。")
        case .manConfirmedText: LocalizedText("the commands, files, secrets, proxies and private addresses from databases that were confirmed on this machine: 'feedsearch alerts confirm'", "在本机确认过的内容（数据库中的命令、文件、密钥、代理和专用网络地址）：feedsearch alerts confirm")
        case .manAccountsText: LocalizedText("accounts, tokens and sessions of the service: service.db in the folder of the database", "服务的账户、令牌和会话：数据库所在文件夹中的 service.db")
        case .manAccountKeyText: LocalizedText("the key that encrypts secrets in service.db; a copy of service.db is useless without it", "加密 service.db 中机密的密钥；service.db 的副本需与它一起使用")
        case .manPassword: LocalizedText("the password for 'account add' and 'account password' if --password-file is not given", "未指定 --password-file 时，account add 和 account password 使用的密码")
        case .manNoColor: LocalizedText("if set and not empty, output is not coloured", "设置且非空时不使用颜色")
        case .manLanguage: LocalizedText("the language of messages: English, or Simplified Chinese for zh_CN, zh_SG and zh_Hans", "消息的语言：zh_CN、zh_SG、zh_Hans 为简体中文，其余为英文")
        case .manExit0: LocalizedText("something was found, or the work is done", "找到了结果，或任务完成")
        case .manExit1: LocalizedText("a search found nothing", "搜索没有找到结果")
        case .manExit2: LocalizedText("an error; standard error says what happened, where, and what to do", "出错；标准错误输出会说明出了什么错、在哪里、怎么办")
        case .manExitSignal: LocalizedText("a signal stopped ingest, import or fetch (130: Ctrl-C, 143: SIGTERM); everything reported is stored, and running the same command again completes the rest. A second signal ends the process at once.", "ingest、import 或 fetch 被信号中止（130：Ctrl-C，143：SIGTERM）；已报告的内容都已保存，再次执行同一命令即可补齐其余。第二个信号立即结束程序。")
        }
    }

    /// The text in a language, with its placeholders replaced.
    package func text(_ language: Language, _ arguments: [String] = []) -> String {
        localized.text(language, arguments)
    }
}
