/// Every command there is. The first is what is meant where no command is named.
enum CommandTable {
    // A table reads best as one.
    // swift-format-ignore
    static let commands: [CommandSpec] = [
        CommandSpec(
            name: "generate", operands: "man|bash|zsh|fish", operandKind: .words,
            summary: LocalizedText("print the manual page or the completions of a shell", "生成手册页或某个 shell 的补全脚本"),
            examples: ["generate man > feedsearch.1"], run: GenerateCommand.run),
    ]

    /// What `--help` shows first.
    static let firstExamples = ["关键词", "rust async -tokio --sort newest", "'\"全文搜索\" title:sqlite date:2024'"]

    /// The query language, a row for each thing to write.
    // swift-format-ignore
    static let queryLanguage: [(syntax: String, meaning: LocalizedText)] = [
        ("全文搜索 engine", LocalizedText("all the words; Chinese, Japanese and Thai need no spaces", "包含全部词；中文、日文、泰文不需要空格")),
        ("\"exact phrase\"", LocalizedText("exactly these words in this order; “ ” work too", "按原样连续出现；也可用全角引号“ ”")),
        ("-word, NOT word", LocalizedText("without this word", "不含该词")),
        ("a OR b, a | b, (a b)", LocalizedText("one of them; parentheses group", "任意一个；括号用于分组")),
        ("prefix*", LocalizedText("words that begin so", "以此开头的词")),
        ("title: body: author: feed:", LocalizedText("only in that field; also folder: tag: url: lang:", "只在该字段中；还有 folder: tag: url: lang:")),
        ("is:unread", LocalizedText("also is:read is:starred is:tagged, has:enclosure has:image", "还有 is:read is:starred is:tagged、has:enclosure has:image")),
        ("date:2024-01..2024-03", LocalizedText("published then; also date:7d, after:2024, before:2024-06; received: counts from arrival", "发布日期；也可写 date:7d、after:2024、before:2024-06；received: 按收到的时间")),
        ("a NEAR/5 b", LocalizedText("at most five words apart", "相隔不超过五个词")),
    ]

    static func named(_ name: String) -> CommandSpec? { commands.first { $0.name == name } }
}
