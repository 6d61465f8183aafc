import ArticleStorage

/// `backup FILE`: a copy of the database as it is now, whole, while others may write to it.
enum BackupCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let target = try fileOperand(invocation)
        let store = try invocation.openForReading()
        if FileSystem.kind(target) != nil, !invocation.settings.has(.yes) {
            throw invocation.complaint(.fileExists, [target])
        }
        try DatabaseCopy.copy(store, to: target, invocation)
        invocation.messages.note(.backedUp, [store.path, target])
        return .done
    }

    static func fileOperand(_ invocation: Invocation) throws(UsageError) -> String {
        let spec = invocation.arguments.command
        guard let path = invocation.arguments.operands.first else {
            throw .missingOperand(command: spec.name, operands: spec.operands)
        }
        if invocation.arguments.operands.count > 1 {
            throw .unexpectedOperand(invocation.arguments.operands[1], command: spec.name)
        }
        return path
    }
}
