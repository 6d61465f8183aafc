import Articles
import FeedLibrary
import Formats
import Messages
import SQLiteEngine
import System
import TerminalPages

/// `stats`: prints statistics of the article store.
enum StatsCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let store = try invocation.library(.reading).store
        let statistics = try store.storeStatistics()
        let local = invocation.settings.local
        let (identity, unused) = try (local.identity(), local.unusedFolders())
        let parent = FileSystem.parent(try local.path())
        let folder = FileSystem.absolute(parent) ?? parent
        if invocation.settings.has(.json) {
            invocation.writeJSON {
                $0.statistics(
                    statistics, path: store.location, identity: identity, localFolder: folder, unusedFolders: unused)
            }
            return .done
        }
        var rows: [(Message, String)] = [(.statsPath, store.location)]
        if let identity { rows.append((.statsIdentity, identity)) }
        rows.append((.statsLocalFolder, folder))
        rows += unused.map { (.statsUnusedFolder, $0) }
        rows += [
            (.statsArticles, String(statistics.articles)),
            (.statsUnread, String(statistics.unread)), (.statsStarred, String(statistics.starred)),
            (.statsFeeds, "\(statistics.feeds) (\(statistics.subscriptions))"),
            (.statsSaved, String(statistics.savedSearches)), (.statsSize, ByteCount.text(statistics.bytes)),
            (.statsIndexSize, ByteCount.text(statistics.indexBytes)),
            (.statsOldest, statistics.oldest.map(invocation.clock.minute) ?? "-"),
            (.statsNewest, statistics.newest.map(invocation.clock.minute) ?? "-"),
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
