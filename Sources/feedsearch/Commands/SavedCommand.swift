import Alerting
import Articles
import FeedLibrary
internal import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `saved [NAME]`: lists the saved searches. `--to` writes the articles of one search as a feed.
enum SavedCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let name = invocation.arguments.operands.isEmpty ? nil : invocation.arguments.text
        if !invocation.settings.has(.plot) {
            for flag in [Flag.by, .csv] where invocation.arguments.has(flag) {
                throw invocation.userError(.flagNeedsPlot, [flag.spelling])
            }
        }
        let searches = try library.store.savedSearches(named: name)
        if let name, searches.isEmpty { throw StorageError.noSuchSavedSearch(name) }
        if invocation.settings.has(.plot) {
            guard name != nil, let search = searches.first else {
                throw UsageError.missingOperand(command: invocation.arguments.command.name, operands: "NAME")
            }
            return try plot(search, library, invocation)
        }
        if let format = invocation.settings.value(.to) {
            guard name != nil, let search = searches.first else {
                throw UsageError.missingOperand(command: invocation.arguments.command.name, operands: "NAME")
            }
            if format == "epub" {
                if invocation.output.isTerminal { throw invocation.userError(.epubToTerminal) }
                let days = invocation.settings.number(.days) ?? Digests.defaultDays
                guard let book = try library.digests.book(of: search.name, days: days) else { return .nothingFound }
                invocation.output.write(book.bytes)
                return .done
            }
            if format == "digests" {
                let feed = try library.digests.atom(of: search.name, .day)
                invocation.output.write(feed.document)
                return feed.count == 0 ? .nothingFound : .done
            }
            guard let form = SearchFeed.Format(rawValue: format) else {
                throw invocation.userError(.notAChoice, ["--to", format, "jsonfeed|atom|digests|epub"])
            }
            let feed = try library.savedSearches.feed(of: search, as: form)
            invocation.output.write(feed.document)
            return feed.count == 0 ? .nothingFound : .done
        }
        if invocation.isJSON {
            for search in searches { invocation.writeJSON { $0.savedSearch(search) } }
            return .done
        }
        let rows = searches.map { search in
            [
                invocation.style.bold(TerminalSafe.line(search.name)) + color(of: search, invocation),
                TerminalSafe.line(search.query),
            ]
                + (search.rule.map { [TerminalSafe.line($0.summary)] } ?? [])
        }
        for (search, line) in zip(searches, invocation.tableLines([.left, .flexible, .flexible], rows)) {
            invocation.output.line(line)
            invocation.showFailure(on: search.failedOn)
        }
        return .done
    }

    /// The colour of a search, with its name.
    private static func color(of search: SavedSearch, _ invocation: Invocation) -> String {
        search.color.map { " " + invocation.style.tint("■ " + $0.rawValue, $0) } ?? ""
    }

    private static func plot(_ search: SavedSearch, _ library: Library, _ invocation: Invocation) throws -> ExitCode {
        let step = invocation.settings.value(.by).flatMap(PlotStep.init(rawValue:))
        let plot = try library.trends.plot(of: search, by: step, until: invocation.deadline())
        if invocation.settings.has(.csv) {
            invocation.output.write(plot.csv)
        } else if invocation.isJSON {
            invocation.writeJSON { $0.trendPlot(plot, name: search.name, query: search.query) }
        } else {
            let chart = invocation.trendChart
            for line in chart.lines(plot, name: search.name) { invocation.output.line(line) }
            if !plot.events.isEmpty { invocation.output.line(Message.trendEvents.text(invocation.language)) }
            for line in chart.events(plot) { invocation.output.line(line) }
        }
        return plot.total == 0 ? .nothingFound : .done
    }
}
