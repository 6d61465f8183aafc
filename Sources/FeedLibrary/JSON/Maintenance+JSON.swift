public import Articles
public import Formats
internal import SQLiteEngine

extension JSONWriter {
    /// Writes the results of a database check.
    public mutating func checkReport(_ report: CheckReport) {
        object { object in
            object.member("articles", report.articles)
            object.member("feeds", report.feeds)
            object.member("problems", report.problems)
        }
    }

    /// Writes statistics of the store, with its location if the client may know it.
    ///
    /// - Parameters:
    ///   - localFolder: the folder in which this machine stores accounts and secrets of the library.
    ///   - unusedFolders: folders that an earlier version created for it; left out if empty.
    public mutating func statistics(
        _ statistics: StoreStatistics, path: String?, identity: String? = nil, localFolder: String? = nil,
        unusedFolders: [String] = []
    ) {
        object { object in
            object.member("path", path)
            object.member("identity", identity)
            object.member("local_folder", localFolder)
            if !unusedFolders.isEmpty {
                object.key("unused_folders")
                object.array(unusedFolders) { $0.string($1) }
            }
            object.member("articles", statistics.articles)
            object.member("unread", statistics.unread)
            object.member("starred", statistics.starred)
            object.member("feeds", statistics.feeds)
            object.member("subscriptions", statistics.subscriptions)
            object.member("saved_searches", statistics.savedSearches)
            object.member("bytes", statistics.bytes)
            object.member("index_bytes", statistics.indexBytes)
            object.member("oldest", statistics.oldest.map(CivilTime.rfc3339))
            object.member("newest", statistics.newest.map(CivilTime.rfc3339))
            object.member("schema_version", statistics.schemaVersion)
        }
    }

    /// Writes an action that can be undone.
    public mutating func action(_ action: UserAction) {
        object { writer in
            writer.member("action", Int(action.id))
            writer.member("at", CivilTime.rfc3339(action.at))
            writer.member("kind", action.kind.rawValue)
            writer.member("articles", action.articles)
            writer.member("subject", action.subject.map(MaskedURL.mask))
        }
    }

    /// Writes an undone action: the articles that were restored, and the number of rows that stayed unchanged.
    public mutating func undone(_ undone: UndoneAction?) {
        object { writer in
            if let action = undone?.action {
                writer.key("action")
                writer.action(action)
            }
            writer.key("restored")
            writer.array(undone?.numbers ?? []) { $0.number($1) }
            writer.member("kept", undone?.kept ?? 0)
        }
    }
}
