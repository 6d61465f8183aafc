import ArticleStorage
import TextAnalysis

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
        let started = WallClock.monotonicSeconds()
        var options = SearchOptions(settings)
        let isJSON = settings.has(.json) || settings.has(.jsonl)
        if settings.has(.count), !isJSON {
            options.limit = 1
            options.idsOnly = true
        }
        let answer = try store.search(options.request(query, utcOffset: invocation.utcOffset))
        let milliseconds = ((WallClock.monotonicSeconds() - started) * 1e6).rounded() / 1e3
        if isJSON {
            var writer = JSONWriter()
            writer.answer(answer, query: text, milliseconds: milliseconds, idsOnly: options.idsOnly)
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else if settings.has(.count) {
            invocation.output.line(String(answer.total))
        } else if settings.has(.nul) {
            for hit in answer.hits { if let url = hit.url { invocation.output.write(url + "\0") } }
        } else {
            show(answer, text, invocation)
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

    private static func show(_ answer: SearchAnswer, _ text: String, _ invocation: Invocation) {
        if let explanation = answer.explanation { explain(explanation, text, invocation.output) }
        if answer.relaxed { invocation.messages.note(.relaxed) }
        let page = HitPage(
            style: invocation.style, language: invocation.language,
            columns: max(40, min(120, Terminal.columns(.standardOutput))), isUTC: invocation.settings.has(.utc))
        for (index, hit) in answer.hits.enumerated() {
            if index > 0 { invocation.output.write("\n") }
            invocation.output.write(page.text(hit))
        }
        invocation.output.flush()
        if answer.total == 0 {
            invocation.messages.note(.nothingFound)
        } else if let cursor = answer.cursor {
            let total = answer.totalIsLowerBound ? "\(answer.total)+" : String(answer.total)
            invocation.messages.note(.moreHits, [String(answer.hits.count), total, cursor])
        }
    }

    /// What the query became, before the hits.
    private static func explain(_ explanation: SearchExplanation, _ text: String, _ output: OutputWriter) {
        let tokens = Analyzer.shared.tokens(of: text).map { "\($0.kind):\($0.text)" }
        output.line("query:  " + TerminalSafe.line(explanation.query))
        output.line("tokens: " + TerminalSafe.line(tokens.joined(separator: " ")))
        output.line("index:  " + TerminalSafe.line(explanation.match))
        if !explanation.filter.isEmpty { output.line("filter: " + TerminalSafe.line(explanation.filter)) }
        for term in explanation.terms {
            let weight = (term.weight * 1e4).rounded() / 1e4
            output.line("term:   \(TerminalSafe.line(term.term))  articles \(term.articles)  weight \(weight)")
        }
        output.write("\n")
    }
}
