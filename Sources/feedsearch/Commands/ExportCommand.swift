import FeedLibrary

/// `export`: the subscriptions as OPML on standard output; importing it again gives the same. `--starred`: the favourites.
enum ExportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let library = try invocation.library(.reading)
        let deadline = try invocation.givenDeadline()
        if invocation.settings.has(.starred) {
            try library.exportFavourites(asLines: invocation.settings.has(.jsonl), until: deadline) {
                invocation.output.write($0)
            }
        } else {
            invocation.output.write(Array(try library.exportSubscriptions(until: deadline).utf8))
        }
        return .done
    }
}
