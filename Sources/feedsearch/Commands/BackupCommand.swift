import FeedLibrary
import Messages
import TerminalPages

/// `backup FILE`: writes and verifies a copy of the database. Other processes may write to the database meanwhile.
enum BackupCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let target = try invocation.fileOperand()
        let source = invocation.settings.databasePath
        try Library.backUp(
            source, to: target, replaces: invocation.settings.has(.yes), invocation.language, trace: invocation.sqlTrace
        )
        invocation.messages.note(.backedUp, [source, target])
        return .done
    }
}

/// `restore FILE`: replaces the database with a verified copy of a backup.
enum RestoreCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let source = try invocation.fileOperand()
        let target = invocation.settings.databasePath
        let kept = try Library.restore(
            source, to: target, replaces: invocation.settings.has(.yes), invocation.language, trace: invocation.sqlTrace
        )
        if let kept { invocation.messages.warning(.keptDamaged, [kept]) }
        invocation.messages.note(.restored, [target, source])
        return .done
    }
}

extension Invocation {
    /// The only operand of a command that needs a file.
    fileprivate func fileOperand() throws(UsageError) -> String {
        guard let path = arguments.operands.first else { throw missingOperand }
        if arguments.operands.count > 1 {
            throw .unexpectedOperand(arguments.operands[1], command: arguments.command.name)
        }
        return path
    }
}
