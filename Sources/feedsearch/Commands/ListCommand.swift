import Articles
import FeedLibrary
import Formats
internal import JSONForms
import Messages
import SQLiteStorage
import TerminalPages
import TerminalText

/// `list [QUERY…]`: every article that matches, newest first: a line each on a terminal, ids in a pipe, lines of a format, or
/// with `--jsonl` the articles whole, as `ingest` reads them.
enum ListCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let text = invocation.arguments.text
        let query = text.isEmpty ? nil : try invocation.parse(text)
        let launcher = invocation.launcherFormat
        let format = launcher == nil ? try invocation.articleFormat() : nil
        let library = try invocation.library(.reading)
        let store = library.store
        let write = try launcher.map { items($0, invocation, store) } ?? writer(format, invocation, library)
        if let launcher { invocation.output.write(launcher.head) }
        defer { if let launcher { invocation.output.write(launcher.foot) } }
        var found = false
        try store.until(invocation.givenDeadline()) {
            try library.forEachMatch(query) { number in
                found = true
                try write(number)
                return true
            }
        }
        if !found, query != nil { invocation.output.isTerminal ? invocation.messages.note(.nothingFound) : () }
        return found || query == nil ? .done : .nothingFound
    }

    private static func items(
        _ launcher: LauncherFormat, _ invocation: Invocation, _ store: any ArticleStore
    ) -> (Int64) throws -> Void {
        var isFirst = true
        return { number in
            guard let article = try store.articleOfList(number) else { return }
            let item = LauncherFormat.Item(article)
            invocation.output.write(
                launcher.text(item, isFirst: isFirst, language: invocation.language, clock: invocation.clock))
            isFirst = false
        }
    }

    private static func writer(
        _ format: ArticleFormat?, _ invocation: Invocation, _ library: Library
    ) throws -> (Int64) throws -> Void {
        let (store, output) = (library.store, invocation.output)
        if invocation.settings.has(.jsonl) {
            return { number in
                guard let article = try store.article(number) else { return }
                var writer = JSONWriter()
                writer.ingestLine(article)
                writer.endLine()
                output.write(writer.bytes)
            }
        }
        let end = invocation.settings.has(.nul) ? "\0" : "\n"
        if let format {
            return { number in
                guard let article = try store.article(number, withTexts: format.needsTexts) else { return }
                output.write(format.text(article, clock: invocation.clock) + end)
            }
        }
        if output.isTerminal, end == "\n" {
            let row = try invocation.articleRow(library)
            return { number in
                if let article = try store.articleOfList(number) { output.line(row.text(article)) }
            }
        }
        return { number in
            if let id = try store.guid(of: number) { output.write(TerminalSafe.line(id) + end) }
        }
    }
}
