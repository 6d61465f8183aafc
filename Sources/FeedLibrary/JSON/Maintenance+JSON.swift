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

    /// How much is stored, at `path` where that is said.
    public mutating func statistics(_ statistics: StoreStatistics, path: String?) {
        object { object in
            object.member("path", path)
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

    /// One removal that the bin holds.
    public mutating func removal(_ removal: Removal) {
        object { writer in
            writer.member("removal", Int(removal.id))
            writer.member("at", CivilTime.rfc3339(removal.at))
            writer.member("reason", removal.reason.rawValue)
            writer.member("articles", removal.articles)
        }
    }

    /// The articles that are back from the bin, by their numbers.
    public mutating func restored(_ numbers: [Int64]) {
        object { writer in
            writer.key("restored")
            writer.array(numbers) { $0.number($1) }
        }
    }
}
