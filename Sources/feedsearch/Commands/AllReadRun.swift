import Articles
import QueryLanguage
import SQLiteStorage

/// `mark --all-read`: everything, or all of a feed or folder, up to what the reader has seen.
enum AllReadRun {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let settings = invocation.settings
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: "mark --all-read")
        }
        let store = try invocation.openExistingForWriting()
        var scope = ReadScope()
        // What arrives from here on was not on anybody's screen.
        scope.newestSeen = try store.newestNumber()
        if let name = settings.value(.feed) {
            scope.feed = try store.feed(typed: name).id
        }
        if let folder = settings.value(.folder) {
            guard try store.hasFolder(folder) else { throw invocation.complaint(.noSuchFolder, [folder]) }
            scope.folder = folder
        }
        scope.within = settings.value(.in)
        if let text = settings.value(.before) { try read(text, into: &scope, invocation) }
        if settings.has(.dryRun) {
            let numbers = try store.unread(in: scope)
            for number in numbers {
                guard let article = try store.article(number) else { continue }
                invocation.output.line("#\(number) \(TerminalSafe.line(article.title))")
            }
            invocation.messages.note(.wouldChange, [String(numbers.count)])
            return .done
        }
        invocation.messages.note(.allMarkedRead, [String(try store.markAllRead(scope))])
        return .done
    }

    /// `--before`: `1200` or `#1200` is an article, which was seen; anything else a date.
    private static func read(
        _ text: String, into scope: inout ReadScope, _ invocation: Invocation
    ) throws {
        if let number = ArticleSelection.number(text) {
            scope.newestSeen = min(number, scope.newestSeen ?? number)
            return
        }
        guard !text.contains(where: \.isWhitespace), let query = try? QueryParser.parse("before:" + text),
            case .filter(.date(let date, _), _) = query.root,
            let end = date.resolve(now: WallClock.now(), utcOffset: invocation.utcOffset).upper
        else { throw invocation.complaint(.badBefore, [text]) }
        scope.receivedBefore = end
    }
}
