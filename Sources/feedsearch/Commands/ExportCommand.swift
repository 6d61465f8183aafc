import FeedLibrary
import Messages
import TerminalPages

/// `export`: writes the subscriptions, or with `--starred` the favourites, to standard output, in the format of `--to`.
enum ExportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
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
