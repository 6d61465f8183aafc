import Articles
import FeedLibrary
import Formats
import SQLiteStorage
import TerminalText

/// `list [QUERY…]`: every article that matches, newest first: ids, or with `--jsonl` the articles whole, as `ingest`
/// reads them.
enum ListCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let text = invocation.arguments.text
        let query = text.isEmpty ? nil : try invocation.parse(text)
        let library = try invocation.library(.reading)
        let store = library.store
        let isJSONLines = invocation.settings.has(.jsonl)
        var found = false
        var writer = JSONWriter()
        try store.until(invocation.givenDeadline()) {
            try library.forEachMatch(query) { number in
                found = true
                if isJSONLines {
                    guard let article = try store.article(number) else { return true }
                    writer.removeAll()
                    writer.ingestLine(article)
                    writer.endLine()
                    invocation.output.write(writer.bytes)
                } else if let id = try store.guid(of: number) {
                    invocation.output.line(TerminalSafe.line(id))
                }
                return true
            }
        }
        return found || query == nil ? .done : .nothingFound
    }
}
