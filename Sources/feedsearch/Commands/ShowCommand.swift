import Articles
import FeedLibrary
import Formats
import Ingestion
import Markup
import SQLiteStorage
import System
import TerminalText

/// `show N…`: an article to read, or as JSON.
enum ShowCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let selection = try invocation.select(invocation.arguments.operands, in: library)
        for (index, number) in selection.numbers.enumerated() {
            guard let article = try library.store.article(number) else {
                throw StorageError.noSuchArticle("#\(number)")
            }
            if invocation.settings.has(.json) {
                invocation.writeJSON { $0.shown(article, isWhole: invocation.settings.has(.all)) }
            } else {
                if index > 0 { invocation.output.write("\n") }
                invocation.output.write(head(article, invocation))
                writeBody(article, invocation)
            }
        }
        return selection.numbers.isEmpty ? .nothingFound : .done
    }

    private static func head(_ article: Article, _ invocation: Invocation) -> String {
        let style = invocation.style
        let title = article.title.isEmpty ? Message.untitled.text(invocation.language) : article.title
        var text = style.number("#\(article.id)") + " " + style.bold(TerminalSafe.line(title)) + "\n"
        var rows: [String] = []
        rows.append(TerminalSafe.line(article.feedTitle ?? MaskedURL.mask(article.feed)))
        if let author = article.author { rows.append(TerminalSafe.line(author)) }
        rows.append(invocation.clock.minute(article.published ?? article.received))
        text += style.dim(rows.joined(separator: " · ")) + "\n"
        if let url = article.url { text += TerminalSafe.line(MaskedURL.mask(url)) + "\n" }
        let tags = article.ownTags + article.tags
        let state = [article.read ? nil : "is:unread", article.starred ? "is:starred" : nil].compactMap(\.self)
        let marks = state + tags.map { "#" + TerminalSafe.line($0) }
        if !marks.isEmpty { text += style.name(marks.joined(separator: " ")) + "\n" }
        if invocation.settings.has(.all) {
            for row in ArticleDetails(article: article, clock: invocation.clock).rows {
                text += style.dim(TerminalSafe.line(row.name) + ": ") + TerminalSafe.line(row.value) + "\n"
            }
        }
        return text + "\n"
    }

    private static func writeBody(_ article: Article, _ invocation: Invocation) {
        let columns = max(40, min(100, Terminal.columns(.standardOutput)))
        let body = TerminalSafe.lines(article.body)
        for paragraph in body.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            for line in TextWrap.lines(String(Substring(paragraph)), width: columns) { invocation.output.line(line) }
        }
    }
}
