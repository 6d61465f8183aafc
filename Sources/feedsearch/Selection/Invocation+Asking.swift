import Articles
import FeedLibrary
import Messages
import SQLiteEngine
import System
import TerminalPages

extension Invocation {
    /// Whether the articles should be changed. With `--dry-run`, lists the articles and returns false. If a query found
    /// many articles, asks for confirmation.
    func isConfirmed(_ selection: ArticleSelection, in library: Library) throws -> Bool {
        if settings.has(.dryRun) {
            try listRows(selection.numbers, in: library)
            messages.note(.wouldChange, [String(selection.numbers.count)])
            return false
        }
        if !selection.isByQuery || selection.numbers.count <= ArticleSelection.askAbove { return true }
        return try isAgreed(.askMany, otherwise: .needsYes, selection.numbers.count)
    }

    /// Whether the user has agreed, with the flag `--yes` or by answering at the terminal.
    ///
    /// - Throws: `UserFacingError` if `--yes` is missing and there is no terminal.
    func isAgreed(_ question: Message, otherwise: Message, _ count: Int) throws -> Bool {
        if settings.has(.yes) { return true }
        guard FileDescriptor.standardInput.isTerminal, FileDescriptor.standardError.isTerminal else {
            throw userError(otherwise, [String(count)])
        }
        messages.note(question, [String(count)])
        var lines = LineReader(.standardInput)
        let answer = String(decoding: try lines.next() ?? [], as: UTF8.self).lowercased()
        return ["y", "yes", "是", "好"].contains(answer)
    }
}
