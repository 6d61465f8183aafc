import Articles
import Formats
import SQLiteStorage

/// `check`: whether store and index agree; 0 only if they do.
enum CheckCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let report = try open(invocation).check()
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.object { object in
                object.member("articles", report.articles)
                object.member("feeds", report.feeds)
                object.member("problems", report.problems)
            }
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else {
            for problem in report.problems { invocation.output.line(TerminalSafe.line(problem)) }
        }
        if report.problems.isEmpty {
            invocation.messages.note(.checkPassed, [String(report.articles), String(report.feeds)])
            return .done
        }
        throw invocation.complaint(.checkFailed, [String(report.problems.count)])
    }

    /// For reading, so that nothing is changed. A database of an older version is brought up to date first, and what an upgrade
    /// left to be done is gone on with, as by any command that writes.
    private static func open(_ invocation: Invocation) throws -> any ArticleStore {
        do {
            let store = try invocation.openForReading()
            if try store.indexingProgress() == nil { return store }
        } catch StorageError.needsMigration {
            // As below.
        }
        return try invocation.openExistingForWriting()
    }
}
