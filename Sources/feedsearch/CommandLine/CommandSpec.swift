import FeedLibrary
import Messages

/// The kind of words that a command accepts. It determines the meaning of `-x` and the completions.
enum OperandKind: Sendable {
    case nothing, files
    /// Words of a query or text, or numbers and tags. `-x` then counts as a word and not as a flag.
    case words
}

/// One row of the table of commands.
struct CommandSpec: Sendable {
    let name: String
    /// The placeholder for the words after the command's name in the usage line, for example `QUERY…`.
    var operands = ""
    var operandKind = OperandKind.nothing
    let summary: LocalizedText
    var details: LocalizedText?
    var flags: [Flag] = []
    /// Example command lines without the program's name.
    var examples: [String] = []
    /// Whether output longer than the screen is shown in a pager.
    var isReading = false
    let run: @Sendable (Invocation) throws -> ExitCode

    func isPaged(_ settings: Settings) -> Bool {
        let isForPrograms = settings.has(.json) || settings.has(.jsonl) || settings.has(.nul)
        let isPage = isReading || settings.has(.help)
        return isPage && !settings.has(.noPager) && !settings.has(.live) && !isForPrograms
    }

    /// All flags that the command accepts, beginning with its own.
    var allFlags: [Flag] { flags + Flag.everywhere.filter { !flags.contains($0) } }
}
