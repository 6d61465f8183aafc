internal import ArticleSearch
internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking

/// Moves articles between the store and the bin, whole: row, text, tags and state; postings, sums and what ranking
/// reads follow.
///
/// Works inside the caller's transaction.
struct ArticleBin {
    /// The columns that article and bin have in common.
    private static let columns =
        "feed, sort_date, published, updated, received, read, starred, flags, author, language, hash, guid, url"
    private let store: SQLiteStore
    private let connection: Connection
    private var rows: ArticleRows
    private let tally: CharacterTally

    init(store: SQLiteStore) throws {
        self.store = store
        connection = store.connection
        rows = try ArticleRows(connection: store.connection, texts: store.texts)
        tally = CharacterTally(connection: store.connection)
    }

    /// Puts articles into the bin.
    ///
    /// - Returns: how many were there.
    mutating func remove(_ numbers: [Int64], action: Int64) throws -> Int {
        let take = try connection.prepare(
            """
            INSERT INTO removed_article (n, action, \(Self.columns), title, body, html, extra, tags)
            SELECT a.n, ?2, a.feed, a.sort_date, a.published, a.updated, a.received, a.read, a.starred, a.flags, a.author,
                a.language, a.hash, a.guid, a.url, t.title, t.body, t.html, t.extra,
                (SELECT json_group_array(json_array(g.tag, g.own)) FROM article_tag g WHERE g.n = a.n)
            FROM article a JOIN article_text t ON t.n = a.n WHERE a.n = ?1
            """)
        var count = 0
        var forward = ForwardWriter(connection: connection)
        try beginCounting()
        defer { store.tokenizer.characters = nil }
        for n in numbers {
            try take.bind([.integer(n), .integer(action)])
            try take.run()
            if connection.changedRows == 0 { continue }
            count += 1
            try rows.removeFromIndex(n)
            tally.endArticle(-1)
            try forward.willReplace(n)
            for sql in Self.removing { try connection.run(sql, [.integer(n)]) }
        }
        try forward.flush()
        try endCounting(newArticles: 0)
        return count
    }

    /// Brings back what one action removed. What has come in again meanwhile stays as it is, and in the bin.
    ///
    /// - Parameter keeps: their age takes them away no more.
    /// - Returns: the numbers that are back.
    mutating func restore(action: Int64, keeps: Bool) throws -> [Int64] {
        let statement = try connection.prepare(
            """
            SELECT n FROM removed_article b WHERE action = ?
            AND NOT EXISTS (SELECT 1 FROM article a WHERE a.feed = b.feed AND a.guid = b.guid) ORDER BY n
            """)
        try statement.bind([.integer(action)])
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        let index = try connection.prepare(IndexedText.insertion)
        var forward = ForwardWriter(connection: connection)
        try beginCounting()
        defer { store.tokenizer.characters = nil }
        for n in numbers {
            for sql in Self.restoring { try connection.run(sql, [.integer(n)]) }
            if keeps { try connection.run(Self.keeping, [.integer(n)]) }
            index.bind(n, at: 1)
            try index.run()
            tally.endArticle(+1)
            guard let text = try IndexedText.stored(n, connection) else { continue }
            try forward.write(n, ForwardEntry(text))
            try rows.didRestore(n, title: text.title)
        }
        try forward.flush()
        try endCounting(newArticles: numbers.count)
        return numbers
    }

    /// From here on the tokenizer counts characters and words for the sums.
    private func beginCounting() throws {
        try tally.words.load()
        store.tokenizer.characters = tally
    }

    private mutating func endCounting(newArticles: Int) throws {
        try tally.flush(to: connection)
        try tally.words.flush(isBulk: false, newArticles: newArticles)
        try rows.flushSums()
    }

    // MARK: - Statements, each of one article

    private static let removing = [
        "INSERT OR REPLACE INTO removed_guid (feed, guid, n) SELECT feed, guid, n FROM article WHERE n = ?1",
        """
        UPDATE feed SET articles = articles - 1, unread = unread - (SELECT NOT read FROM article WHERE n = ?1)
        WHERE id = (SELECT feed FROM article WHERE n = ?1)
        """,
        "DELETE FROM article_tag WHERE n = ?1",
        "DELETE FROM article_text WHERE n = ?1",
        "DELETE FROM article WHERE n = ?1",
    ]

    private static let keeping = "UPDATE article SET flags = flags | \(ArticleRows.Flags.kept) WHERE n = ?1"

    private static let restoring = [
        "INSERT INTO article (n, \(columns)) SELECT n, \(columns) FROM removed_article WHERE n = ?1",
        """
        INSERT INTO article_text (n, title, body, html, extra)
        SELECT n, title, body, html, extra FROM removed_article WHERE n = ?1
        """,
        """
        INSERT OR IGNORE INTO article_tag (tag, n, own)
        SELECT value ->> 0, ?1, value ->> 1
        FROM json_each((SELECT tags FROM removed_article WHERE n = ?1))
        """,
        """
        UPDATE feed SET articles = articles + 1, unread = unread + (SELECT NOT read FROM article WHERE n = ?1)
        WHERE id = (SELECT feed FROM article WHERE n = ?1)
        """,
        "DELETE FROM removed_guid WHERE n = ?1",
        "DELETE FROM removed_article WHERE n = ?1",
    ]
}
