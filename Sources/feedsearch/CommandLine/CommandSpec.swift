import FeedLibrary
import Messages

/// What the words behind a command are; it decides what `-x` is and what completions offer.
enum OperandKind: Sendable {
    case nothing, files
    /// Words of a query, of text, or numbers and tags: `-x` is one of them.
    case words
}

/// One row of the table of commands.
struct CommandSpec: Sendable {
    let name: String
    /// What follows the name in the usage line: `QUERY…`.
    var operands = ""
    var operandKind = OperandKind.nothing
    let summary: LocalizedText
    var details: LocalizedText?
    var flags: [Flag] = []
    /// Lines to try, without the program's name.
    var examples: [String] = []
    /// Output longer than the screen goes through a pager.
    var isReading = false
    let run: @Sendable (Invocation) throws -> ExitCode

    func isPaged(_ settings: Settings) -> Bool {
        let isForPrograms = settings.has(.json) || settings.has(.jsonl) || settings.has(.nul)
        let isPage = isReading || settings.has(.help)
        return isPage && !settings.has(.noPager) && !settings.has(.live) && !isForPrograms
    }

    /// All flags it takes, its own first.
    var allFlags: [Flag] { flags + Flag.everywhere.filter { !flags.contains($0) } }
}
