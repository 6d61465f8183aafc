import Articles
import FeedLibrary
import SQLiteEngine
import System
import TerminalPages

/// `search`, the default command: runs one query and prints its hits.
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
        // A search may need tens of megabytes. Requesting the memory in advance avoids thousands of page faults.
        if library.store.memoryAhead > 0 {
            FreedMemory.keep()
            FreedMemory.useLargePages()
        }
        // Take the token before the search, so that commits during the search count as new.
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

    /// The query as entered, preceded by the saved search given by `--saved`.
    private static func queryText(_ invocation: Invocation) -> String {
        let words = invocation.arguments.text
        guard let saved = invocation.settings.value(.saved) else { return words }
        let name = "search:\"\(saved)\""
        return words.isEmpty ? name : "\(name) (\(words))"
    }
}
