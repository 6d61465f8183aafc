import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `check`: checks that the article store and the index are consistent. Exits with 0 only if they are.
enum CheckCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let report = try open(invocation).store.check()
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.checkReport(report) }
        } else {
            for problem in report.problems { invocation.output.line(TerminalSafe.line(problem)) }
        }
        if report.problems.isEmpty {
            invocation.messages.note(.checkPassed, [String(report.articles), String(report.feeds)])
            return .done
        }
        throw invocation.userError(.checkFailed, [String(report.problems.count)])
    }

    /// Opens the library read-only, so that nothing is changed. First upgrades an older database and continues an
    /// unfinished upgrade, as any command that writes does.
    private static func open(_ invocation: Invocation) throws -> Library {
        do {
            let library = try invocation.library(.reading)
            if try library.store.indexingProgress() == nil { return library }
        } catch StorageError.needsMigration {
            // Open the library for writing below.
        }
        return try invocation.library(.changing)
    }
}
