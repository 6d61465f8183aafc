internal import Articles
import FeedLibrary
import Formats
import Messages
import Pipelines
import QueryLanguage
import TerminalPages

extension Invocation {
    /// Opens the database. Notices are printed on standard error.
    ///
    /// - Parameters:
    ///   - deadline: the deadline of the request. It includes the time to connect to a database server.
    ///   - settings: settings to use instead of those of the invocation.
    func library(
        _ access: Library.Access, until deadline: Deadline = .never, settings: Settings? = nil
    ) throws -> Library {
        let settings = settings ?? self.settings
        let messages = messages
        let library = try Library(
            path: settings.databasePath, for: access, until: deadline, settings: settings.library, clock: clock,
            trace: sqlTrace,
            notice: { messages.show($0) })
        guard let name = settings.value(.member) else { return library }
        return library.view(asMember: try library.members.named(name).number)
    }

    /// Prints SQL statements with `--verbose`; nil without it.
    var sqlTrace: (@Sendable (String) -> Void)? {
        guard messages.isVerbose else { return nil }
        let messages = messages
        return { sql in messages.trace("SQL: " + sql) }
    }

    /// Prints notes about parts of a query that look like operators but are searched as text.
    private func note(_ query: Query) {
        if let notice = query.noticeText(in: language.ofQueries) { messages.note(.queryNotice, [notice]) }
    }

    /// Parses a query. With `--literal`, it is read as plain words.
    func parse(_ text: String) throws -> Query {
        do {
            let query = try settings.has(.literal) ? QueryParser.literal(text) : QueryParser.parse(text)
            note(query)
            return query
        } catch {
            throw InvalidQuery(query: text, error: error)
        }
    }

    /// Selects the articles given by the words or by `--feed F --id G`.
    func select(
        _ words: [String], in library: Library, until deadline: Deadline = .never
    ) throws -> ArticleSelection {
        if let feed = settings.value(.feed), let id = settings.value(.id) {
            return try library.articles.select(feed: feed, id: id)
        }
        if words.isEmpty { throw missingOperand }
        let selection = try library.articles.select(words, isLiteral: settings.has(.literal), until: deadline)
        if !settings.has(.literal), let query = try? QueryParser.parse(words.joined(separator: " ")) { note(query) }
        return selection
    }

    /// The path given by `--folder`.
    var folder: [String]? { settings.value(.folder).map(FolderPath.parse) }

    /// Whether the output format is JSON or JSON lines.
    var isJSON: Bool { settings.has(.json) || settings.has(.jsonl) }

    /// Writes one line of JSON.
    func writeJSON(_ body: (inout JSONWriter) throws -> Void) rethrows {
        var writer = JSONWriter()
        try body(&writer)
        writer.endLine()
        output.write(writer.bytes)
    }

    /// The error for missing words on the command line.
    var missingOperand: UsageError {
        UsageError.missingOperand(command: arguments.command.name, operands: arguments.command.operands)
    }
}
