internal import ArticleSearch
package import SQLite
package import SearchRanking

/// Hashes and groups of near-duplicates in the tables `article_sketch` and `article_forward`.
package final class SQLiteDuplicates: DuplicateStore {
    private let connection: Connection

    package init(connection: Connection) { self.connection = connection }

    package func indexedText(of article: Int64) throws -> IndexedText? { try IndexedText.stored(article, connection) }

    /// In ascending order, so that adjacent rows are written together.
    package func addHashes(
        _ hashes: [(hash: Int32, article: Int64)], candidates limit: Int
    ) throws -> [Int64: [Int64]] {
        let find = try connection.cachedStatement(
            "SELECT n FROM article_sketch WHERE key = ? ORDER BY n DESC LIMIT \(limit)")
        let insertion = try connection.cachedStatement("INSERT OR IGNORE INTO article_sketch (key, n) VALUES (?, ?)")
        var found: [Int64: [Int64]] = [:]
        for (hash, article) in hashes {
            find.bind(Int64(hash), at: 1)
            while try find.step() {
                let other = find.integer(0)
                if other != article { found[article, default: []].append(other) }
            }
            find.reset()
            insertion.bind(Int64(hash), at: 1)
            insertion.bind(article, at: 2)
            try insertion.run()
        }
        return found
    }

    package func removeHashes(_ hashes: [Int32], of article: Int64) throws {
        let deletion = try connection.cachedStatement("DELETE FROM article_sketch WHERE key = ? AND n = ?")
        for hash in hashes {
            deletion.bind(Int64(hash), at: 1)
            deletion.bind(article, at: 2)
            try deletion.run()
        }
    }

    package func groups(of articles: [Int64]) throws -> [Int64: Int64] {
        let statement = try connection.cachedStatement("SELECT fold FROM article_forward WHERE n = ?")
        var groups: [Int64: Int64] = [:]
        for article in articles {
            statement.bind(article, at: 1)
            if try statement.step() { groups[article] = statement.integer(0) }
            statement.reset()
        }
        return groups
    }

    package func members(ofGroup group: Int64) throws -> [Int64] { try Self.members(ofGroup: group, connection) }

    package static func members(ofGroup group: Int64, _ connection: Connection) throws -> [Int64] {
        if group == 0 { return [] }
        let statement = try connection.cachedStatement(
            "SELECT n FROM article_forward WHERE fold = ? AND fold <> 0 ORDER BY n")
        defer { statement.reset() }
        statement.bind(group, at: 1)
        var members: [Int64] = []
        while try statement.step() { members.append(statement.integer(0)) }
        return members
    }

    package func setGroup(_ group: Int64, of articles: [Int64]) throws {
        let update = try connection.cachedStatement("UPDATE article_forward SET fold = ? WHERE n = ?")
        for article in articles {
            update.bind(group, at: 1)
            update.bind(article, at: 2)
            try update.run()
        }
    }

    package func compared(_ article: Int64) throws -> DuplicateComparison.Article? {
        let statement = try connection.cachedStatement(
            """
            SELECT a.feed, t.title, f.title FROM article a JOIN article_text t ON t.n = a.n JOIN feed f ON f.id = a.feed
            WHERE a.n = ?
            """)
        defer { statement.reset() }
        statement.bind(article, at: 1)
        guard try statement.step() else { return nil }
        return .init(
            feed: statement.integer(0), title: ComparedTitle(statement.text(1), site: statement.textOrNil(2)))
    }

    package func beginning(of article: Int64, characters: Int) throws -> [UInt8]? {
        let statement = try connection.cachedStatement(
            "SELECT substr(body, 1, \(characters)) FROM article_text WHERE n = ?")
        defer { statement.reset() }
        statement.bind(article, at: 1)
        return try statement.step() ? statement.bytes(0) : nil
    }
}
