package import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteSearchSource {
    /// The number of hits per execution of a statement. Starting an execution costs half as much as finding a row.
    private static let hitsPerRun = 20

    private static let idQuery: String = {
        let wanted = (0..<hitsPerRun).map { "(\($0),?)" }.joined(separator: ",")
        return "WITH hit(at,n) AS (VALUES\(wanted)) SELECT at,guid,feed FROM hit CROSS JOIN article USING (n)"
    }()

    private static let hit: SQL = """
        SELECT \(sql: HitRow.selected), EXISTS (SELECT 1 FROM \(rows: .articleTag) g WHERE g.n = a.n), t.body
        FROM \(sql: HitRow.joined) WHERE a.n = \(DatabaseValue.null)
        """
    private static let hitQuery = hit.rendered(for: .sqlite).text

    /// Starts to prefetch the rows of all hits but the first.
    private func prefetchRest(of numbers: [Int64], _ sql: String) -> Prefetch? {
        prefetcher?.start(1..<numbers.count) { connection in
            let statement = try connection.prepare(sql)
            return { index in
                statement.bind(numbers[index], at: 1)
                // The last column may continue on overflow pages, so read it too.
                if try statement.step() { statement.withBytes(Int32(statement.columnCount) - 1) { _ in } }
                statement.reset()
            }
        }
    }

    package func guids(of articles: [Int64]) throws -> [(guid: String, feed: Int64)?] {
        var found: [(guid: String, feed: Int64)?] = Array(repeating: nil, count: articles.count)
        let statement = try connection.cachedStatement(Self.idQuery)
        defer { statement.reset() }
        for first in stride(from: 0, to: articles.count, by: Self.hitsPerRun) {
            let run = articles[first..<min(first + Self.hitsPerRun, articles.count)]
            for (place, article) in run.enumerated() { statement.bind(article, at: Int32(place + 1)) }
            var watch = PrefetchWatch(prefetcher)
            while try statement.step() {
                watch.didRead(Int(statement.integer(0))) {
                    prefetchRest(of: Array(run), "SELECT guid, feed FROM article WHERE n = ?")
                }
                found[first + Int(statement.integer(0))] = (statement.text(1), statement.integer(2))
            }
            statement.reset()
        }
        return found
    }

    package func fill(_ hits: inout [SearchHit], _ text: (inout SearchHit, Span<UInt8>) -> Void) throws {
        let statement = try connection.cachedStatement(
            connection.reader.map { Self.hit.rendered(for: .sqlite, reader: $0).text } ?? Self.hitQuery)
        defer { statement.reset() }
        var watch = PrefetchWatch(prefetcher)
        var tagged: [Int64] = []
        for index in hits.indices {
            try connection.checkDeadline()
            statement.bind(hits[index].id, at: 1)
            if try statement.step() {
                watch.didRead(index) { prefetchRest(of: hits.map(\.id), Self.hitQuery) }
                HitRow.read(statement, into: &hits[index])
                if statement.bool(HitRow.columnCount) { tagged.append(hits[index].id) }
                try texts.withText(statement, column: HitRow.columnCount + 1) { text(&hits[index], $0) }
            }
            statement.reset()
        }
        if tagged.isEmpty { return }
        var tags: [Int64: [String]] = [:]
        try connection.visit(HitRow.tags(of: tagged)) { tags[$0.integer(0), default: []].append($0.text(1)) }
        for index in hits.indices { if let tags = tags[hits[index].id] { hits[index].tags = tags } }
    }

    package func tags(of n: Int64, ownOnly: Bool) throws -> [String] {
        let statement = try connection.cachedStatement(
            "SELECT DISTINCT name FROM article_tag JOIN tag ON id = tag WHERE n = ? AND own >= ? ORDER BY name")
        defer { statement.reset() }
        try statement.bind([.integer(n), .integer(ownOnly ? 1 : 0)])
        var out: [String] = []
        while try statement.step() { out.append(statement.text(0)) }
        return out
    }
}
