import FeedLibrary
import Messages
import TerminalPages

/// `copy FROM TO`: copies a whole library. Each place is a file or a database on a server.
enum CopyCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let places = invocation.arguments.operands
        guard places.count >= 2 else { throw invocation.missingOperand }
        if places.count > 2 {
            throw UsageError.unexpectedOperand(places[2], command: invocation.arguments.command.name)
        }
        let report = try Library.copy(places[0], to: places[1], invocation.language, trace: invocation.sqlTrace)
        invocation.messages.note(
            .libraryCopied,
            [
                places[0], places[1], String(report.articles), String(report.feeds), String(report.savedSearches),
                String(report.rules), String(report.removed),
            ])
        let damaged = report.damagedActions
        if !damaged.isEmpty {
            invocation.messages.warning(
                .copiedWithoutUndo,
                [String(damaged.count), places[0], places[1], damaged.map { String($0) }.joined(separator: ", ")])
        }
        return .done
    }
}
