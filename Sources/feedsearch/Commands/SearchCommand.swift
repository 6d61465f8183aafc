import Articles
import SQLiteStorage

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
        let store = try invocation.openForReading()
        // Before the search: what is committed in between then counts as new.
        let token = settings.has(.live) ? try store.historyToken() : 0
        let started = WallClock.monotonicSeconds()
        var options = try SearchOptions(invocation)
        let form = SearchOutput(invocation: invocation, text: text, idsOnly: options.idsOnly)
        if form.isCount {
            options.limit = 1
            options.idsOnly = true
        }
        let request = options.request(query, utcOffset: invocation.utcOffset)
        let (answer, facets) = try store.answer(request, options)
        let milliseconds = ((WallClock.monotonicSeconds() - started) * 1e6).rounded() / 1e3
        form.show(answer, facets, milliseconds: milliseconds)
        if settings.has(.live) {
            let live = LiveSearch(request: request, options: options, store: store, output: form)
            return try live.run(since: token, shown: answer.hits.map(\.n))
        }
        return answer.total > 0 ? .done : .nothingFound
    }

    /// The words as typed, behind a saved search where one is named.
    private static func queryText(_ invocation: Invocation) -> String {
        let words = invocation.arguments.text
        guard let saved = invocation.settings.value(.saved) else { return words }
        let name = "search:\"\(saved)\""
        return words.isEmpty ? name : "\(name) (\(words))"
    }
}
