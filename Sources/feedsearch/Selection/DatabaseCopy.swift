import Articles
import SQLiteStorage

/// `backup` and `restore`: the verified copy of one database in the place of another.
enum DatabaseCopy {
    /// The only operand of both commands.
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

    /// - Parameter keepsUnreadable: what stands at `target` and cannot be read is kept under another name.
    /// - Throws: `StorageError`; `target` is as it was.
    static func copy(
        _ source: String, to target: String, keepsUnreadable: Bool, _ invocation: Invocation
    ) throws {
        let copy = try VerifiedCopy(of: source, for: target, trace: invocation.sqlTrace)
        if let kept = try copy.putInPlace(keepsUnreadable: keepsUnreadable) {
            invocation.messages.warning(.keptDamaged, [kept])
        }
    }
}
