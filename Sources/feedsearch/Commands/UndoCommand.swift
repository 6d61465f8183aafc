import ArticleStorage

/// `undo`: what was removed last comes back; `--dry-run` lists what the bin holds.
enum UndoCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.dryRun) { return try list(invocation) }
        let store = try invocation.openExistingForWriting()
        let now = WallClock.now()
        try store.purgeBin(now: now)
        guard let undone = try store.undoRemoval(now: now) else {
            invocation.messages.note(.binEmpty)
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
            invocation.messages.note(.undone, [String(undone.numbers.count)])
        }
        return .done
    }

    private static func list(_ invocation: Invocation) throws -> ExitCode {
        let removals = try invocation.openForReading().removals()
        for removal in removals {
            if invocation.settings.has(.json) {
                var writer = JSONWriter()
                writer.object { writer in
                    writer.member("at", WallClock.rfc3339(removal.at))
                    writer.member("reason", removal.reason.rawValue)
                    writer.member("articles", removal.articles)
                }
                writer.endLine()
                invocation.output.write(writer.bytes)
            } else {
                let message = removal.reason == .deleted ? Message.binLine : .binLineOld
                let time = WallClock.rfc3339(removal.at)
                invocation.output.line(message.text(invocation.language, [time, String(removal.articles)]))
            }
        }
        if removals.isEmpty { invocation.messages.note(.binEmpty) }
        return removals.isEmpty ? .nothingFound : .done
    }
}
