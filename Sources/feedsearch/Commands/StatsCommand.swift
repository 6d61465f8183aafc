import Articles
import Formats
import SQLiteStorage

/// `stats`: how much is stored.
enum StatsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.openForReading()
        let statistics = try store.storeStatistics()
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.object { object in
                object.member("path", store.location)
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
            writer.endLine()
            invocation.output.write(writer.bytes)
            return .done
        }
        let isUTC = invocation.settings.has(.utc)
        let rows: [(Message, String)] = [
            (.statsPath, store.location), (.statsArticles, String(statistics.articles)),
            (.statsUnread, String(statistics.unread)), (.statsStarred, String(statistics.starred)),
            (.statsFeeds, "\(statistics.feeds) (\(statistics.subscriptions))"),
            (.statsSaved, String(statistics.savedSearches)), (.statsSize, ByteCount.text(statistics.bytes)),
            (.statsIndexSize, ByteCount.text(statistics.indexBytes)),
            (.statsOldest, statistics.oldest.map { WallClock.minute($0, utc: isUTC) } ?? "-"),
            (.statsNewest, statistics.newest.map { WallClock.minute($0, utc: isUTC) } ?? "-"),
        ]
        let names = rows.map { $0.0.text(invocation.language) }
        let width = names.map { DisplayWidth.of($0) }.max() ?? 0
        for (name, row) in zip(names, rows) {
            let space = String(repeating: " ", count: width - DisplayWidth.of(name) + 2)
            invocation.output.line(name + space + TerminalSafe.line(row.1))
        }
        return .done
    }
}
