package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: PageStoring {
    package func duePages(now: Int64, limit: Int) throws -> [PendingPage] {
        try guarded {
            try library.query(
                """
                SELECT q.n, a.feed, a.url, q.attempts, a.hash, q.silent FROM feedsearch.page_queue q
                JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = q.n
                WHERE q.library = $1 AND q.slot = $2 AND (q.due <= $3 OR q.due > $5)
                ORDER BY q.n DESC LIMIT $4
                """,
                [
                    .integer(now), .integer(Int64(limit)),
                    .integer(StoredFuture.horizon(now, StoredFuture.maxPageWait)),
                ]
            ).map {
                PendingPage(
                    article: $0.integer(0), feed: $0.integer(1), url: $0.text(2),
                    attempts: $0.count(3),
                    feedHash: $0.integer(4), isSilent: $0.bool(5))
            }
        }
    }

    package func page(of article: Int64) throws -> PendingPage? {
        try guarded {
            try library.query(
                """
                SELECT n, feed, url, hash FROM feedsearch.article
                WHERE library = $1 AND slot = $2 AND n = $3 AND (url LIKE 'https://%' OR url LIKE 'http://%')
                """, [.integer(article)]
            ).first.map {
                PendingPage(
                    article: $0.integer(0), feed: $0.integer(1), url: $0.text(2), attempts: 0, feedHash: $0.integer(3),
                    isSilent: true)
            }
        }
    }

    @discardableResult
    package func record(_ pages: [PageOutcome], now: Int64) throws -> Int {
        let batch = PreparedBatch()
        for case .whole(let draft) in pages.map(\.result) { batch.add(draft) }
        return try guarded {
            let writer = try PostgresBatchWriter(
                store: self, request: BatchInsertRequest(resultType: .ids) { _ in false }, now: now)
            let count = try writing {
                try library.pipeline(pages.compactMap(request))
                if batch.articleCount > 0 { _ = try writer.write(batch) }
                let written = writer.total.updatedIDs
                try library.pipeline([removing(written)])
                return written.count
            }
            try writer.finish()
            return count
        }
    }

    private func removing(_ articles: [Int64]) -> PostgresRequest {
        library.request(
            "DELETE FROM feedsearch.page_queue WHERE library = $1 AND slot = $2 AND n = ANY ($3)", [.integers(articles)]
        )
    }

    /// The statement that an attempt without a page leads to.
    private func request(_ page: PageOutcome) -> PostgresRequest? {
        switch page.result {
        case .whole: nil
        case .nothingMore: removing([page.article])
        case .failed(let kind, let text, let next):
            library.request(
                """
                UPDATE feedsearch.page_queue SET due = $4, attempts = attempts + 1, failure_kind = $5, failure_text = $6
                WHERE library = $1 AND slot = $2 AND n = $3
                """, [.integer(page.article), .integer(orNull: next), .text(kind), .text(text)])
        }
    }

    package func failingPages() throws -> [FailingPages] {
        try guarded {
            try library.query(
                """
                SELECT f.url, coalesce(f.own_title, f.title, f.url), q.failure_kind, q.failure_text, count(*),
                    count(*) FILTER (WHERE q.due IS NULL), max(q.n), (array_agg(a.url ORDER BY a.n DESC))[1]
                FROM feedsearch.page_queue q
                JOIN feedsearch.article a ON a.library = $1 AND a.slot = $2 AND a.n = q.n
                JOIN feedsearch.feed f ON f.library = $1 AND f.slot = $2 AND f.id = a.feed
                WHERE q.library = $1 AND q.slot = $2 AND q.failure_kind IS NOT NULL
                GROUP BY f.id, f.url, f.own_title, f.title, q.failure_kind, q.failure_text ORDER BY f.id, count(*) DESC
                """
            ).map {
                FailingPages(
                    feed: $0.text(0), title: $0.text(1), kind: $0.text(2), text: $0.text(3),
                    articles: $0.count(4), givenUp: $0.count(5),
                    example: $0.integer(6), exampleURL: $0.text(7))
            }
        }
    }
}
