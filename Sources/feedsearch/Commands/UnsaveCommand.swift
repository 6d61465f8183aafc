import Articles
import SQLiteStorage

/// `unsave NAME`: forgets a saved search.
enum UnsaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let name = invocation.arguments.text
        guard !name.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        guard try invocation.openExistingForWriting().unsave(search: name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        return .done
    }
}
