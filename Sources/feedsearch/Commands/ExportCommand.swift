import Articles
import OPML
import SQLiteStorage

/// `export`: the subscriptions as OPML on standard output; importing it again gives the same. `--starred`: the favourites.
enum ExportCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if invocation.settings.has(.starred) { return try FavouritesExport.run(invocation) }
        let store = try invocation.openForReading()
        let feeds = try store.until(invocation.givenDeadline()) { try store.feeds() }
        let outlines = feeds.flatMap { feed in
            // A feed in several folders stands in each.
            (feed.folders.isEmpty ? [[]] : feed.folders).map { folder in
                OPMLFeed(
                    url: feed.url, title: feed.ownTitle ?? feed.title ?? "", htmlURL: feed.homeURL, folders: folder)
            }
        }
        let title = Message.exportTitle.text(invocation.language)
        invocation.output.write(Array(OPMLWriter.write(OPMLDocument(title: title, feeds: outlines)).utf8))
        return .done
    }
}
