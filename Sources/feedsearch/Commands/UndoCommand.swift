import Articles
import Formats
import SQLiteStorage

/// `undo`: what was removed last comes back; `undo N`: a certain removal; `--dry-run` lists what the bin holds.
enum UndoCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.dryRun) { return try list(invocation) }
        let words = invocation.arguments.operands
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "undo") }
        let id = try words.first.map { word in
            guard let number = ArticleSelection.number(word) else {
                throw UsageError.unexpectedOperand(word, command: "undo")
            }
            return number
        }
        let store = try invocation.openExistingForWriting()
        try store.purgeBin(now: WallClock.now())
        guard let undone = try store.undoRemoval(id) else {
            invocation.messages.note(id == nil ? .binEmpty : .noSuchRemoval, words)
            return .nothingFound
        }
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.object { writer in
                writer.key("restored")
                writer.array(undone.numbers) { $0.number($1) }
            }
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else {
            let time = CivilTime.rfc3339(undone.removal.at)
            let message = undone.removal.reason == .deleted ? Message.undone : .undoneOld
            invocation.messages.note(message, [String(undone.numbers.count), time])
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let removals = try invocation.openForReading().removals()
        for removal in removals {
            if invocation.settings.has(.json) {
                var writer = JSONWriter()
                writer.object { writer in
                    writer.member("removal", Int(removal.id))
                    writer.member("at", CivilTime.rfc3339(removal.at))
                    writer.member("reason", removal.reason.rawValue)
                    writer.member("articles", removal.articles)
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let message = removal.reason == .deleted ? Message.binLine : .binLineOld
                let time = CivilTime.rfc3339(removal.at)
                let parts = [time, String(removal.articles), String(removal.id)]
                invocation.output.line(message.text(invocation.language, parts))
            }
        }
        if removals.isEmpty { invocation.messages.note(.binEmpty) }
        return removals.isEmpty ? .nothingFound : .done
    }
}
