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
    ///   - localFolder: the folder in which this machine stores files that belong to the library.
    ///   - unusedFolders: folders that an earlier version created for the library; omitted if empty.
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
}

extension Schema {
    static let statistics = Schema.object([
        .always("articles", .integer()),
        .always("unread", .integer()),
        .always("starred", .integer()),
        .always("feeds", .integer()),
        .always("subscriptions", .integer()),
        .always("saved_searches", .integer()),
        .always("bytes", .integer(), "of the database"),
        .always("index_bytes", .integer()),
        .maybe("oldest", .date),
        .maybe("newest", .date),
        .always("schema_version", .integer()),
    ])
}
