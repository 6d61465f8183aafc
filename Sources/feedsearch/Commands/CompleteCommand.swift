import Articles
import FeedLibrary
import Formats
import Messages
import Pipelines
import SQLiteEngine
import System
import TerminalPages

/// `complete PREFIX`: completions of a query, the most frequent first.
enum CompleteCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let line = invocation.settings.value(.line) { return complete(line: line, invocation) }
        let prefix = invocation.arguments.text
        if prefix.isEmpty { throw invocation.missingOperand }
        let limit = invocation.settings.number(.limit) ?? defaultLimit
        let deadline = try invocation.deadline()
        let store = try invocation.library(.reading, until: deadline).store
        let completions = try store.until(deadline) { try store.complete(prefix: prefix, limit: limit) }
        if invocation.isJSON {
            invocation.writeJSON { $0.completions(completions, of: prefix) }
        } else {
            for completion in completions { invocation.output.line(TerminalSafe.line(completion.text)) }
        }
        return completions.isEmpty ? .nothingFound : .done
    }

    /// Prints the candidates for completing the last word of a shell's command line. Each line contains a candidate, a
    /// tab and a description. Prints `:files` if the shell should complete file names.
    private static func complete(line text: String, _ invocation: Invocation) -> ExitCode {
        let line = CompletionLine(text)
        // The command line may specify another database with `--db`.
        let named = line.words.indices.dropLast().first { line.words[$0] == "--db" }.map { line.words[$0 + 1] }
        let path = named.map { DefaultPaths(Environment.value).expand($0) } ?? invocation.settings.databasePath
        let library = try? Library(
            path: path, for: .reading, until: .after(.milliseconds(TimeLimit.milliseconds)),
            settings: invocation.settings.library, clock: invocation.clock, trace: nil,
            notice: { _ in })
        let completion = LineCompletion(
            commands: CommandTable.commands, language: invocation.language, store: library?.store)
        switch completion.answer(line) {
        case .files: invocation.output.line(":files")
        case .candidates(let candidates):
            for candidate in candidates {
                invocation.output.line(TerminalSafe.line(candidate.text) + "\t" + TerminalSafe.line(candidate.about))
            }
        }
        return .done
    }

    private static let defaultLimit = 10
}
