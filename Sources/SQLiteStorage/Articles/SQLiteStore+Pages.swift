internal import Articles
internal import Database
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    func duePages(now: Int64, limit: Int) throws -> [PendingPage] {
        try guarded {
            let rows = try connection.prepare(
                """
                SELECT q.n, a.feed, a.url, q.attempts, a.hash, q.silent
                FROM page_queue q JOIN article a ON a.n = q.n WHERE q.due <= ?1 OR q.due > ?3
                ORDER BY q.n DESC LIMIT ?2
                """)
            try rows.bind([
                .integer(now), .integer(Int64(limit)),
                .integer(StoredFuture.horizon(now, StoredFuture.maxPageWait)),
            ])
            var pages: [PendingPage] = []
            while try rows.step() {
                pages.append(
                    PendingPage(
                        article: rows.integer(0), feed: rows.integer(1), url: rows.text(2), attempts: rows.count(3),
                        feedHash: rows.integer(4), isSilent: rows.integer(5) != 0))
            }
            return pages
        }
    }

    func page(of article: Int64) throws -> PendingPage? {
        try guarded {
            let row = try connection.prepare(
                "SELECT n, feed, url, hash FROM article WHERE n = ? AND (url LIKE 'https://%' OR url LIKE 'http://%')")
            try row.bind([.integer(article)])
            guard try row.step() else { return nil }
            return PendingPage(
                article: row.integer(0), feed: row.integer(1), url: row.text(2), attempts: 0, feedHash: row.integer(3),
                isSilent: true)
        }
    }

    @discardableResult
    func record(_ pages: [PageOutcome], now: Int64) throws -> Int {
        try guarded {
            let whole = try connection.transaction {
                let batch = PreparedBatch()
                for page in pages {
                    switch page.result {
                    case .whole(let draft): batch.add(draft)
                    case .nothingMore:
                        try connection.run("DELETE FROM page_queue WHERE n = ?", [.integer(page.article)])
                    case .failed(let kind, let text, let next):
                        try connection.run(
                            """
                            UPDATE page_queue SET due = ?2, attempts = attempts + 1, failure_kind = ?3, failure_text = ?4
                            WHERE n = ?1
                            """,
                            [.integer(page.article), .init(next), .text(kind), .text(text)])
                    }
                }
                let request = BatchInsertRequest(resultType: .ids) { _ in false }
                let writer = try BatchWriter(store: self, request: request, now: now)
                try writer.write(batch)
                try writer.finish()
                let written = writer.total.updatedIDs
                for n in written { try connection.run("DELETE FROM page_queue WHERE n = ?", [.integer(n)]) }
                return written.count
            }
            try BatchWriter.mergeSegments(connection)
            return whole
        }
    }

    func failingPages() throws -> [FailingPages] {
        try guarded {
            // The row with the highest number gives the other columns (https://sqlite.org/lang_select.html#bareagg).
            let rows = try connection.prepare(
                """
                SELECT f.url, coalesce(f.own_title, f.title, f.url), q.failure_kind, q.failure_text, count(*),
                    sum(q.due IS NULL), max(q.n), a.url
                FROM page_queue q JOIN article a ON a.n = q.n JOIN feed f ON f.id = a.feed
                WHERE q.failure_kind IS NOT NULL GROUP BY f.id, q.failure_kind, q.failure_text ORDER BY f.id, count(*) DESC
                """)
            var failing: [FailingPages] = []
            while try rows.step() {
                failing.append(
                    FailingPages(
                        feed: rows.text(0), title: rows.text(1), kind: rows.text(2), text: rows.text(3),
                        articles: rows.count(4), givenUp: rows.count(5), example: rows.integer(6),
                        exampleURL: rows.text(7)))
            }
            return failing
        }
    }
}
