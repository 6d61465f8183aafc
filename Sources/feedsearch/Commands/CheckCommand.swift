import ArticleStorage

/// `check`: whether store and index agree; 0 only if they do.
enum CheckCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        // The index is recounted by a command that SQLite takes for a write.
        let store = try invocation.openExistingForWriting()
        let report = try store.check()
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
}
