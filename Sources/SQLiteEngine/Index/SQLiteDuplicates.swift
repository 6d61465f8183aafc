package import ArticleSearch
internal import Database
package import SQLite
package import SearchRanking

/// Stores groups of near-duplicates in SQLite: in the table `article_sketch`, and in the column `fold` of
/// `article_forward`.
package final class SQLiteDuplicates: DuplicateStore {
    private let connection: Connection

    package init(_ connection: Connection) { self.connection = connection }

    package func storedSketch(_ n: Int64) throws -> DuplicateSketch? {
        try IndexedText.stored(n, connection).map { ForwardEntry($0).sketch }
    }

    package func deleteKeys(_ keys: [Int32], of n: Int64) throws {
        let deletion = try connection.cachedStatement("DELETE FROM article_sketch WHERE key = ? AND n = ?")
        for key in keys {
            deletion.bind(Int64(key), at: 1)
            deletion.bind(n, at: 2)
            try deletion.run()
        }
    }

    package func storeKeys(_ keys: [DuplicateKey]) throws -> [Int64: [DuplicateKey.Match]] {
        let find = try connection.cachedStatement(
            "SELECT n FROM article_sketch WHERE key = ? ORDER BY n DESC LIMIT \(DuplicateGroups.maxCandidatesOfKey)")
        let insertion = try connection.cachedStatement("INSERT OR IGNORE INTO article_sketch (key, n) VALUES (?, ?)")
        var found: [Int64: [DuplicateKey.Match]] = [:]
        for key in keys {
            find.bind(Int64(key.key), at: 1)
            while try find.step() {
                let other = find.integer(0)
                if other != key.id { found[key.id, default: []].append(.init(id: other, isOfText: key.isOfText)) }
            }
            find.reset()
            insertion.bind(Int64(key.key), at: 1)
            insertion.bind(key.id, at: 2)
            try insertion.run()
        }
        return found
    }

    package func setGroup(_ group: Int64, of n: Int64) throws {
        let update = try connection.cachedStatement("UPDATE article_forward SET fold = ? WHERE n = ?")
        update.bind(group, at: 1)
        update.bind(n, at: 2)
        try update.run()
    }

    package func group(of n: Int64) throws -> Int64? {
        let statement = try connection.cachedStatement("SELECT fold FROM article_forward WHERE n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? statement.integer(0) : nil
    }

    package func members(of group: Int64) throws -> [Int64] {
        if group == 0 { return [] }
        let statement = try connection.cachedStatement(
            "SELECT n FROM article_forward WHERE fold = ? AND fold <> 0 ORDER BY n")
        defer { statement.reset() }
        statement.bind(group, at: 1)
        var members: [Int64] = []
        while try statement.step() { members.append(statement.integer(0)) }
        return members
    }

    package func header(_ n: Int64) throws -> DuplicateComparison.Article? {
        let statement = try connection.cachedStatement(
            """
            SELECT a.feed, t.title, f.title FROM article a JOIN article_text t ON t.n = a.n JOIN feed f ON f.id = a.feed
            WHERE a.n = ?
            """)
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return nil }
        return .init(
            feed: statement.integer(0), title: ComparedTitle(statement.text(1), site: statement.textOrNil(2)))
    }

    package func body(_ n: Int64) throws -> [UInt8]? {
        let statement = try connection.cachedStatement(
            "SELECT substr(\(SQLiteStoredTexts.functionName)(body), 1, \(DuplicateGroups.maxCharacters)) FROM article_text WHERE n = ?"
        )
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return nil }
        return statement.bytes(0)
    }
}
