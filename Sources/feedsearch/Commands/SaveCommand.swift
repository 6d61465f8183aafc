import Articles
import FeedLibrary
import Messages
import QueryLanguage
import System
import TerminalPages

/// `save NAME QUERY`: saves a query under a name, which can be used in `--saved NAME`, `search:NAME` and alerts.
enum SaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let options = try AlertOptions(invocation)
        if let path = invocation.settings.value(.from) { return try saveAll(path, options, invocation) }
        let words = invocation.arguments.operands
        guard words.count > 1, let name = words.first else { throw invocation.missingOperand }
        let text = words.dropFirst().joined(separator: " ")
        // Report an invalid query before saving it.
        let query = try invocation.parse(text)
        if invocation.settings.has(.dryRun) { return try tryCondition(name, text, query, options, invocation) }
        let library = try invocation.library(.writing)
        guard try isAgreed(name, text, options, invocation, library) else { return .done }
        try library.savedSearches.save(
            name, text, query: query, comment: invocation.settings.value(.comment), options: options,
            color: invocation.settings.value(.tint)
        ) { try invocation.deadline() }
        return .done
    }

    /// Shows when the condition would have been met in the last 365 days, without saving the search.
    private static func tryCondition(
        _ name: String, _ text: String, _ query: Query, _ options: AlertOptions, _ invocation: Invocation
    ) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let stored = try library.store.savedSearches(named: name).first?.rule?.condition
        guard let condition = try (options.condition ?? stored).map(library.trends.condition) else {
            throw invocation.userError(.trendNeedsCondition, [])
        }
        let isJSON = invocation.isJSON
        let plot = try library.trends.trial(
            of: query, condition, by: isJSON ? .day : .week, until: invocation.deadline())
        if isJSON {
            invocation.writeJSON { $0.trendPlot(plot, name: name, query: text) }
            return .done
        }
        let chart = invocation.trendChart
        for line in chart.lines(plot, name: name) + [""] { invocation.output.line(line) }
        let days = String(Trends.trialDays)
        let found =
            plot.events.isEmpty
            ? Message.trendNever.text(invocation.language, [condition.text, days])
            : Message.trendTrial.text(invocation.language, [condition.text, String(plot.events.count), days])
        invocation.output.line(found)
        for line in chart.events(plot) { invocation.output.line(line) }
        return .done
    }

    /// Asks for confirmation if an existing saved search would be replaced. Returns whether to save.
    private static func isAgreed(
        _ name: String, _ text: String, _ options: AlertOptions, _ invocation: Invocation, _ library: Library
    ) throws -> Bool {
        if invocation.settings.has(.replace) { return true }
        let changes = try library.savedSearches.changes(saving: name, text, options: options)
        if changes.isEmpty { return true }
        let lines = changes.map { "  \($0.old)  →  \($0.new)" }
        for line in lines { invocation.messages.warning(.saveChanges, [name, line]) }
        return try invocation.isAgreed(.askReplace, otherwise: .needsReplace, changes.count)
    }

    private static func saveAll(_ path: String, _ options: AlertOptions, _ invocation: Invocation) throws -> ExitCode {
        let entries = try SavedSearchFile.read(path, invocation.language)
        let queries = try entries.map { entry in
            do { return try entry.parse() } catch {
                invocation.messages.warning(.refused, [entry.place, entry.name])
                throw error
            }
        }
        try invocation.library(.writing).savedSearches.saveAll(entries, queries: queries, given: options) {
            try invocation.deadline()
        }
        return .done
    }
}

/// `unsave NAME`: removes a saved search.
enum UnsaveCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let name = invocation.arguments.text
        if name.isEmpty { throw invocation.missingOperand }
        try invocation.library(.changing).savedSearches.remove(name)
        return .done
    }
}

extension AlertOptions {
    /// The largest template that is read from a file.
    private static let maxTemplateBytes = 64 << 10

    private static func template(_ path: String, _ invocation: Invocation) throws -> String {
        do throws(SystemError) {
            return String(decoding: try FileSystem.read(path, limit: maxTemplateBytes), as: UTF8.self)
        } catch { throw UserFacingError(error, language: invocation.language) }
    }

    /// The alert options given by the flags of `save`.
    fileprivate init(_ invocation: Invocation) throws {
        self.init()
        let settings = invocation.settings
        notify = settings.value(.notify)
        digest = settings.value(.digest)
        quietHours = settings.value(.quietHours)
        secret = settings.value(.secret)
        signature = settings.value(.signature)
        headers = settings.value(.headers)
        contentType = settings.value(.contentType)
        condition = settings.value(.when)
        if settings.has(.each) { isEach = true }
        if settings.has(.together) { isEach = false }
        if let path = settings.value(.template) {
            template = path == "none" ? path : try Self.template(path, invocation)
        }
    }
}
