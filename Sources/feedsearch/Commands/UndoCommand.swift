import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `undo`: undoes the last action. `undo N` undoes a particular action, and `undo --list` lists the actions that can be
/// undone.
enum UndoCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.list) || invocation.settings.has(.dryRun) { return try list(invocation) }
        let words = invocation.arguments.operands
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "undo") }
        let id = try words.first.map { word in
            guard let number = ArticleSelection.number(word) else {
                throw UsageError.unexpectedOperand(word, command: "undo")
            }
            return number
        }
        guard let undone = try invocation.library(.changing).undo(id) else {
            invocation.messages.note(id == nil ? .logEmpty : .noSuchAction, words)
            return .nothingFound
        }
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.undone(undone) }
        } else {
            invocation.messages.note(.undone, [undone.action.text(invocation.language)])
            if undone.kept > 0 { invocation.messages.note(.undoneKept, [String(undone.kept)]) }
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let actions = try invocation.library(.reading).store.actions()
        if actions.isEmpty {
            invocation.messages.note(.logEmpty)
            return .nothingFound
        }
        if invocation.settings.has(.json) {
            for action in actions { invocation.writeJSON { $0.action(action) } }
            return .done
        }
        let rows = actions.map { action in
            [
                String(action.id), invocation.clock.minute(action.at), action.kindText(invocation.language),
                action.countText(invocation.language),
                action.subject.map { TerminalSafe.line(MaskedURL.mask($0)) } ?? "",
            ]
        }
        for line in invocation.tableLines([.right, .left, .left, .right, .flexible], rows) {
            invocation.output.line(line)
        }
        return .done
    }
}
