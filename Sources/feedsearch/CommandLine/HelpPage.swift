import FeedLibrary
import Messages
import TerminalPages

/// The text of `--help`, generated from the tables.
struct HelpPage {
    let language: Language
    let columns: Int
    let style: TerminalStyle

    /// The help page of the whole program.
    func overview(_ commands: [CommandSpec]) -> String {
        var page = Message.helpTitle.text(language) + "\n\n"
        page += heading(.helpUsage)
        page += "  feedsearch \(Message.helpQueryWord.text(language))…\n"
        page += "  feedsearch \(Message.helpCommandWord.text(language)) …\n\n"
        page += heading(.helpExamples)
        for example in CommandTable.firstExamples { page += "  feedsearch \(example)\n" }
        for group in CommandGroup.allCases {
            page += "\n" + heading(group.title)
            if group == .tools {
                page += wrap(group.names.joined(separator: " "), indent: 2)
            } else {
                let members = group.names.compactMap { name in commands.first { $0.name == name } }
                page += rows(members.map { ($0.name, $0.summary.text(language)) })
            }
        }
        page += "\n" + heading(.helpFlagsEverywhere)
        page += rows(flags(Flag.everywhere))
        page += "\n" + heading(.helpQueryLanguage)
        page += rows(CommandTable.queryLanguage.map { ($0.syntax, $0.meaning.text(language)) })
        page += "\n" + wrap(Message.helpMore.text(language), indent: 0)
        return page
    }

    /// The help page of one command.
    func page(_ command: CommandSpec) -> String {
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        var page = wrap(command.summary.text(language), indent: 0) + "\n"
        page += heading(.helpUsage)
        page += "  feedsearch \(command.name)\(operands)\n"
        if let details = command.details { page += "\n" + wrap(details.text(language), indent: 0) }
        if !command.flags.isEmpty { page += "\n" + heading(.helpFlags) + rows(flags(command.flags)) }
        page += "\n" + heading(.helpFlagsEverywhere)
        page += rows(flags(Flag.everywhere.filter { !command.flags.contains($0) }))
        if !command.examples.isEmpty {
            page += "\n" + heading(.helpExamples)
            for example in command.examples { page += "  feedsearch \(example)\n" }
        }
        return page
    }

    private func heading(_ message: Message) -> String { style.bold(message.text(language)) + "\n" }

    private func flags(_ flags: [Flag]) -> [(String, String)] {
        flags.map { ($0.usage, $0.spec.help.text(language)) }
    }

    /// Lays out rows in two columns. If the left text is too long for its column, the right text begins on the next
    /// line.
    private func rows(_ rows: [(String, String)]) -> String {
        // On a narrow screen, the description is placed below the name.
        let left = min(columns < 60 ? 6 : 28, (rows.map { DisplayWidth.of($0.0) }.max() ?? 0) + 4)
        var text = ""
        for (name, help) in rows {
            let width = DisplayWidth.of(name) + 2
            let lines = TextWrap.lines(help, width: max(24, columns - left))
            text += "  " + style.name(name)
            if width + 2 > left {
                text += "\n" + String(repeating: " ", count: left)
            } else {
                text += String(repeating: " ", count: left - width)
            }
            text += lines.joined(separator: "\n" + String(repeating: " ", count: left)) + "\n"
        }
        return text
    }

    private func wrap(_ text: String, indent: Int) -> String {
        TextWrap.lines(text, width: max(24, columns - indent))
            .map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }
}
