import Articles
import Database
import LibraryStorage
import QueryLanguage
import SQLite
import TestSupport
import Testing

/// Filters as conditions of SQLite, against the same filters evaluated one article at a time.
@Suite struct FilterConditionTests {
    private struct Row {
        var n: Int64
        var feed: Int64
        var isRead: Bool
        var isStarred: Bool
        var flags: Int64
        var date: Int64
        var received: Int64
        var language: String?
    }

    private static func rows(_ random: inout Lehmer) -> [Row] {
        (1...200).map { n in
            Row(
                n: n, feed: .random(in: 1...5, using: &random), isRead: .random(using: &random),
                isStarred: .random(using: &random), flags: .random(in: 0...15, using: &random),
                date: .random(in: -20...20, using: &random), received: .random(in: 0...20, using: &random),
                language: ["en", "EN-gb", "zh", "zh-Hant", "zha", "e", nil].randomElement(using: &random) ?? nil)
        }
    }

    private static func connection(_ rows: [Row]) throws -> Connection {
        let connection = try Connection(path: ":memory:", mode: .create)
        try connection.execute(
            "CREATE TABLE article (n INTEGER PRIMARY KEY, feed, read, starred, flags, sort_date, received, language)")
        let statement = try connection.cachedStatement("INSERT INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for row in rows {
            try statement.bind([
                .integer(row.n), .integer(row.feed), .integer(row.isRead ? 1 : 0), .integer(row.isStarred ? 1 : 0),
                .integer(row.flags), .integer(row.date), .integer(row.received),
                row.language.map { .text($0) } ?? .null,
            ])
            try statement.run()
        }
        return connection
    }

    private static func found(_ filter: ArticleFilter, _ connection: Connection) throws -> [Int64] {
        try connection.integers("SELECT a.n FROM \(rows: .article) a WHERE \(sql: SQL(filter)) ORDER BY a.n")
    }

    private static func filter(_ random: inout Lehmer, _ depth: Int) -> ArticleFilter {
        if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
            let parts = (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(&random, depth - 1) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(filter(&random, depth - 1))
            }
        }
        switch Int.random(in: 0..<9, using: &random) {
        case 0: return .feeds((0..<Int64(3)).filter { _ in Bool.random(using: &random) })
        case 1: return .read(.random(using: &random))
        case 2: return .starred(.random(using: &random))
        case 3: return .flag([.enclosure, .image, .tagged, .hidden].randomElement(using: &random) ?? .image)
        case 4, 5:
            return .dates(
                from: Bool.random(using: &random) ? .random(in: -20...20, using: &random) : nil,
                until: Bool.random(using: &random) ? .random(in: -20...20, using: &random) : nil,
                of: Bool.random(using: &random) ? .received : .published)
        case 6: return .articles((0..<200).filter { _ in Bool.random(using: &random) })
        case 7: return .upTo(.random(in: 0...200, using: &random))
        default: return .language(["en", "zh", "fr"].randomElement(using: &random) ?? "en")
        }
    }

    private static func holds(_ filter: ArticleFilter, _ row: Row) -> Bool {
        switch filter {
        case .feeds(let ids): return ids.contains(row.feed)
        case .read(let isRead): return row.isRead == isRead
        case .starred(let isStarred): return row.isStarred == isStarred
        case .flag(let flag): return row.flags & flag.rawValue != 0
        case .dates(let from, let until, let kind):
            let date = kind == .received ? row.received : row.date
            return date >= from ?? .min && date < until ?? .max
        case .articles(let ids): return ids.contains(UInt32(row.n))
        case .upTo(let id): return row.n <= id
        case .language(let code):
            let language = row.language?.lowercased()
            return language == code || language?.hasPrefix(code + "-") == true
        case .all(let parts): return parts.allSatisfy { holds($0, row) }
        case .any(let parts): return parts.contains { holds($0, row) }
        case .not(let inner): return !holds(inner, row)
        default: return false
        }
    }

    @Test("A filter finds in SQLite the articles for which it holds, with missing values and nested to any depth")
    func filters() throws {
        var random = Lehmer(state: 71)
        let rows = Self.rows(&random)
        let connection = try Self.connection(rows)
        for _ in 0..<400 {
            let filter = Self.filter(&random, 3)
            let expected = rows.filter { Self.holds(filter, $0) }.map(\.n)
            #expect(try Self.found(filter, connection) == expected, "\(filter)")
        }
    }

    @Test("Thousands of conditions are one statement, whatever SQLite's limit of depth")
    func depth() throws {
        var random = Lehmer(state: 72)
        let connection = try Self.connection(Self.rows(&random))
        for count in [0, 1, 2, 16, 17, 5_000] {
            let parts = (0..<count).map { ArticleFilter.upTo(Int64($0 - 4_000)) }
            #expect(try Self.found(.any(parts), connection).count == min(200, max(0, count - 4_001)))
            let all = parts.map { ArticleFilter.not($0) }
            #expect(try Self.found(.all(all), connection).count == 200 - min(200, max(0, count - 4_001)))
        }
    }

    @Test("Names and dates that are not resolved match no article, and their negation every one")
    func unresolved() throws {
        var random = Lehmer(state: 73)
        let connection = try Self.connection(Self.rows(&random))
        for filter in [ArticleFilter.feed(named: "x"), .folder(named: "x"), .feeds([]), .never, .not(.always)] {
            #expect(try Self.found(filter, connection).isEmpty)
            #expect(try Self.found(.not(filter), connection).count == 200)
        }
    }

    @Test("Changed articles are those of the range and those of the list, and none of an empty change")
    func changes() throws {
        var random = Lehmer(state: 74)
        let connection = try Self.connection(Self.rows(&random))
        var changes = ArticleChanges(token: 1)
        #expect(try Self.found(.changed(changes), connection).isEmpty)
        changes.changed = [3, 190, 500]
        #expect(try Self.found(.changed(changes), connection) == [3, 190])
        changes.inserted = 198...900
        #expect(try Self.found(.changed(changes), connection) == [3, 190, 198, 199, 200])
    }
}
