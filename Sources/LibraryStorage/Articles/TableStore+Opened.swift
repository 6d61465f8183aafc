package import Articles
internal import Database

extension OpenedStoring where Self: TableStore {
    @discardableResult
    package func recordOpened(_ articles: [ArticleID], at time: Int64) throws -> Int {
        if articles.isEmpty { return 0 }
        let reader = database.reader
        return try writing { database in
            try requireMember(reader)
            return try OpenedRows(database: database, reader: reader).record(articles.map { ($0, time) }).count
        }
    }

    @discardableResult
    package func forgetOpened(_ articles: [ArticleID]?) throws -> Int {
        let reader = database.reader
        return try writing { database in
            var condition: SQL = "n > 0"
            if let articles {
                if articles.isEmpty { return 0 }
                condition = "n\(isOneOf: articles)"
            }
            guard let reader else { return try database.run(.delete(from: .articleOpened, where: condition)) }
            return try database.run(
                .delete(from: .memberOpened, where: "member = \(reader.number) AND \(sql: condition)"))
        }
    }

    package func opened(
        _ filter: ArticleFilter, after place: DatePlace?, latestFirst: Bool, limit: Int
    ) throws -> [OpenedArticle] {
        if limit <= 0 { return [] }
        let direction: SQL = latestFirst ? "DESC" : "ASC"
        var start: SQL = ""
        if let place {
            start = "AND (o.opened, o.n) \(sql: latestFirst ? "<" : ">") (\(place.date), \(place.id))"
        }
        return try reading { database in
            try database.rows(
                """
                SELECT o.n, o.opened FROM \(rows: .articleOpened) o
                \(sqlite: "CROSS JOIN", postgres: "JOIN") \(rows: .article) a ON a.n = o.n
                WHERE \(sql: SQL(.all([filter, .not(.flag(.hidden))]))) \(sql: start)
                ORDER BY o.opened \(sql: direction), o.n \(sql: direction) LIMIT \(inText: Int64(limit))
                """
            ) { OpenedArticle(id: $0.integer(0), opened: $0.integer(1)) }
        }
    }
}

/// Writes the times at which articles were opened, inside the caller's transaction.
struct OpenedRows {
    let database: any LibraryDatabase
    /// The member who opened the articles; nil for the owner.
    var reader: SQLReader?

    /// Stores the times of existing articles that are later than the stored ones.
    ///
    /// - Returns: the articles whose time has changed.
    func record(_ opened: [(article: ArticleID, time: Int64)]) throws -> Set<ArticleID> {
        // Articles may have been removed in the meantime, and a client may report an earlier opening late.
        let known = try database.reading(as: reader) {
            try database.rows(
                """
                SELECT a.n, coalesce((SELECT o.opened FROM \(rows: .articleOpened) o WHERE o.n = a.n), \(Int64.min))
                FROM \(rows: .article) a WHERE a.n\(isOneOf: opened.map(\.article))
                """
            ) { ($0.integer(0), $0.integer(1)) }
        }
        var times: [ArticleID: Int64] = [:]
        let stored = Dictionary(known) { first, _ in first }
        for (article, time) in opened {
            guard let earlier = times[article] ?? stored[article], time > earlier else { continue }
            times[article] = time
        }
        try write(times.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        return Set(times.keys)
    }

    /// Stores or replaces the times of existing articles.
    func write(_ opened: [(article: ArticleID, time: Int64)]) throws {
        if opened.isEmpty { return }
        if let reader {
            try database.insert(
                opened.map { [.integer(reader.number), .integer($0.article), .integer($0.time)] }, into: .memberOpened,
                ["member", "n", "opened"], onConflict: .updates(["opened"]))
            return
        }
        try database.insert(
            opened.map { [.integer($0.article), .integer($0.time)] }, into: .articleOpened, ["n", "opened"],
            onConflict: .updates(["opened"]))
    }
}
