import Foundation
import PostgreSQL
import SQLite
import TestSupport

@testable import ArticleSearch
@testable import Articles
@testable import PostgresStorage
@testable import PostingIndex
@testable import SQLiteSearch
@testable import SQLiteStorage
@testable import SearchRanking

/// A library in SQLite, and its articles on a server. The index is made anew there, from the texts.
final class MirroredLibrary {
    let sqlite: SQLiteStore
    let postgres: PostgresConnection
    let place = LibrarySlot(library: 3)
    private let folder: URL
    /// Beside it stands another library with other articles, of which no search may find anything.
    private static let other = LibrarySlot(library: 2)

    /// - Parameter fill: stores articles in SQLite.
    init(segments: Int, _ fill: (SQLiteStore) throws -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mirror-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "a.db").path
        let writer = try SQLiteStore(path: path, access: .write)
        try fill(writer)
        sqlite = try SQLiteStore(path: path, access: .read)
        postgres = try PostgresConnection(PostgresAddress(PostgresServer.shared.get().newDatabase()))
        try PostgresSchema.upgrade(postgres)
        for place in [place, Self.other] {
            try copyRows(to: place, offset: place == Self.other ? 1 : 0)
            try PostgresPages.create(postgres, place, pageSize: 400)
            try index(segments: segments, in: place)
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var searcher: ArticleSearcher {
        ArticleSearcher(
            PostgresSearchSource(postgres, place, cache: SegmentCache(maxBytes: 16 << 20)),
            caches: IndexCaches(maxBytes: 32 << 20))
    }

    private func copy(
        _ query: String, into table: String, _ place: LibrarySlot, _ values: (borrowing Statement) -> [PostgresValue]
    ) throws {
        let rows = try sqlite.connection.prepare(query)
        while try rows.step() {
            let values = place.values + values(rows)
            let list = values.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
            try postgres.run("INSERT INTO feedsearch.\(table) VALUES (\(list))", values)
        }
    }

    /// - Parameter offset: shifts the stars and dates, so that the rows differ.
    private func copyRows(to place: LibrarySlot, offset: Int64) throws {
        try postgres.transaction {
            try copy(
                "SELECT id, url, title, own_title, subscribed, articles, unread FROM feed",
                into: "feed (library, slot, id, url, url_key, title, own_title, subscribed, articles, unread, added)",
                place
            ) { row in
                [
                    .integer(row.integer(0)), .text(row.text(1)), NameKey.value(of: row.text(1)),
                    .text(orNull: row.textOrNil(2)), .text(orNull: row.textOrNil(3)), .bool(row.integer(4) != 0),
                    .integer(row.integer(5)), .integer(row.integer(6)), .integer(0),
                ]
            }
            try copy(
                "SELECT id, parent, name FROM folder", into: "folder (library, slot, id, parent, name, name_key)", place
            ) { row in
                [
                    .integer(row.integer(0)), .integer(row.integer(1)), .text(row.text(2)),
                    NameKey.value(of: row.text(2)),
                ]
            }
            try copy("SELECT folder, feed FROM feed_folder", into: "feed_folder (library, slot, folder, feed)", place) {
                [.integer($0.integer(0)), .integer($0.integer(1))]
            }
            try copy("SELECT id, name FROM author", into: "author (library, slot, id, name, name_key)", place) {
                [.integer($0.integer(0)), .text($0.text(1)), NameKey.value(of: $0.text(1))]
            }
            try copy(
                "SELECT id, name, folded FROM tag",
                into: "tag (library, slot, id, name, name_key, folded, folded_key)", place
            ) {
                [
                    .integer($0.integer(0)), .text($0.text(1)), NameKey.value(of: $0.text(1)), .text($0.text(2)),
                    NameKey.value(of: $0.text(2)),
                ]
            }
            try copy("SELECT n, tag, own FROM article_tag", into: "article_tag (library, slot, n, tag, own)", place) {
                [.integer($0.integer(0)), .integer($0.integer(1)), .bool($0.integer(2) != 0)]
            }
            try copy(
                """
                SELECT n, feed, sort_date, published, received, read, starred, flags, author, language, hash, guid, url
                FROM article
                """,
                into: """
                    article (library, slot, n, feed, sort_date, published, received, read, starred, flags, author, language,
                        hash, guid, guid_key, url)
                    """, place
            ) { row in
                [
                    .integer(row.integer(0)), .integer(row.integer(1)), .integer(row.integer(2) + offset),
                    .integer(orNull: row.integerOrNil(3)), .integer(row.integer(4)), .bool(row.integer(5) != 0),
                    .bool(row.integer(6) != offset), .integer(row.integer(7)), .integer(orNull: row.integerOrNil(8)),
                    .text(orNull: row.textOrNil(9)), .integer(row.integer(10)), .text(row.text(11)),
                    NameKey.value(of: row.text(11)), .text(orNull: row.textOrNil(12)),
                ]
            }
            try copy(
                "SELECT n, title, body FROM article_text",
                into: "article_text (library, slot, n, title, body, html_packed)", place
            ) { [.integer($0.integer(0)), .text($0.text(1)), .bytes($0.bytes(2)), .bool(false)] }
            try copy("SELECT n, units FROM article_forward", into: "article_forward (library, slot, n, units)", place) {
                [.integer($0.integer(0)), .bytes($0.bytes(1))]
            }
            try copy(
                "SELECT n, fold FROM article_forward WHERE fold <> 0",
                into: "article_group (library, slot, n, first)", place
            ) { [.integer($0.integer(0)), .integer($0.integer(1))] }
            try copy(
                "SELECT block, facts FROM article_facts", into: "article_facts (library, slot, block, facts)", place
            ) { [.integer($0.integer(0)), .bytes($0.bytes(1))] }
            try copy(
                "SELECT character, articles FROM character_frequency",
                into: "character_frequency (library, slot, character, articles)", place
            ) { [.int32(Int32($0.integer(0))), .integer($0.integer(1))] }
            try copy(
                "SELECT code, sum(articles) FROM stem_language WHERE articles > 0 GROUP BY code",
                into: "stem_language (library, slot, code, articles)", place
            ) { [.text($0.text(0)), .integer($0.integer(1))] }
        }
    }

    private func index(segments: Int, in place: LibrarySlot) throws {
        let ids = try sqlite.connection.prepare("SELECT n FROM article_text ORDER BY n")
        var articles: [Int64] = []
        while try ids.step() { articles.append(ids.integer(0)) }
        let size = max(1, (articles.count + segments - 1) / segments)
        for first in stride(from: 0, to: articles.count, by: size) {
            let some = Array(articles[first..<min(first + size, articles.count)])
            let batch = PreparedBatch()
            for article in some {
                if let text = try IndexedText.stored(article, sqlite.connection) { batch.add(text) }
            }
            let loader = SegmentLoader(PostgresPages(postgres, place, cache: nil), columnCount: IndexColumn.count)
            _ = try loader.load([FTS5BulkLoader.Part(run: batch.sorted, rowIDs: some)])
        }
    }
}
