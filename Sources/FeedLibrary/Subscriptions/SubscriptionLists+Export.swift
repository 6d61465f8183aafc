internal import Articles
internal import Formats
internal import Ingestion
internal import Messages
internal import OPML
public import Pipelines
internal import QueryLanguage
internal import ReaderArchives

/// The formats of an export for other readers.
package enum ExportForm: String, CaseIterable, Sendable {
    /// Formats for subscriptions.
    case opml, newsboat
    /// Formats for starred articles.
    case jsonfeed, jsonl
    case googleReader = "google-reader"
    case csv

    package static let ofSubscriptions: [ExportForm] = [.opml, .newsboat]
    package static let ofFavourites: [ExportForm] = [.jsonfeed, .jsonl, .googleReader, .csv]
}

extension SubscriptionLists {
    /// Exports the subscriptions in the format of another reader.
    package func export(
        as form: ExportForm, until deadline: Deadline = .never, withSecrets: Bool = false
    ) throws -> String {
        guard form == .newsboat else {
            return try export(until: deadline, withSecrets: withSecrets)
        }
        let feeds = try store.until(deadline) { try store.feeds() }
        return ArchiveWriter.newsboat(
            feeds.map {
                MovedSubscription(
                    url: withSecrets ? $0.url : MaskedURL.withoutLogin($0.url), title: $0.ownTitle ?? $0.title,
                    homeURL: $0.homeURL, folders: $0.folders)
            })
    }

    /// Exports the subscriptions as OPML, in their manual order. Importing the result gives the same subscriptions.
    ///
    /// - Parameter withSecrets: whether addresses keep their user names and passwords.
    public func export(until deadline: Deadline = .never, withSecrets: Bool = false) throws -> String {
        let tree = try store.until(deadline) { try library.folders.tree(.hand) }
        // A feed in several folders is listed in each of them.
        func outlines(of folder: SubscriptionTree.Folder) -> [OPMLFeed] {
            folder.folders.flatMap(outlines)
                + folder.feeds.map { feed in
                    OPMLFeed(
                        url: withSecrets ? feed.url : MaskedURL.withoutLogin(feed.url),
                        title: feed.ownTitle ?? feed.title ?? "", htmlURL: feed.homeURL,
                        folders: folder.path)
                }
        }
        let outlines = outlines(of: tree.top)
        let title = Message.exportTitle.text(settings.language)
        return OPMLWriter.write(OPMLDocument(title: title, feeds: outlines))
    }
}
