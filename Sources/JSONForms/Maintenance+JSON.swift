public import Articles
public import Formats
internal import SQLiteStorage

extension JSONWriter {
    /// What a check of the database found.
    public mutating func checkReport(_ report: CheckReport) {
        object { object in
            object.member("articles", report.articles)
            object.member("feeds", report.feeds)
            object.member("problems", report.problems)
        }
    }

    /// How much is stored; where that is, for those who may know it.
    ///
    /// - Parameters:
    ///   - localFolder: where this machine keeps accounts and secrets of the library.
    ///   - unusedFolders: others that an earlier version made for it; left out if there are none.
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

    /// One action that can be taken back.
    public mutating func action(_ action: UserAction) {
        object { writer in
            writer.member("action", Int(action.id))
            writer.member("at", CivilTime.rfc3339(action.at))
            writer.member("kind", action.kind.rawValue)
            writer.member("articles", action.articles)
            writer.member("subject", action.subject.map(MaskedURL.mask))
        }
    }

    /// What was taken back: the action, the articles that are back from the bin, and how many rows stayed as they are.
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
