import Articles
import FeedLibrary
import SQLiteStorage
import System
import TerminalPages

/// `search`, which is what happens without a command's name: one query, its hits on standard output.
enum SearchCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        let text = queryText(invocation)
        guard !text.isEmpty else {
            if settings.has(.jsonl) { return try SearchBatch.run(invocation) }
            throw UsageError.emptyQuery
        }
        let query = try invocation.parse(text)
        var options = try SearchOptions(invocation)
        let deadline = options.deadline
        let library = try invocation.library(.reading, until: deadline)
        // A search there may take tens of megabytes, in thousands of page faults.
        if library.store.memoryAhead > 0 {
            FreedMemory.keep()
            FreedMemory.useLargePages()
        }
        // Before the search: what is committed in between then counts as new.
        let token = settings.has(.live) ? try library.store.until(deadline) { try library.store.historyToken() } : 0
        let launcher = invocation.launcherFormat
        let form = SearchOutput(
            invocation: invocation, text: text, idsOnly: options.idsOnly,
            format: launcher == nil ? try invocation.articleFormat() : nil, launcher: launcher)
        if form.isCount {
            options.limit = 1
            options.idsOnly = true
        }
        let result = try library.search(query, options, until: deadline)
        form.show(result.answer, result.facets, milliseconds: result.milliseconds)
        if settings.has(.live) {
            var live = LiveSearch(
                matches: LiveMatches(library, after: result, options, since: token), output: form)
            return try live.run()
        }
        return result.answer.total > 0 ? .done : .nothingFound
    }

    /// The words as typed, behind a saved search where one is named.
    private static func queryText(_ invocation: Invocation) -> String {
        let words = invocation.arguments.text
        guard let saved = invocation.settings.value(.saved) else { return words }
        let name = "search:\"\(saved)\""
        return words.isEmpty ? name : "\(name) (\(words))"
    }
}
