import Articles
import Formats
import SQLiteStorage

/// `complete PREFIX`: ways to go on typing, the most frequent first.
enum CompleteCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let prefix = invocation.arguments.text
        guard !prefix.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let limit = invocation.settings.number(.limit) ?? defaultLimit
        let store = try invocation.openForReading()
        let completions = try store.until(invocation.deadline()) { try store.complete(prefix: prefix, limit: limit) }
        if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
            var writer = JSONWriter()
            writer.object { object in
                object.member("prefix", prefix)
                object.key("completions")
                object.array(completions) { writer, completion in
                    writer.object { object in
                        object.member("text", completion.text)
                        object.member("articles", completion.articles)
                        object.member("source", completion.source.rawValue)
                    }
                }
            }
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else {
            for completion in completions { invocation.output.line(TerminalSafe.line(completion.text)) }
        }
        return completions.isEmpty ? .nothingFound : .done
    }

    private static let defaultLimit = 10
}
