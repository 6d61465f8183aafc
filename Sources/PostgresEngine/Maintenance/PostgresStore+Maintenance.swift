internal import ArticleSearch
package import Articles
internal import Database
internal import LibraryStorage
internal import PostgreSQL
internal import PostingIndex

extension PostgresStore {
    /// Checks all redundant data of the library within one snapshot, so writers can continue meanwhile.
    package func check() throws -> CheckReport {
        try snapshot {
            var check = LibraryCheck(library)
            try check.run()
            return check.report
        }
    }

    /// Always nil: schema steps leave no work for later.
    package func indexingProgress() throws -> IndexingProgress? { nil }

    @discardableResult
    package func continueBackfill(for time: Duration) throws -> Bool { true }

    package func finishBackfill() throws {}

    /// Sizes in bytes are estimates of the library's share of the tables (`LibraryCatalogue.share`).
    package func storeStatistics() throws -> StoreStatistics {
        try guarded {
            let row = try library.query(
                """
                SELECT (SELECT count(*) FROM feedsearch.article WHERE library = $1 AND slot = $2),
                    (SELECT coalesce(sum(unread), 0)::int8 FROM feedsearch.feed WHERE library = $1 AND slot = $2),
                    (SELECT count(*) FROM feedsearch.article WHERE library = $1 AND slot = $2 AND starred),
                    (SELECT count(*) FROM feedsearch.feed WHERE library = $1 AND slot = $2),
                    (SELECT count(*) FROM feedsearch.feed WHERE library = $1 AND slot = $2 AND subscribed),
                    (SELECT count(*) FROM feedsearch.saved_search WHERE library = $1 AND slot = $2),
                    \(LibraryCatalogue.allBytes),
                    (SELECT sum(pg_total_relation_size(('feedsearch.' || t)::regclass))::int8
                        FROM unnest(ARRAY['segment_page', 'segment_terms', 'indexed_length']) AS t),
                    (SELECT min(sort_date) FROM feedsearch.article WHERE library = $1 AND slot = $2),
                    (SELECT max(sort_date) FROM feedsearch.article WHERE library = $1 AND slot = $2),
                    (SELECT coalesce(sum(articles), 0)::int8 FROM feedsearch.feed),
                    (SELECT count(*) FROM feedsearch.library)
                """
            ).first
            var out = StoreStatistics()
            guard let row else { return out }
            func number(_ column: Int32) -> Int { Int(clamping: row.integer(column)) }
            out.articles = number(0)
            out.unread = number(1)
            out.starred = number(2)
            out.feeds = number(3)
            out.subscriptions = number(4)
            out.savedSearches = number(5)
            func share(_ column: Int32) -> Int {
                let (articles, all) = (row.integer(0), row.integer(10))
                return Int(
                    clamping: LibraryCatalogue.share(of: row.integer(column), articles, of: all, libraries: number(11)))
            }
            out.bytes = share(6)
            out.indexBytes = share(7)
            out.oldest = row.integerOrNil(8)
            out.newest = row.integerOrNil(9)
            out.schemaVersion = PostgresSchema.newestVersion
            return out
        }
    }

    package func reindex() throws {
        try writing {
            try IndexRebuild(store: self).run()
            try LibraryTask.textSketches.setProgress(nil, library)
            if mayHavePairs {
                try library.run("UPDATE feedsearch.index_state SET has_pairs = true WHERE library = $1 AND slot = $2")
            }
            try lists.rebuild()
        }
        try refreshTitleWords()
    }

    /// Merges the index into one segment, compresses the remaining texts, and lets the server reuse the space of
    /// deleted rows. Afterwards, the database refuses programs that cannot read compressed texts or do not write word
    /// pairs.
    package func optimize() throws {
        try guarded {
            try compressTexts()
            try run(.annotatedTexts) { n, isDue in
                try AnnotatedTexts(self).rewrite(after: n, upTo: .max, isDue: isDue)?.last
            }
            try run(.textSketches) { n, isDue in try TextSketches(library).add(after: n, isDue: isDue) }
            try SegmentMerger(PostgresPages(connection, place, cache: nil)).mergeAll()
            try writing { try lists.rebuildWords() }
            try connection.execute("VACUUM (ANALYZE, SKIP_LOCKED) \(Self.cleanedTables)")
        }
    }

    private func compressTexts() throws {
        try writing {
            if !mayHavePairs { try PostgresSchema.refuseEarlierPrograms(connection) }
        }
        var last: Int64? = 0
        while let n = last {
            // Work in parts, so that other writers can run in between.
            last = try writing {
                try beginCompressing()
                try trainDictionaryIfDue()
                return try packTexts(after: n)
            }
        }
    }

    /// Runs a task once for each library, because this program stores articles in the new form.
    ///
    /// - Parameter part: examines the articles after the given one until it is due, and returns the last of them, or
    ///   nil if none are left.
    private func run(_ task: LibraryTask, part: (ArticleID, () -> Bool) throws -> ArticleID?) throws {
        var last = try reading { try task.progress($0) }
        while let n = last {
            // Work in parts, so that other writers can run in between.
            last = try writing { database in
                let end = ContinuousClock.now + .seconds(1)
                let examined = try part(n) { .now > end }
                try task.setProgress(examined, database)
                return examined
            }
        }
    }

    /// Tables whose rows are replaced or deleted when articles are stored.
    private static let cleanedTables = [
        "article", "article_text", "article_forward", "article_facts", "segment_page", "segment_terms",
        "indexed_length",
        "frequent_word", "character_frequency", "counter", "feed", "alert_batch", "alert_waiting", "alert_queue",
    ].map { "feedsearch.\($0)" }.joined(separator: ", ")

    // MARK: - Memory

    /// Always 0: pages of a library on a server are cached one by one as they are read.
    package var memoryAhead: Int { 0 }

    package func releaseMemory() {
        caches?.removeAll()
        warmedVersion = nil
        lists.forget()
    }

    /// Warms up caches, but only while the program is idle, because each part takes round trips, which would delay the
    /// next request. Once all parts are done, the server is not queried again until a search sees another version of
    /// the library.
    package func warmUp(whileIdle: Bool = true) -> Bool {
        guard access == .read, whileIdle, warmedVersion != searcher.statistics.dataVersion else { return false }
        do {
            let isLeft = try guarded { try warmer.advance(whileIdle: true) }
            if !isLeft, !warmer.pace.isRapid { warmedVersion = searcher.statistics.dataVersion }
            return isLeft
        } catch {
            // Ignored: the next search reports the same error.
            return false
        }
    }
}
