import FeedLibrary
import Messages
import TerminalPages
import Testing

@testable import feedsearch

@Suite(.offPool) struct CommandTableTests {
    @Test("Every flag of the table belongs to a command or to all")
    func noOrphanFlags() {
        let used = Set(CommandTable.commands.flatMap(\.allFlags))
        #expect(Flag.allCases.filter { !used.contains($0) } == [])
    }

    @Test("Names of commands are unique and no command lists a flag twice")
    func unique() {
        let names = CommandTable.commands.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandTable.commands {
            #expect(Set(command.allFlags).count == command.allFlags.count, "\(command.name)")
        }
    }

    @Test("Each parameter of a search that names a flag names one of search, with a value if it needs one")
    func searchFlags() throws {
        let search = try #require(CommandTable.commands.first)
        for parameter in SearchParameter.withFlag {
            let flag = try #require(parameter.flag.flatMap { Flag(rawValue: $0.name) })
            #expect(search.flags.contains(flag), "\(flag.spelling)")
            let isBoolean = if case .boolean = parameter.kind { true } else { false }
            #expect((flag.spec.value == .none) == isBoolean, "\(flag.spelling)")
        }
    }

    @Test("The help of a command names each of its flags", arguments: Language.allCases)
    func helpNamesFlags(_ language: Language) {
        let help = HelpPage(language: language, columns: 80, style: TerminalStyle(isOn: false))
        for command in CommandTable.commands {
            let page = help.page(command)
            for flag in command.allFlags { #expect(page.contains(flag.usage), "\(command.name) \(flag.spelling)") }
        }
    }

    @Test("The overview and the manual name every command")
    func everyCommandIsNamed() {
        let commands = CommandTable.commands
        let help = HelpPage(language: .english, columns: 80, style: TerminalStyle(isOn: false)).overview(commands)
        let manual = ManualPage(language: .english).page(commands)
        for command in commands {
            let isTool = CommandGroup.tools.names.contains(command.name)
            #expect(help.contains(isTool ? command.name : "\n  \(command.name) "))
            // A hyphen that is typed stands as \\- (man-pages(7)).
            let name = command.name.split(separator: "-").joined(separator: "\\-")
            #expect(manual.contains(".SS \"\(name)"))
        }
    }

    @Test("Each command is in one group of the help, and tools are named without a description")
    func groups() {
        let names = CommandGroup.allCases.flatMap(\.names)
        #expect(names.sorted() == CommandTable.commands.map(\.name).sorted())
        let help = HelpPage(language: .english, columns: 80, style: TerminalStyle(isOn: false))
            .overview(CommandTable.commands)
        #expect(help.contains("  parse convert opml text sanitize tokens generate discover"))
        for command in CommandTable.commands where CommandGroup.tools.names.contains(command.name) {
            #expect(!help.contains(command.summary.text(.english)))
        }
    }

    @Test("Help fits its width, in columns", arguments: Language.allCases, [40, 80])
    func helpFits(_ language: Language, _ columns: Int) {
        let help = HelpPage(language: language, columns: columns, style: TerminalStyle(isOn: false))
        for command in CommandTable.commands {
            let wrapped = help.page(command).split(separator: "\n").filter { $0.hasPrefix("     ") }
            for line in wrapped where line.split(separator: " ").count > 1 {
                #expect(DisplayWidth.of(String(line)) <= max(columns, 28 + 24), "\(line)")
            }
        }
    }
}
