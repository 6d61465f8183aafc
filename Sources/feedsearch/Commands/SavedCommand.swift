import ArticleStorage

/// `saved`: the saved searches.
enum SavedCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let searches = try invocation.openForReading().savedSearches()
        for search in searches {
            if invocation.settings.has(.json) || invocation.settings.has(.jsonl) {
                var writer = JSONWriter()
                writer.object { object in
                    object.member("name", search.name)
                    object.member("query", search.query)
                    object.member("created", WallClock.rfc3339(search.created))
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let name = invocation.style.bold(TerminalSafe.line(search.name))
                invocation.output.line("\(name)\t\(TerminalSafe.line(search.query))")
            }
        }
        return .done
    }
}
