import FeedLibrary
import Messages
import Suggestions
import System

/// What was probably meant where a word is nearly a command's name, or a command's name begins a search.
///
/// Nothing is done but what was typed: the hint is a line on standard error.
struct CommandHint {
    let commands: [CommandSpec]

    /// Names of other programs for what this one does.
    private static let synonyms = [
        "help": "--help", "version": "--version", "ls": "list", "update": "fetch", "refresh": "fetch", "sync": "fetch",
        "subscribe": "add", "unsubscribe": "remove", "find": "search", "cat": "show", "read": "show", "rm": "delete",
    ]

    /// The command that a search was probably meant to be; nil for a search.
    func command(of arguments: Arguments) -> String? {
        guard !arguments.isNamed, let first = arguments.operands.first else { return nil }
        let rest = arguments.operands.dropFirst()
        if let place = arguments.operands.firstIndex(of: "-n"), place + 1 < arguments.operands.count,
            let count = Int(arguments.operands[place + 1])
        {
            let others = arguments.operands[..<place] + arguments.operands[(place + 2)...]
            return line((Array(others) + ["--limit", "\(count)"]))
        }
        if let synonym = Self.synonyms[first] {
            // Most searches with such a word are searches: only where it stands alone, or before an address or a number.
            let isMeant = rest.isEmpty || rest.contains { $0.contains("://") || ArticleSelection.number($0) != nil }
            return isMeant ? line([synonym] + rest) : nil
        }
        guard first.utf8.count >= 4, first.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        let near = commands.map(\.name).filter {
            $0 != first && $0.utf8.count >= 4 && EditDistance.between(Array($0), Array(first), limit: 1) != nil
        }
        return near.first.map { line([$0] + rest) }
    }

    /// Whether what went wrong is that a command can do nothing with its words.
    func isOfWords(_ complaint: Complaint) -> Bool {
        let codes: [Message] = [
            .unexpectedOperand, .missingOperand, .openNeedsNumbers, .cannotRead, .alertsUnknownWord, .unknownSubcommand,
            .noSuchFeed, .noSuchSavedSearch, .notAnAddress,
        ]
        return codes.contains { $0.rawValue == complaint.code }
    }

    /// How the words of a command that failed are searched for; nil where they are no search.
    func search(of arguments: Arguments) -> String? {
        guard arguments.isNamed, arguments.flags.allSatisfy(\.flag.spec.isEverywhere), !arguments.operands.isEmpty,
            arguments.operands.allSatisfy({ word in word.allSatisfy { $0.isLetter } && FileSystem.kind(word) == nil })
        else { return nil }
        // What failed was the command itself.
        if CommandTable.subcommands[arguments.command.name]?.contains(arguments.operands[0]) == true { return nil }
        return line(["--", arguments.command.name] + arguments.operands)
    }

    private func line(_ words: some Sequence<String>) -> String { "feedsearch " + words.joined(separator: " ") }
}
