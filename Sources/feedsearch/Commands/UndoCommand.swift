import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteStorage
import TerminalPages

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
        guard let undone = try invocation.library(.changing).undo(id) else {
            invocation.messages.note(id == nil ? .binEmpty : .noSuchRemoval, words)
            return .nothingFound
        }
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.restored(undone.numbers) }
        } else {
            let time = CivilTime.rfc3339(undone.removal.at)
            let message = undone.removal.reason == .deleted ? Message.undone : .undoneOld
            invocation.messages.note(message, [String(undone.numbers.count), time])
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let removals = try invocation.library(.reading).store.removals()
        for removal in removals {
            if invocation.settings.has(.json) {
                invocation.writeJSON { $0.removal(removal) }
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
