import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteEngine
import TerminalPages

/// `list [QUERY…]`: prints all matching articles, newest first. On a terminal each article is one line, and in a pipe
/// only its id. `--format` sets another line format, and `--jsonl` prints complete articles for `ingest`.
enum ListCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let text = invocation.arguments.text
        let query = text.isEmpty ? nil : try invocation.parse(text)
        let launcher = invocation.launcherFormat
        let format = launcher == nil ? try invocation.articleFormat() : nil
        let deadline = try invocation.givenDeadline()
        let library = try invocation.library(.reading, until: deadline)
        let store = library.store
        let write = try launcher.map { items($0, invocation, store) } ?? writer(format, invocation, library)
        if let launcher { invocation.output.write(launcher.head) }
        defer { if let launcher { invocation.output.write(launcher.foot) } }
        var found = false
        try store.until(deadline) {
            try library.articles.forEachMatch(
                query, inPartsOf: StoredArticles.articlesAtOnce, foldsReplies: invocation.settings.has(.foldReplies)
            ) { numbers in
                found = true
                try write(numbers)
            }
        }
        if !found, query != nil { invocation.output.isTerminal ? invocation.messages.note(.nothingFound) : () }
        return found || query == nil ? .done : .nothingFound
    }

    private static func items(
        _ launcher: LauncherFormat, _ invocation: Invocation, _ store: any ArticleStore
    ) -> ([Int64]) throws -> Void {
        var isFirst = true
        return { numbers in
            for article in try store.articlesOfList(numbers) {
                let item = LauncherFormat.Item(article)
                invocation.output.write(
                    launcher.text(item, isFirst: isFirst, language: invocation.language, clock: invocation.clock))
                isFirst = false
            }
        }
    }

    private static func writer(
        _ format: ArticleFormat?, _ invocation: Invocation, _ library: Library
    ) throws -> ([Int64]) throws -> Void {
        let (store, output) = (library.store, invocation.output)
        if invocation.settings.has(.jsonl) {
            return { numbers in
                for article in try store.articles(numbers, withTexts: true) {
                    var writer = JSONWriter()
                    writer.ingestLine(article)
                    writer.endLine()
                    output.write(writer.bytes)
                }
            }
        }
        let end = invocation.settings.has(.nul) ? "\0" : "\n"
        if let format {
            return { numbers in
                for article in try store.articles(numbers, withTexts: format.needsTexts) {
                    output.write(format.text(article, clock: invocation.clock) + end)
                }
            }
        }
        if output.isTerminal, end == "\n" {
            let row = try invocation.articleRow(library)
            return { numbers in
                let marks = try library.savedSearches.marks(of: numbers)
                for article in try store.articlesOfList(numbers) {
                    output.line(row.text(article, marks[article.id] ?? []))
                }
            }
        }
        return { numbers in
            for case let id? in try store.guids(of: numbers) { output.write(TerminalSafe.line(id) + end) }
        }
    }
}
