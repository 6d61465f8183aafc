import FeedLibrary
import Formats
import Messages
import Pipelines
import QueryLanguage
import TerminalPages

extension Invocation {
    /// Opens the database; what a person should hear of it goes to standard error.
    ///
    /// - Parameters:
    ///   - deadline: of the request that it is opened for: connecting to a server counts.
    ///   - settings: others than those of the invocation.
    func library(
        _ access: Library.Access, until deadline: Deadline = .never, settings: Settings? = nil
    ) throws -> Library {
        let settings = settings ?? self.settings
        let messages = messages
        return try Library(
            path: settings.databasePath, for: access, until: deadline, settings: settings.library, clock: clock,
            trace: sqlTrace,
            notice: { messages.show($0) })
    }

    /// Where the statements of SQL go with `--verbose`.
    var sqlTrace: (@Sendable (String) -> Void)? {
        guard messages.isVerbose else { return nil }
        let messages = messages
        return { sql in messages.trace("SQL: " + sql) }
    }

    /// A query as typed, or as plain words with `--literal`.
    func parse(_ text: String) throws -> Query {
        do {
            return try settings.has(.literal) ? QueryParser.literal(text) : QueryParser.parse(text)
        } catch {
            throw QueryComplaint(query: text, error: error)
        }
    }

    /// The articles that words or `--feed F --id G` name.
    func select(
        _ words: [String], in library: Library, until deadline: Deadline = .never
    ) throws -> ArticleSelection {
        if let feed = settings.value(.feed), let id = settings.value(.id) {
            return try library.select(feed: feed, id: id)
        }
        if words.isEmpty { throw missingOperand }
        return try library.select(words, isLiteral: settings.has(.literal), until: deadline)
    }

    /// The folder that `--folder` names.
    var folder: [String]? { settings.value(.folder).map(FolderPath.parse) }

    /// Answers are JSON, one line each.
    var isJSON: Bool { settings.has(.json) || settings.has(.jsonl) }

    /// Writes one line of JSON.
    func writeJSON(_ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        body(&writer)
        writer.endLine()
        output.write(writer.bytes)
    }

    /// That the command needs more words than were typed.
    var missingOperand: UsageError {
        UsageError.missingOperand(command: arguments.command.name, operands: arguments.command.operands)
    }
}
