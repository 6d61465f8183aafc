import FeedLibrary
import Messages
import TerminalPages

/// The man page, generated from the command and flag tables with man(7) macros.
struct ManualPage {
    let language: Language

    func page(_ commands: [CommandSpec]) -> String {
        var page = ".TH FEEDSEARCH 1 \"\(Version.date)\" \"feedsearch \(Version.text)\"\n"
        page += section(.manName) + "feedsearch \\- \(escape(Message.helpTitle.text(language)))\n"
        page += section(.manSynopsis)
        page += ".B feedsearch\n\(escape(Message.helpQueryWord.text(language)))...\n.br\n"
        page += ".B feedsearch\n\(escape(Message.helpCommandWord.text(language))) ...\n"
        page += section(.manDescription) + escape(Message.manDescriptionText.text(language)) + "\n"
        page += section(.helpQueryLanguage)
        for row in CommandTable.queryLanguage { page += item(row.syntax, row.meaning.text(language)) }
        page += section(.helpCommands)
        for command in commands { page += entry(command) }
        page += section(.helpFlagsEverywhere)
        for flag in Flag.everywhere { page += item(flag.usage, flag.spec.help.text(language)) }
        page += section(.manEnvironment)
        for (name, meaning) in environment() { page += item(name, meaning) }
        page += section(.manFiles)
        page += item("$XDG_CONFIG_HOME/feedsearch/config", Message.manConfigText.text(language, [settings()]))
        page += item("$XDG_DATA_HOME/feedsearch/feedsearch.db", Message.manDatabaseText.text(language))
        page += item("$XDG_DATA_HOME/feedsearch/service.db", Message.manAccountsText.text(language))
        page += item("$XDG_DATA_HOME/feedsearch/service.key", Message.manAccountKeyText.text(language))
        page += item("$XDG_STATE_HOME/feedsearch/confirmed", Message.manConfirmedText.text(language))
        page += section(.manExitStatus)
        page += item("0", Message.manExit0.text(language))
        page += item("1", Message.manExit1.text(language))
        page += item("2", Message.manExit2.text(language))
        page += item("129, 130, 143", Message.manExitSignal.text(language))
        return page
    }

    private func entry(_ command: CommandSpec) -> String {
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        var text = ".SS \"\(escape(command.name + operands))\"\n\(escape(command.summary.text(language)))\n"
        if let details = command.details { text += ".PP\n\(escape(details.text(language)))\n" }
        for flag in command.flags { text += item(flag.usage, flag.spec.help.text(language)) }
        for example in command.examples { text += ".PP\n.EX\nfeedsearch \(escape(example))\n.EE\n" }
        return text
    }

    private func environment() -> [(String, String)] {
        var rows: [(String, String)] = []
        for flag in Flag.allCases {
            if let name = flag.spec.environment { rows.append((name, flag.spec.help.text(language))) }
        }
        rows.append(("FEEDSEARCH_PASSWORD", Message.manPassword.text(language)))
        rows.append(("NO_COLOR", Message.manNoColor.text(language)))
        rows.append(("LC_ALL, LC_MESSAGES, LANG", Message.manLanguage.text(language)))
        return rows
    }

    private func settings() -> String {
        Flag.allCases.filter(\.spec.isSetting).map(\.rawValue).joined(separator: ", ")
    }

    private func section(_ message: Message) -> String { ".SH \"\(escape(message.text(language).uppercased()))\"\n" }

    private func item(_ name: String, _ text: String) -> String { ".TP\n.B \"\(escape(name))\"\n\(escape(text))\n" }

    /// Escapes characters that are special in roff: backslashes, a dot or quote at the beginning of a line, and quotes
    /// in arguments.
    private func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            default: result.append(character)
            }
        }
        return result.hasPrefix(".") ? "\\&" + result : result
    }
}
