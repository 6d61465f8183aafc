import ArticleStorage

/// `save NAME QUERY`: keeps a query under a name, for `--saved NAME` and `search:NAME`.
enum SaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard words.count > 1, let name = words.first else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        let text = words.dropFirst().joined(separator: " ")
        // What cannot be searched for is not worth keeping.
        _ = try invocation.parse(text)
        try invocation.openForWriting().save(search: name, query: text, now: WallClock.now())
        invocation.messages.note(.savedSearch, [name, text])
        return .done
    }
}

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

/// `unsave NAME`: forgets a saved search.
enum UnsaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let name = invocation.arguments.text
        guard !name.isEmpty else {
            let spec = invocation.arguments.command
            throw UsageError.missingOperand(command: spec.name, operands: spec.operands)
        }
        guard try invocation.openExistingForWriting().unsave(search: name) else {
            throw StorageError.noSuchSavedSearch(name)
        }
        return .done
    }
}
