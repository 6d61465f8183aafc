import DocumentWriting
import FeedLibrary
import Messages
import TerminalPages

/// `export`: writes the subscriptions, or with `--starred` the favourites, to standard output, in the format of `--to`.
enum ExportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let text = invocation.arguments.text
        let document = invocation.settings.value(.to).flatMap(ArticleDocument.Format.init(rawValue:))
        if !text.isEmpty || document != nil { return try exportDocument(text, invocation) }
        let isStarred = invocation.settings.has(.starred)
        let form = try form(invocation, of: isStarred ? ExportForm.ofFavourites : ExportForm.ofSubscriptions)
        let deadline = try invocation.givenDeadline()
        let library = try invocation.library(.reading, until: deadline)
        if isStarred {
            try library.articles.exportFavourites(as: form, until: deadline) { invocation.output.write($0) }
        } else {
            invocation.output.write(
                Array(
                    try library.lists.export(
                        as: form, until: deadline, withSecrets: invocation.settings.has(.secrets)
                    ).utf8))
        }
        return .done
    }

    /// Writes the articles that match a query as one document.
    private static func exportDocument(_ text: String, _ invocation: Invocation) throws -> ExitCode {
        let name = invocation.settings.value(.to) ?? ArticleDocument.Format.epub.rawValue
        guard let format = ArticleDocument.Format(rawValue: name), !invocation.settings.has(.starred) else {
            let names = ArticleDocument.Format.allCases.map(\.rawValue).joined(separator: "|")
            throw invocation.userError(.notAChoice, ["--to", name, names])
        }
        guard !text.isEmpty else { throw invocation.userError(.exportWantsQuery, [name]) }
        let query = try invocation.parse(text)
        let deadline = try invocation.givenDeadline()
        let output = invocation.output
        if format == .epub, output.isTerminal { throw invocation.userError(.epubToTerminal) }
        let library = try invocation.library(.reading, until: deadline)
        let count = try library.articles.exportDocument(
            of: query, as: format, limit: invocation.settings.number(.limit) ?? maxArticles, until: deadline
        ) { output.write($0) }
        return count > 0 ? .done : .nothingFound
    }

    /// The number of articles in a document without `--limit`.
    private static let maxArticles = 1_000

    private static func form(_ invocation: Invocation, of forms: [ExportForm]) throws -> ExportForm {
        guard let name = invocation.settings.value(.to) else {
            return invocation.settings.has(.jsonl) && forms.contains(.jsonl) ? .jsonl : forms[0]
        }
        guard let form = ExportForm(rawValue: name), forms.contains(form) else {
            throw invocation.userError(.notAChoice, ["--to", name, forms.map(\.rawValue).joined(separator: "|")])
        }
        return form
    }
}
