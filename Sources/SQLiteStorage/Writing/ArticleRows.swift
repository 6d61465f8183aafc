internal import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite
internal import SQLiteSearch
internal import SearchRanking
internal import TextAnalysis

/// The prepared statements that write one article's rows, and the sums that are kept beside them.
///
/// Feed ids and author ids are remembered; unread and article sums are gathered and written once a batch.
package struct ArticleRows {
    typealias Flags = StoredFlags

    let connection: Connection
    private let findStatement: Statement
    private let findAliasStatement: Statement
    /// Some article has had another guid; mostly none has, and then nobody needs to look.
    var hasAliases = false
    private var titleWords: TitleWords
    private let texts: TextDictionaries
    private let insertArticle: Statement
    private let insertText: Statement
    private var feeds: [String: Int64] = [:]
    private var authors: [String: Int64] = [:]
    private var tags: [String: Int64] = [:]
    private var sums: [Int64: (articles: Int64, unread: Int64)] = [:]

    init(connection: Connection, texts: TextDictionaries) throws {
        self.connection = connection
        self.texts = texts
        titleWords = TitleWords(connection: connection)
        findStatement = try connection.prepare(
            "SELECT n, hash, read, starred, updated FROM article WHERE feed = ? AND guid = ?")
        findAliasStatement = try connection.prepare(
            """
            SELECT n, hash, read, starred, updated FROM article
            WHERE n = (SELECT n FROM article_alias WHERE feed = ? AND guid = ?)
            """)
        insertArticle = try connection.prepare(
            """
            INSERT INTO article
            (feed, sort_date, published, updated, received, read, starred, flags, author, language, hash, guid, url)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insertText = try connection.prepare(
            "INSERT INTO article_text (n, title, body, html, extra) VALUES (?, ?, ?, ?, ?)")
        try begin()
    }

    /// Called at the beginning of a transaction: another process may have stored aliases since the last one.
    mutating func begin() throws {
        try texts.begin()
        hasAliases = try connection.integer("SELECT 1 FROM article_alias LIMIT 1") != nil
    }

    /// After a rollback nothing that was remembered is sure.
    mutating func forget() {
        feeds.removeAll()
        authors.removeAll()
        tags.removeAll()
        sums.removeAll()
        titleWords.forget()
    }

    // MARK: - Names

    mutating func feedID(_ url: String, now: Int64) throws -> Int64 {
        if let id = feeds[url] { return id }
        if feeds.count > 100_000 { feeds.removeAll() }
        let id = try connection.integer(
            "INSERT INTO feed (url, added) VALUES (?, ?) ON CONFLICT (url) DO UPDATE SET url = url RETURNING id",
            [.text(url), .integer(now)])
        feeds[url] = id
        return id ?? 0
    }

    private mutating func authorID(_ name: String?) throws -> Int64? {
        guard let name, !name.isEmpty else { return nil }
        if let id = authors[name] { return id }
        if authors.count > 50_000 { authors.removeAll() }
        let id = try connection.integer(
            """
            INSERT INTO author (name, folded) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET name = name RETURNING id
            """, [.text(name), .text(Analyzer.shared.foldedText(name))])
        authors[name] = id
        return id
    }

    private mutating func tagID(_ name: String) throws -> Int64 {
        if let id = tags[name] { return id }
        if tags.count > 50_000 { tags.removeAll() }
        let id =
            try connection.integer(
                """
                INSERT INTO tag (name, folded) VALUES (?, ?)
                ON CONFLICT (name) DO UPDATE SET name = name RETURNING id
                """, [.text(name), .text(Analyzer.shared.foldedText(name))]) ?? 0
        tags[name] = id
        return id
    }

    // MARK: - Articles

    /// The article with this guid, or that had it once.
    func find(feed: Int64, guid: String) throws -> StoredArticle? {
        if let stored = try find(findStatement, feed: feed, guid: guid) { return stored }
        return hasAliases ? try find(findAliasStatement, feed: feed, guid: guid) : nil
    }

    private func find(_ statement: Statement, feed: Int64, guid: String) throws -> StoredArticle? {
        defer { statement.reset() }
        statement.bind(feed, at: 1)
        statement.bind(guid, at: 2)
        guard try statement.step() else { return nil }
        return StoredArticle(
            id: statement.integer(0), hash: statement.integer(1), read: statement.integer(2) != 0,
            starred: statement.integer(3) != 0, updated: statement.secondsOrNil(4))
    }

    /// Inserts the article and its text, but no index entry; returns its number.
    mutating func insert(_ draft: ArticleDraft, feed: Int64, now: Int64) throws -> Int64 {
        let author = try authorID(draft.author)
        let received = draft.received ?? now
        let read = draft.read ?? false
        let s = insertArticle
        s.bind(feed, at: 1)
        s.bind(SortDate.of(draft, now: now), at: 2)
        s.bind(draft.published, at: 3)
        s.bind(draft.updated, at: 4)
        s.bind(received, at: 5)
        s.bind(read ? 1 : 0, at: 6)
        s.bind(draft.starred == true ? 1 : 0, at: 7)
        s.bind(flags(draft), at: 8)
        s.bind(author, at: 9)
        s.bind(draft.language, at: 10)
        s.bind(draft.contentHash, at: 11)
        s.bind(draft.guid, at: 12)
        s.bind(draft.url, at: 13)
        try s.run()
        let n = connection.lastInsertRowID
        try insertText(n, draft)
        try insertTags(n, draft)
        sums[feed, default: (0, 0)].articles += 1
        if !read { sums[feed, default: (0, 0)].unread += 1 }
        return n
    }

    private func flags(_ draft: ArticleDraft) -> Int64 {
        (draft.hasEnclosure ? Flags.enclosure : 0) | (draft.hasImage ? Flags.image : 0)
            | (draft.ownTags?.isEmpty == false ? Flags.tagged : 0) | (draft.hidden == true ? Flags.hidden : 0)
    }

    private func insertText(_ n: Int64, _ draft: ArticleDraft) throws {
        insertText.bind(n, at: 1)
        insertText.bind(draft.title, at: 2)
        insertText.bind(draft.storedExtra, at: 5)
        let body = texts.stored(draft)
        try insertText.withInPlace(body.bytes.span, isText: !body.isPacked, at: 3) {
            guard let html = draft.packedHTML ?? draft.html else {
                insertText.bindNull(4)
                return try insertText.run()
            }
            try insertText.withInPlace(html.span, isText: draft.packedHTML == nil, at: 4) { try insertText.run() }
        }
    }

    /// Puts a stored article's postings into the index once its title may have changed.
    mutating func insertIndexEntry(_ n: Int64, title: String) throws {
        titleWords.didReplace(n, title: title)
        try insertIndexEntry(n)
    }

    /// Puts a stored article's postings into the index, through FTS5.
    func insertIndexEntry(_ n: Int64) throws {
        try connection.run(IndexedText.insertion, [.integer(n)])
    }

    private mutating func insertTags(_ n: Int64, _ draft: ArticleDraft) throws {
        for (names, own) in [(draft.tags, Int64(0)), (draft.ownTags ?? [], 1)] {
            for name in names where !name.isEmpty {
                try connection.run(
                    "INSERT OR IGNORE INTO article_tag (tag, n, own) VALUES (?, ?, ?)",
                    [.integer(tagID(name)), .integer(n), .integer(own)])
            }
        }
    }

    /// An article is back whose words were taken off the lists.
    mutating func didRestore(_ n: Int64, title: String) throws { try titleWords.didRestore(n, title: title) }

    /// Takes the article's postings out of the index; its text must still be the one that was indexed. One that waits
    /// for a backfill has none, and FTS5 would count them below zero.
    mutating func removeFromIndex(_ n: Int64) throws {
        let connection = connection
        try titleWords.willRemove(n) {
            try connection.text("SELECT title FROM article_text WHERE n = ?", [.integer(n)])
        }
        guard try connection.integer("SELECT 1 FROM article_index_docsize WHERE id = ?", [.integer(n)]) != nil else {
            return
        }
        try connection.run(IndexedText.removal, [.integer(n)])
    }

    /// Whether an article's content with this hash was replaced by a later one.
    func wasReplaced(_ n: Int64, hash: Int64) throws -> Bool {
        try connection.integer(
            "SELECT 1 FROM article_version WHERE n = ? AND hash = ?", [.integer(n), .integer(hash)]) != nil
    }

    func rememberReplaced(_ n: Int64, hash: Int64) throws {
        try connection.run("INSERT OR IGNORE INTO article_version VALUES (?, ?)", [.integer(n), .integer(hash)])
    }

    /// Replaces content and text of an article whose postings have been removed. State stays.
    mutating func update(_ n: Int64, with draft: ArticleDraft, now: Int64) throws {
        let author = try authorID(draft.author)
        try connection.run(
            """
            UPDATE article SET sort_date = \(SortDate.sql(published: "?2", arrival: "?9")), published = ?2, updated = ?3,
            flags = (flags & \(Flags.own)) | (?4 & ~\(Flags.own)), author = ?5, language = ?6, hash = ?7, url = ?8 WHERE n = ?1
            """,
            [
                .integer(n), draft.published.map(SQLValue.integer) ?? .null,
                draft.updated.map(SQLValue.integer) ?? .null, .integer(flags(draft)),
                author.map(SQLValue.integer) ?? .null, draft.language.map(SQLValue.text) ?? .null,
                .integer(draft.contentHash), draft.url.map(SQLValue.text) ?? .null, .integer(draft.received ?? now),
            ])
        try connection.run("DELETE FROM article_text WHERE n = ?", [.integer(n)])
        try connection.run("DELETE FROM article_tag WHERE n = ? AND own = 0", [.integer(n)])
        try insertText(n, draft)
        try insertTags(n, draft)
    }

    /// Sets read, starred and tags of one's own where the draft names them.
    mutating func updateState(of stored: StoredArticle, feed: Int64, from draft: ArticleDraft) throws -> Bool {
        var changed = false
        if let read = draft.read, read != stored.read {
            try connection.run(
                "UPDATE article SET read = ? WHERE n = ?", [.integer(read ? 1 : 0), .integer(stored.id)])
            sums[feed, default: (0, 0)].unread += read ? -1 : 1
            changed = true
        }
        if let starred = draft.starred, starred != stored.starred {
            try connection.run(
                "UPDATE article SET starred = ? WHERE n = ?", [.integer(starred ? 1 : 0), .integer(stored.id)])
            changed = true
        }
        if let hidden = draft.hidden {
            let bit = Flags.hidden
            try connection.run(
                "UPDATE article SET flags = (flags & ~\(bit)) | ?1 WHERE n = ?2 AND (flags & \(bit)) <> ?1",
                [.integer(hidden ? bit : 0), .integer(stored.id)])
            changed = changed || connection.changedRows > 0
        }
        if let own = draft.ownTags, try addOwnTags(own, to: stored.id) { changed = true }
        return changed
    }

    /// Adds tags of the reader's own.
    private mutating func addOwnTags(_ names: [String], to n: Int64) throws -> Bool {
        var changed = false
        for name in names where !name.isEmpty {
            try connection.run(
                "INSERT OR IGNORE INTO article_tag (tag, n, own) VALUES (?, ?, 1)",
                [.integer(tagID(name)), .integer(n)])
            changed = changed || connection.changedRows > 0
        }
        try connection.run(
            """
            UPDATE article SET flags = (flags & ~\(Flags.tagged))
            | CASE WHEN EXISTS (SELECT 1 FROM article_tag WHERE n = ?1 AND own) THEN \(Flags.tagged) ELSE 0 END
            WHERE n = ?1
            """, [.integer(n)])
        return changed
    }

    /// Writes the gathered sums, of feeds and of words of titles.
    mutating func flushSums() throws {
        for (feed, sum) in sums where sum != (0, 0) {
            try connection.run(
                "UPDATE feed SET articles = articles + ?, unread = unread + ? WHERE id = ?",
                [.integer(sum.articles), .integer(sum.unread), .integer(feed)])
        }
        sums.removeAll(keepingCapacity: true)
        try titleWords.flush()
    }
}
