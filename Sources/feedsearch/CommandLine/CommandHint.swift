import ArticleSearch
import FeedLibrary
import Messages
import System

/// Suggests a command if a word resembles a command's name. Suggests a search if the words after a command's name look
/// like a search.
///
/// The hint is only printed on standard error; the command runs as entered.
struct CommandHint {
    let commands: [CommandSpec]

    /// Command names of other programs, and the equivalent names in this program.
    private static let synonyms = [
        "version": "--version", "ls": "list", "update": "fetch", "refresh": "fetch", "sync": "fetch",
        "subscribe": "add", "unsubscribe": "remove", "find": "search", "cat": "show", "read": "show", "rm": "delete",
    ]

    /// The suggested command line; nil if the user probably meant a search.
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
            // A single word, or a word followed by an address or a number, is probably meant as a command.
            let isMeant = rest.isEmpty || rest.contains { $0.contains("://") || ArticleSelection.number($0) != nil }
            return isMeant ? line([synonym] + rest) : nil
        }
        guard first.utf8.count >= 4, first.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        let near = commands.map(\.name).filter {
            $0 != first && $0.utf8.count >= 4 && EditDistance.between(Array($0), Array(first), limit: 1) != nil
        }
        return near.first.map { line([$0] + rest) }
    }

    /// Whether the error concerns words that the command does not accept.
    func isOfWords(_ userError: UserFacingError) -> Bool {
        let codes: [Message] = [
            .unexpectedOperand, .missingOperand, .openNeedsNumbers, .cannotRead, .alertsUnknownWord, .unknownSubcommand,
            .noSuchFeed, .noSuchSavedSearch, .notAnAddress,
        ]
        return codes.contains { $0.rawValue == userError.code }
    }

    /// The suggested search for the words of a failed command; nil if the words do not look like a search.
    func search(of arguments: Arguments) -> String? {
        guard arguments.isNamed, arguments.flags.allSatisfy(\.flag.spec.isEverywhere), !arguments.operands.isEmpty,
            arguments.operands.allSatisfy({ word in word.allSatisfy { $0.isLetter } && FileSystem.kind(word) == nil })
        else { return nil }
        // If the next word is a subcommand, the user meant the command and not a search.
        if CommandTable.subcommands[arguments.command.name]?.contains(arguments.operands[0]) == true { return nil }
        return line(["--", arguments.command.name] + arguments.operands)
    }

    private func line(_ words: some Sequence<String>) -> String { "feedsearch " + words.joined(separator: " ") }
}
