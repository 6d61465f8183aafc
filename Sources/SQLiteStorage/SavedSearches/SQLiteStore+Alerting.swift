internal import ArticleSearch
internal import Articles
internal import SQLite
internal import SavedSearchMatching
internal import TextAnalysis

extension SQLiteStore: AlertStore {
    func searchChanges() throws -> (oldest: Int64, newest: Int64) {
        // Each by the index; both in one SELECT would read all rows.
        (
            try connection.integer("SELECT min(number) FROM alert_change") ?? 0,
            try connection.integer("SELECT max(number) FROM alert_change") ?? 0
        )
    }

    func searches(changedAfter change: Int64) throws -> Set<Int64> {
        let rows = try connection.prepare("SELECT search FROM alert_change WHERE number > ?")
        try rows.bind([.integer(change)])
        var searches: Set<Int64> = []
        while try rows.step() { searches.insert(rows.integer(0)) }
        return searches
    }

    func alertingQueries(of searches: Set<Int64>?) throws -> [(search: Int64, query: String)] {
        let all = "SELECT s.id, s.query FROM alert_rule r CROSS JOIN saved_search s ON s.id = r.search"
        var queries: [(search: Int64, query: String)] = []
        guard let searches else {
            let rows = try connection.prepare(all)
            while try rows.step() { queries.append((rows.integer(0), rows.text(1))) }
            return queries
        }
        let row = try connection.prepare(all + " WHERE r.search = ?")
        for search in searches {
            try row.bind([.integer(search)])
            if try row.step() { queries.append((row.integer(0), row.text(1))) }
            row.reset()
        }
        return queries
    }

    func currentLanguages(newArticles: Int) throws -> [StemLanguage] {
        try statistics.currentLanguages(newArticles: newArticles)
    }

    func firstImports(among feeds: [Int64]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for feed in feeds {
            // The sum is written at a batch's end: none means that this batch brings the first.
            if try connection.integer("SELECT 1 FROM feed WHERE id = ? AND articles > 0", [.integer(feed)]) == nil {
                try connection.run("INSERT OR IGNORE INTO first_import (feed) VALUES (?)", [.integer(feed)])
                found.insert(feed)
            } else if try connection.integer("SELECT 1 FROM first_import WHERE feed = ?", [.integer(feed)]) != nil {
                found.insert(feed)
            }
        }
        return found
    }

    func endFirstImports(of feeds: [Int64]) throws {
        for feed in feeds { try connection.run("DELETE FROM first_import WHERE feed = ?", [.integer(feed)]) }
    }

    func hiddenArticles(among articles: [Int64]) throws -> Set<Int64> {
        guard try searcher.hasHidden() else { return [] }
        let row = try connection.cachedStatement("SELECT 1 FROM article WHERE n = ? AND flags & 8")
        var hidden: Set<Int64> = []
        for article in articles {
            row.bind(article, at: 1)
            if try row.step() { hidden.insert(article) }
            row.reset()
        }
        return hidden
    }

    func store(_ matches: AlertBatch) throws {
        let row = try connection.cachedStatement("INSERT INTO alert_batch (at, first_new, matches) VALUES (?, ?, ?)")
        row.bind(matches.at, at: 1)
        row.bind(matches.firstNew, at: 2)
        row.bind(blob: matches.matches.span, at: 3)
        try row.run()
    }
}
