import Articles
import SQLiteStorage

/// `mark read|unread|starred|unstarred N…|QUERY`, `mark --all-read`.
enum MarkCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.allRead) { return try AllReadRun.run(invocation) }
        let words = invocation.arguments.operands
        let change: StateChange
        switch words.first {
        case "read": change = .read(true)
        case "unread": change = .read(false)
        case "starred": change = .starred(true)
        case "unstarred": change = .starred(false)
        default:
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        return try StateChangeRun.run([change], Array(words.dropFirst()), invocation)
    }
}
