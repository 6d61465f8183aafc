import Articles
import Database
import Formats
import Foundation
import LibraryStorage
import PostgreSQL
import SQLite
import TestSupport
import Testing
import TextAnalysis

@testable import PostgresEngine
@testable import PostingIndex
@testable import SQLiteEngine

extension PostgresStore {
    /// Creates another library in the same database.
    func newNeighbour(_ name: String) throws -> PostgresStore {
        let name = try #require(LibraryName(name))
        try LibraryCatalogue.on(address) { try $0.create(name) }
        return try PostgresLibrary.open(LibraryAddress(server: address, name: name), access: .write)
    }
}

/// The same library twice: in SQLite, whose behaviour its own tests keep, and on a PostgreSQL server.
final class TwoStores {
    let sqlite: SQLiteStore
    let postgres: PostgresStore
    private let folder: String
    static let now: Int64 = 1_700_000_000

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedsearch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        sqlite = try SQLiteStore(path: folder + "/a.db", access: .write)
        postgres = try PostgresLibrary.open(PostgresAddress(PostgresServer.shared.get().newDatabase()), access: .write)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// What a batch is made of.
    enum Entry {
        case article(ArticleDraft)
        case feed(FeedDraft)
        case document(DocumentItems)
    }

    static func insert(_ entries: [[Entry]], into store: any ArticleWriting, now: Int64 = now) throws
        -> BatchInsertResult
    {
        let pool = store.makeBatchPool()
        var rest = entries[...]
        let request = BatchInsertRequest(resultType: .ids) { _ in false }
        return try store.insert(request, now: now) {
            guard let next = rest.popFirst() else { return nil }
            let batch = pool.take()
            for entry in next {
                switch entry {
                case .article(let draft): batch.add(draft)
                case .feed(let feed): batch.add(feed)
                case .document(let items): batch.add(items)
                }
            }
            batch.seal()
            return batch
        }
    }

    /// Writes batches, which may share a transaction, into both.
    @discardableResult
    func insert(_ entries: [[Entry]], now: Int64 = now) throws -> BatchInsertResult {
        let results = try (
            Self.insert(entries, into: sqlite, now: now), Self.insert(entries, into: postgres, now: now)
        )
        #expect(results.0 == results.1)
        return results.1
    }

    @discardableResult
    func insert(_ drafts: [ArticleDraft]) throws -> BatchInsertResult { try insert([drafts.map { .article($0) }]) }

    // MARK: - Comparing

    /// Compares all that is stored.
    func expectSame(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let newest = try sqlite.newestID()
        #expect(try postgres.newestID() == newest, sourceLocation: sourceLocation)
        for n in stride(from: Int64(1), through: newest, by: 1) {
            let articles = try (sqlite.article(n, withTexts: true), postgres.article(n, withTexts: true))
            #expect(articles.0 == articles.1, sourceLocation: sourceLocation)
        }
        #expect(try sqlite.changes(since: 0) == postgres.changes(since: 0), sourceLocation: sourceLocation)
        for (name, pair) in Self.tables {
            let rows = try (rows(ofSQLite: pair.sqlite), rows(ofPostgres: pair.postgres))
            #expect(rows.0 == rows.1, "\(name)", sourceLocation: sourceLocation)
        }
        try expectSamePostings(sourceLocation)
    }

    /// Columns are compared as text; blobs as hexadecimal digits.
    private static let tables: [String: (sqlite: String, postgres: String)] = [
        "articles": (
            "SELECT n, feed, sort_date, read, starred, flags, hash, guid FROM article ORDER BY 1",
            """
            SELECT n, feed, sort_date, read::int::int8, starred::int::int8, flags, hash, guid
            FROM feedsearch.article ORDER BY 1
            """
        ),
        "forward": (
            "SELECT n, hex(characters) FROM article_forward ORDER BY 1",
            "SELECT n, upper(encode(characters, 'hex')) FROM feedsearch.article_forward ORDER BY 1"
        ),
        "groups": (
            "SELECT n, fold FROM article_forward WHERE fold <> 0 ORDER BY 1",
            "SELECT n, first FROM feedsearch.article_group ORDER BY 1"
        ),
        "facts": (
            "SELECT block, hex(facts) FROM article_facts ORDER BY 1",
            "SELECT block, upper(encode(facts, 'hex')) FROM feedsearch.article_facts ORDER BY 1"
        ),
        "sketches": (
            "SELECT key, n FROM article_sketch ORDER BY 1, 2",
            "SELECT key::int8, n FROM feedsearch.article_sketch ORDER BY 1, 2"
        ),
        "characters": (
            "SELECT character, articles FROM character_frequency WHERE articles <> 0 ORDER BY 1",
            "SELECT character::int8, articles FROM feedsearch.character_frequency WHERE articles <> 0 ORDER BY 1"
        ),
        "languages": (
            "SELECT code, sum(articles) AS s FROM stem_language GROUP BY code HAVING s <> 0 ORDER BY 1",
            "SELECT code, articles FROM feedsearch.stem_language WHERE articles <> 0 ORDER BY 1"
        ),
        "feeds": (
            """
            SELECT id, url, title, own_title, home_url, description, language, icon, subscribed, paused, added, articles,
                unread FROM feed ORDER BY 1
            """,
            """
            SELECT id, url, title, own_title, home_url, description, language, icon, subscribed::int::int8,
                paused::int::int8, added, articles, unread FROM feedsearch.feed ORDER BY 1
            """
        ),
        "folders": (
            """
            SELECT f.feed, d.name, p.name FROM feed_folder f JOIN folder d ON d.id = f.folder
            LEFT JOIN folder p ON p.id = d.parent ORDER BY 1, 2
            """,
            """
            SELECT f.feed, d.name, p.name FROM feedsearch.feed_folder f JOIN feedsearch.folder d ON d.id = f.folder
            LEFT JOIN feedsearch.folder p ON p.id = d.parent ORDER BY f.feed, d.name COLLATE "C"
            """
        ),
        "versions": (
            "SELECT n, hash FROM article_version ORDER BY 1, 2",
            "SELECT n, hash FROM feedsearch.article_version ORDER BY 1, 2"
        ),
        "aliases": (
            "SELECT feed, guid, n FROM article_alias ORDER BY 1, 2",
            "SELECT feed, guid, n FROM feedsearch.article_alias ORDER BY 1, 2"
        ),
        "tags": (
            "SELECT n, name, own FROM article_tag JOIN tag ON id = tag ORDER BY 1, 2, 3",
            """
            SELECT n, name, own::int::int8 FROM feedsearch.article_tag JOIN feedsearch.tag ON id = tag
            ORDER BY n, name COLLATE "C", own
            """
        ),
        "removed": (
            "SELECT feed, n FROM removed_guid ORDER BY 1, 2",
            "SELECT feed, n FROM feedsearch.removed_guid ORDER BY 1, 2"
        ),
        "bin": (
            "SELECT n, feed, title, hex(plain_text(body)), hash FROM removed_article ORDER BY 1",
            "SELECT n, feed, title, upper(encode(body, 'hex')), hash FROM feedsearch.removed_article ORDER BY 1"
        ),
        "rules": (
            "SELECT id, query, action, tag, created, matched, delay, next FROM arrival_rule ORDER BY 1",
            "SELECT id, query, action, tag, created, matched, delay, next FROM feedsearch.arrival_rule ORDER BY 1"
        ),
        "opened": (
            "SELECT n, opened FROM article_opened ORDER BY 1",
            "SELECT n, opened FROM feedsearch.article_opened ORDER BY 1"
        ),
        "pages": (
            "SELECT n, due, attempts FROM page_queue ORDER BY 1",
            "SELECT n, due, attempts FROM feedsearch.page_queue ORDER BY 1"
        ),
    ]

    private func rows(ofSQLite sql: String) throws -> [[String]] {
        let statement = try sqlite.connection.prepare(sql)
        var rows: [[String]] = []
        while try statement.step() {
            rows.append((0..<statement.columnCount).map { statement.textOrNil(Int32($0)) ?? "-" })
        }
        return rows
    }

    private func rows(ofPostgres sql: String) throws -> [[String]] {
        // Each row as one JSON array, whose members are texts.
        let rows = try postgres.connection.query(
            """
            SELECT (SELECT jsonb_agg(coalesce(value, '-') ORDER BY place)::text
                FROM jsonb_array_elements_text(j.row) WITH ORDINALITY AS m(value, place))
            FROM (SELECT jsonb_build_array(\(Self.columns(sql))) AS row FROM (\(sql)) AS t(\(Self.columns(sql)))) j
            """)
        return try rows.map { try JSONDecoder().decode([String].self, from: Data($0.text(0).utf8)) }
    }

    /// Names for the columns of a SELECT.
    private static func columns(_ sql: String) -> String {
        let list = sql.prefix(upTo: sql.range(of: "FROM")?.lowerBound ?? sql.endIndex)
        var depth = 0
        let count = list.reduce(1) { count, character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth == 0 ? count + 1 : count
        }
        return (0..<count).map { "c\($0)" }.joined(separator: ", ")
    }

    private func expectSamePostings(_ sourceLocation: SourceLocation) throws {
        let first = try PostingReader(connection: sqlite.connection, table: "article_index")
        let second = try PostingReader(PostgresPages(postgres.connection, postgres.place, cache: nil))
        let areKnown = try (first.refresh(), second.refresh())
        #expect(areKnown.0 && areKnown.1)
        var terms: Set<[UInt8]> = []
        let texts = try sqlite.connection.prepare("SELECT title, plain_text(body) FROM article_text")
        while try texts.step() {
            for column in [Int32(0), 1] {
                Analyzer.shared.analyze(texts.bytes(column).span) { term, _, _ in
                    terms.insert(term.indices.map { term[$0] })
                    return true
                }
            }
        }
        terms.formUnion(["old", "gone", "旧"].map { Array($0.utf8) })
        for term in terms {
            let lists = try (first.postings(of: term.span), second.postings(of: term.span))
            #expect(
                lists.0.map(TwoEngines.positions) == lists.1.map(TwoEngines.positions),
                "\(String(decoding: term, as: UTF8.self))", sourceLocation: sourceLocation)
        }
        let pages = PostgresPages(postgres.connection, postgres.place, cache: nil)
        let source = try FTS5Pages(connection: sqlite.connection, table: "article_index")
        #expect(
            try pages.record(SegmentRowID.averages) == source.record(SegmentRowID.averages),
            sourceLocation: sourceLocation)
    }
}
