package import Articles
internal import Database

extension PageStoring where Self: TableStore {
    package func duePages(now: Int64, limit: Int) throws -> [PendingPage] {
        let horizon = StoredFuture.horizon(now, StoredFuture.maxPageWait)
        return try reading { database in
            try database.rows(
                """
                SELECT q.n, a.feed, a.url, q.attempts, a.hash, q.silent
                FROM \(rows: .pageQueue) q JOIN \(rows: .article) a ON a.n = q.n
                WHERE q.due <= \(now) OR q.due > \(horizon) ORDER BY q.n DESC LIMIT \(limit)
                """
            ) { row in
                PendingPage(
                    article: row.integer(0), feed: row.integer(1), url: row.text(2), attempts: row.count(3),
                    feedHash: row.integer(4), isSilent: row.bool(5))
            }
        }
    }

    package func page(of article: ArticleID) throws -> PendingPage? {
        try reading { database in
            try database.first(
                """
                SELECT a.n, a.feed, a.url, a.hash FROM \(rows: .article) a
                WHERE a.n = \(article) AND (a.url LIKE 'https://%' OR a.url LIKE 'http://%')
                """
            ) { row in
                PendingPage(
                    article: row.integer(0), feed: row.integer(1), url: row.text(2), attempts: 0,
                    feedHash: row.integer(3), isSilent: true)
            }
        }
    }

    @discardableResult
    package func record(_ pages: [PageOutcome], now: Int64) throws -> (whole: Int, replies: Int) {
        let batch = PreparedBatch()
        var topics: [(article: ArticleID, update: TopicUpdate)] = []
        for page in pages {
            switch page.result {
            case .whole(let draft): batch.add(draft)
            case .topic(let update): topics.append((page.article, update))
            case .nothingMore, .failed: break
            }
        }
        return try writingBatch(BatchInsertRequest(resultType: .ids) { _ in false }, now: now) { writer in
            try database.run(pages.compactMap(change))
            if batch.articleCount > 0 { try writer.write(batch) }
            let written = writer.total.updatedIDs
            let inserted = writer.total.inserted
            try database.run(.delete(from: .pageQueue, where: "n\(isOneOf: written)"))
            for topic in topics { try TopicWriter(store: self, writer: writer).write(topic.update, of: topic.article) }
            return (written.count, writer.total.inserted - inserted)
        }
    }

    /// The statement that records the outcome of an attempt to fetch a page; nil if the page was fetched.
    private func change(_ page: PageOutcome) -> SQL? {
        switch page.result {
        case .whole, .topic: nil
        case .nothingMore: .delete(from: .pageQueue, where: "n = \(page.article)")
        case .failed(let kind, let text, let next):
            .update(
                .pageQueue,
                set: "due = \(next), attempts = attempts + 1, failure_kind = \(kind), failure_text = \(text)",
                where: "n = \(page.article)")
        }
    }

    @discardableResult
    package func queue(_ topics: [ListedTopic], of feed: Int64, now: Int64) throws -> Bool {
        if topics.isEmpty { return false }
        return try writing { database in
            let guids = topics.map { NumberedName(number: feed, name: $0.guid) }
            let found = try ArticleRows(database: database).find(guids, hasAliases: true)
            var listed: [ArticleID: Int64?] = [:]
            for (topic, stored) in zip(topics, found) {
                if let stored { listed[stored.id] = topic.replies }
            }
            return try TopicQueue.add(listed, to: database, now: now)
        }
    }

    package func pages(ofTopic article: ArticleID) throws -> [TopicPage] {
        try reading { database in
            try database.rows(
                """
                SELECT p.place, p.url, p.etag, p.last_modified, p.content_hash, p.next FROM \(rows: .topicPage) p
                WHERE p.n = \(article) ORDER BY p.place LIMIT \(TopicQueue.maxPages)
                """
            ) { row in
                TopicPage(
                    place: row.count(0), url: row.text(1), etag: row.textOrNil(2), lastModified: row.textOrNil(3),
                    contentHash: row.textOrNil(4), next: row.textOrNil(5))
            }
        }
    }

    package func failingPages() throws -> [FailingPages] {
        try reading { database in
            try database.rows(
                """
                SELECT f.url, coalesce(f.own_title, f.title, f.url), p.failure_kind, p.failure_text, p.articles, p.given_up,
                    p.newest, n.url
                FROM (
                    SELECT a.feed, q.failure_kind, q.failure_text, count(*) AS articles,
                        count(*) FILTER (WHERE q.due IS NULL) AS given_up, max(q.n) AS newest
                    FROM \(rows: .pageQueue) q JOIN \(rows: .article) a ON a.n = q.n
                    WHERE q.failure_kind IS NOT NULL GROUP BY a.feed, q.failure_kind, q.failure_text
                ) p
                JOIN \(rows: .feed) f ON f.id = p.feed JOIN \(rows: .article) n ON n.n = p.newest
                ORDER BY f.id, p.articles DESC
                """
            ) { row in
                FailingPages(
                    feed: row.text(0), title: row.text(1), kind: row.text(2), text: row.text(3), articles: row.count(4),
                    givenUp: row.count(5), example: row.integer(6), exampleURL: row.text(7))
            }
        }
    }
}
