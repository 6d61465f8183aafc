internal import ArticleSearch
internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import PostingIndex
internal import SQLite
internal import SavedSearchMatching
internal import SearchRanking

extension SQLiteStore {
    func check() throws -> CheckReport {
        try guarded {
            let copy: SQLiteStore
            do {
                copy = try SQLiteStore(temporaryCopyOf: self)
            } catch let error as SQLiteError where Self.saysNoRoom(error) {
                let writer = try access == .write ? self : SQLiteStore(path: path, access: .write)
                return try writer.connection.transaction { try writer.recount() }
            }
            return try copy.recount()
        }
    }

    private static func saysNoRoom(_ error: SQLiteError) -> Bool {
        [SQLiteError.full, SQLiteError.cannotOpen, SQLiteError.inputOutput].contains(error.code)
    }

    /// Checks a database that no other connection writes to.
    func recount() throws -> CheckReport {
        var report = CheckReport()
        report.articles = Int(try connection.integer("SELECT count(*) FROM article") ?? 0)
        report.feeds = Int(try connection.integer("SELECT count(*) FROM feed") ?? 0)
        try checkFile(&report)
        try checkRows(&report)
        try checkNumbers(&report)
        // The remaining checks read all texts, so they are skipped if a text is unreadable.
        guard try checkTexts(&report) else { return report }
        if let indexing = try IndexingProgress.read(connection) {
            report.problems.append(
                "index: \(indexing.done) of \(indexing.total) articles are indexed since the upgrade; run optimize")
        } else if let progress = try IndexingProgress.ofPairs(connection) {
            let command = try PairFiller(store: self).canFill() ? "optimize" : "reindex"
            report.problems.append(
                "index: \(progress.done) of \(progress.total) articles have their pairs of words since the upgrade; run \(command)"
            )
        } else {
            try checkIndex(&report)
        }
        try checkBin(&report)
        for (what, count) in try MemberCheck.problems(connection) where count > 0 {
            report.problems.append("\(what): \(count)")
        }
        return report
    }

    private func checkFile(_ report: inout CheckReport) throws {
        let statement = try connection.prepare("PRAGMA integrity_check(20)")
        while try statement.step() {
            let line = statement.text(0)
            if line != "ok" { report.problems.append("file: \(line)") }
        }
    }

    private func checkRows(_ report: inout CheckReport) throws {
        let counts: [(String, String)] = [
            (
                "articles without text",
                "SELECT count(*) FROM article a WHERE NOT EXISTS (SELECT 1 FROM article_text t WHERE t.n = a.n)"
            ),
            (
                "texts without article",
                "SELECT count(*) FROM article_text t WHERE NOT EXISTS (SELECT 1 FROM article a WHERE a.n = t.n)"
            ),
            (
                "articles without feed",
                "SELECT count(*) FROM article a WHERE NOT EXISTS (SELECT 1 FROM feed f WHERE f.id = a.feed)"
            ),
            (
                "tags without article",
                "SELECT count(*) FROM article_tag g WHERE NOT EXISTS (SELECT 1 FROM article a WHERE a.n = g.n)"
            ),
            (
                "feeds whose sums are wrong",
                """
                SELECT count(*) FROM feed f LEFT JOIN
                (SELECT feed, count(*) AS articles, sum(NOT read) AS unread FROM article GROUP BY feed) c ON c.feed = f.id
                WHERE f.articles <> coalesce(c.articles, 0) OR f.unread <> coalesce(c.unread, 0)
                """
            ),
            (
                "articles whose date order is wrong",
                "SELECT count(*) FROM article WHERE \(SortDate.isWrong)"
            ),
        ]
        for (what, sql) in counts {
            let count = try connection.integer(sql) ?? 0
            if count > 0 { report.problems.append("\(what): \(count)") }
        }
    }

    /// Checks that all texts can be read, including those in the bin. Returns false if a text is unreadable.
    private func checkTexts(_ report: inout CheckReport) throws -> Bool {
        var unreadable: [Int64] = []
        let rows = try connection.prepare(
            "SELECT n, body FROM article_text UNION ALL SELECT n, body FROM removed_article")
        while try rows.step() {
            if !searchSource.texts.isReadable(rows, column: 1) { unreadable.append(rows.integer(0)) }
        }
        if unreadable.isEmpty { return true }
        let first = unreadable.prefix(10).map { "#\($0)" }.joined(separator: " ")
        report.problems.append("texts: \(unreadable.count) cannot be read (\(first)); restore a backup")
        return false
    }

    /// Checks the index. FTS5 itself compares its postings with the content table
    /// (<https://www.sqlite.org/fts5.html#the_integrity_check_command>).
    private func checkIndex(_ report: inout CheckReport) throws {
        if let progress = try IndexingProgress.read(connection) {
            report.problems.append("index: \(progress.done) of \(progress.total) articles are indexed; run optimize")
            return
        }
        let rows = try connection.integer("SELECT count(*) FROM article_index_docsize") ?? 0
        if Int(rows) != report.articles {
            report.problems.append("index: \(rows) entries for \(report.articles) articles")
        }
        do {
            try connection.execute("INSERT INTO article_index (article_index, rank) VALUES ('integrity-check', 1)")
        } catch let error as SQLiteError where error.code == SQLiteError.corrupt {
            report.problems.append("index: postings and texts differ; run reindex")
        }
        let reader = try PostingReader(connection: connection, table: "article_index")
        let blocks = try reader.wrongBlockLists()
        if blocks > 0 { report.problems.append("index: \(blocks) block lists differ from postings; run reindex") }
        let strays = try reader.strayPages()
        if strays > 0 { report.problems.append("index: \(strays) pages belong to no term; run reindex") }
        let terms = try connection.prepare("SELECT segid, count(*) FROM article_index_idx GROUP BY segid")
        let segments = Set(reader.segmentIDs.map { Int64($0) })
        var unlisted: Int64 = 0
        while try reader.segmentCount > 0 && terms.step() {
            if !segments.contains(terms.integer(0)) { unlisted += terms.integer(1) }
        }
        if unlisted > 0 { report.problems.append("index: \(unlisted) first terms belong to no segment; run reindex") }
        try checkForward(&report)
        let wrong = try connection.integer("SELECT count(*) FROM character_frequency WHERE articles < 0") ?? 0
        if wrong > 0 { report.problems.append("index: \(wrong) character counts below zero; run reindex") }
        let words = try FrequentWords(connection: connection).wrongCounts()
        if words > 0 { report.problems.append("frequent words: \(words) wrong counts; run reindex") }
        let titles = try TitleWords(connection: connection).wrongCounts()
        if titles > 0 { report.problems.append("words of titles: \(titles) wrong counts; run reindex") }
    }

    /// Compares the ranking data that is stored next to the index with the texts and FTS5's own lengths.
    private func checkForward(_ report: inout CheckReport) throws {
        let stale =
            try connection.integer("SELECT count(*) FROM article_forward WHERE n NOT IN (SELECT n FROM article)") ?? 0
        if stale > 0 { report.problems.append("ranking: \(stale) entries without article; run reindex") }
        let blocks = try connection.prepare("SELECT block, lengths FROM article_length")
        var lengths: [UInt16] = []
        var wrongBlocks = 0
        while try blocks.step() {
            blocks.copyUnits(1, into: &lengths)
            if try FactsBlock.read(blocks.integer(0), connection)?.storedLengths != lengths { wrongBlocks += 1 }
        }
        if wrongBlocks > 0 {
            report.problems.append("ranking: lengths of \(wrongBlocks) blocks of 1,024 articles differ; run reindex")
        }
        let index = SQLiteIndex(connection: connection)
        let cache = FactsCache(index)
        var wrong = 0
        var sketches = try SketchCheck(connection)
        var counts = CharacterCounts()
        var earlier = EarlierUnits()
        let texts = try connection.prepare(
            """
            SELECT \(IndexedText.columns), f.characters, f.units
            FROM \(IndexedText.tables) LEFT JOIN article_forward f ON f.n = t.n
            """)
        while try texts.step() {
            let n = texts.integer(0)
            let entry = ForwardEntry(IndexedText(texts), &counts)
            let characters = texts.isNull(5) ? earlier.packedCharacters(texts, column: 6) : texts.bytes(5)
            // Both columns are NULL if `article_forward` has no row for the article.
            let isWrong = texts.isNull(6) || characters.map { $0[...] != entry.characters } ?? false
            if try isWrong || cache.facts(of: n) != index.derivedFacts(of: n) { wrong += 1 }
            try sketches.compare(n, entry.sketch)
        }
        try sketches.finish(&report)
        if wrong > 0 {
            report.problems.append("ranking: what is kept of \(wrong) articles differs from their texts; run reindex")
        }
    }

    func storeStatistics() throws -> StoreStatistics {
        try guarded {
            var out = StoreStatistics()
            func number(_ sql: String) throws -> Int { Int(try connection.integer(sql) ?? 0) }
            out.articles = try number("SELECT count(*) FROM article")
            out.unread = try number("SELECT coalesce(sum(max(0, min(unread, \(UInt32.max)))), 0) FROM feed")
            out.starred = try number("SELECT count(*) FROM article WHERE starred")
            out.feeds = try number("SELECT count(*) FROM feed")
            out.subscriptions = try number("SELECT count(*) FROM feed WHERE subscribed")
            out.savedSearches = try number("SELECT count(*) FROM saved_search")
            out.bytes = try number("PRAGMA page_count") * number("PRAGMA page_size")
            out.indexBytes = try IndexSize(connection: connection, table: "article_index").bytes()
            out.oldest = try connection.integer("SELECT min(sort_date) FROM article").map(CivilTime.bounded(seconds:))
            out.newest = try connection.integer("SELECT max(sort_date) FROM article").map(CivilTime.bounded(seconds:))
            out.schemaVersion = try number("PRAGMA user_version")
            return out
        }
    }

    func reindex() throws {
        try guarded {
            try connection.transaction {
                try rebuildIndex()
                // A load builds the list of frequent words incrementally, so rebuild the list from the whole index.
                try FrequentWords(connection: connection).rebuild()
                try TitleWords(connection: connection).removeAll()
            }
            try refreshTitleWords()
        }
    }

    /// Must run inside a transaction.
    private func rebuildIndex() throws {
        try connection.execute(
            """
            INSERT INTO article_index (article_index) VALUES ('delete-all');
            DELETE FROM character_frequency; DELETE FROM article_forward; DELETE FROM article_facts; DELETE FROM article_length;
            DELETE FROM article_sketch; DELETE FROM frequent_word; DELETE FROM backfill WHERE task IN ('index', 'characters', 'pairs', 'sketches');
            """)
        var filler = IndexFiller(store: self)
        var last: Int64 = 0
        while let filled = try filler.fill(after: last, upTo: ArticleIDRange.maximum) { last = filled.last }
    }

    func optimize() throws {
        try guarded {
            try finishBackfill()
            try SegmentMerger(connection: connection, table: "article_index").mergeAll()
            // Merges the segments that `mergeAll` could not merge; does nothing if there is only one segment.
            try connection.execute("INSERT INTO article_index (article_index) VALUES ('optimize')")
            try connection.transaction { try FrequentWords(connection: connection).rebuild() }
            try connection.execute("PRAGMA optimize")
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}

/// Upgrade tasks whose cost grows with the number of stored articles. Each program that opens the file for writing
/// performs a part of them ([decision 49](../../../docs/decisions/0049-upgrades-in-one-transaction-and-backfills.md)).
///
/// The progress of a task is stored in the same transaction as the changes to the articles, so a crash loses at most
/// one part.
extension SQLiteStore {
    /// The approximate duration of one transaction. Other writers have to wait for that long.
    private static let partTime = Duration.milliseconds(250)

    func indexingProgress() throws -> IndexingProgress? {
        try guarded { try IndexingProgress.read(connection) }
    }

    /// Whether the index has all postings of the stored texts.
    func indexIsWhole() throws -> Bool {
        try guarded {
            try IndexingProgress.read(connection) == nil && IndexingProgress.ofPairs(connection) == nil
        }
    }

    @discardableResult
    func continueBackfill(for time: Duration) throws -> Bool {
        try guarded {
            let end = ContinuousClock.now + time
            while let task = try nextTask() {
                let left = end - ContinuousClock.now
                if left <= .zero { return false }
                try continueTask(task, for: min(left, Self.partTime))
                if task == .index || task == .pairs || task == .annotations {
                    try SQLiteBatchEngine.mergeSegments(connection)
                }
            }
            return true
        }
    }

    func finishBackfill() throws { while try !continueBackfill(for: .seconds(60)) {} }

    private enum BackfillTask: String, CaseIterable {
        /// Fills an empty index. Until this task ends, searches do not find all articles.
        case index
        /// Replaces the units in `article_forward` with character counts.
        case characters
        /// Copies the lengths in `article_facts` to a separate table.
        case lengths
        /// Adds word pairs to the index. Until this task ends, phrase searches do not use pairs.
        case pairs
        /// Compresses texts that are stored uncompressed.
        case texts
        /// Recreates the texts of articles that have ruby annotations or superscripts, from their HTML.
        case annotations
        /// Adds hashes of the text without the title, which are equal in near-duplicates that have different headlines.
        case sketches
    }

    private func nextTask() throws -> BackfillTask? {
        let known = try connection.cachedStatement("SELECT 1 FROM backfill WHERE task = ?")
        return try BackfillTask.allCases.first { task in
            defer { known.reset() }
            known.bind(task.rawValue, at: 1)
            return try known.step() && (task != .pairs || PairFiller(store: self).canFill())
        }
    }

    private func continueTask(_ task: BackfillTask, for time: Duration) throws {
        // Stop reading after half of the time, because writing takes about as long as reading and analysing.
        let end = ContinuousClock.now + time / 2
        try connection.transaction { try continueTask(task) { .now > end } }
    }

    private func continueTask(_ task: BackfillTask, isDue: () -> Bool) throws {
        let state = try connection.prepare("SELECT next, last FROM backfill WHERE task = ?")
        try state.bind([.text(task.rawValue)])
        // Another process may have finished the task.
        guard try state.step() else { return }
        let (next, last) = (max(1, state.integer(0)), min(state.integer(1), ArticleIDRange.maximum))
        state.reset()
        let part: BackfillPart?
        switch task {
        case .index:
            var filler = IndexFiller(store: self)
            part = try filler.fill(after: next - 1, upTo: last, isDue: isDue)
        case .pairs: part = try PairFiller(store: self).fill(after: next - 1, upTo: last, isDue: isDue)
        case .texts:
            try trainDictionaryIfDue()
            part = try packTexts(after: next - 1, upTo: last, isDue: isDue)
        case .sketches: part = try addTextSketches(after: next - 1, upTo: last, isDue: isDue)
        case .characters: part = try packCharacters(after: next - 1, upTo: last, isDue: isDue)
        case .lengths: part = try storeLengths(after: next - 1, upTo: last, isDue: isDue)
        case .annotations:
            part = try AnnotatedTexts(self).rewrite(after: next - 1, upTo: last, isDue: isDue)
                .map { BackfillPart(last: $0.last, articles: $0.articles) }
        }
        if let part {
            try connection.run(
                "UPDATE backfill SET next = ?, done = min(total, done + ?) WHERE task = ?",
                [.integer(part.last &+ 1), .integer(Int64(part.articles)), .text(task.rawValue)])
        } else {
            try connection.run("DELETE FROM backfill WHERE task = ?", [.text(task.rawValue)])
        }
    }

    /// Replaces the units in rows of `article_forward` with character counts.
    ///
    /// - Returns: nil if no rows were left up to `last`.
    private func packCharacters(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            "SELECT n, units FROM article_forward WHERE n > ? AND n <= ? AND characters IS NULL ORDER BY n")
        try rows.bind([.integer(n), .integer(last)])
        let update = try connection.prepare("UPDATE article_forward SET units = x'', characters = ? WHERE n = ?")
        var earlier = EarlierUnits()
        var part: BackfillPart?
        while try rows.step() {
            let n = rows.integer(0)
            let unitsTell = earlier.packedCharacters(rows, column: 1)
            // The stored units of a long text are truncated, so count the characters of the text itself.
            let packed =
                try unitsTell ?? IndexedText.stored(n, connection).map { Array(ForwardEntry($0).characters) } ?? []
            update.bind(n, at: 2)
            try update.withInPlace(packed.span, isText: false, at: 1) { try update.run() }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return part
    }

    /// Adds hashes of the text without the title for indexed articles, and finds near-duplicates with different
    /// headlines.
    ///
    /// - Returns: nil if no articles were left up to `last`.
    private func addTextSketches(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            """
            SELECT n, body FROM article_text WHERE n > ? AND n <= ? AND n IN (SELECT n FROM article_forward) ORDER BY n
            """)
        try rows.bind([.integer(n), .integer(last)])
        var forward = ForwardWriter(connection: connection)
        var part: BackfillPart?
        while try rows.step() {
            let n = rows.integer(0)
            // Skip unreadable texts so that the file can still be opened; `check` reports them.
            if searchSource.texts.isReadable(rows, column: 1), let text = try IndexedText.stored(n, connection) {
                forward.addTextSketch(n, ForwardEntry(text).sketch)
            }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if part?.articles == Self.sketchesAtOnce || isDue() { break }
        }
        rows.reset()
        try forward.flush()
        return part
    }

    private static let sketchesAtOnce = 4_096

    /// Stores the lengths of blocks that have no row in `article_length`.
    ///
    /// - Returns: nil if no blocks were left up to `last`.
    private func storeLengths(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            """
            SELECT block FROM article_facts
            WHERE block BETWEEN ? AND ? AND block NOT IN (SELECT block FROM article_length) ORDER BY block
            """)
        try rows.bind([.integer((n + 1) / FactsBlock.size), .integer(last / FactsBlock.size)])
        var part: BackfillPart?
        while try rows.step() {
            let number = rows.integer(0)
            try FactsBlock.read(number, connection)?.writeLengths(number, connection)
            // Report the whole block as done, even beyond `last`, so that an unreadable block is not examined again.
            let end = number * FactsBlock.size + FactsBlock.size - 1
            part = BackfillPart(last: end, articles: (part?.articles ?? 0) + Int(FactsBlock.size))
            if isDue() { break }
        }
        return part
    }
}

extension SQLiteStore {
    /// Checks that numbers are within their limits (`ArticleIDRange`), and that packed numbers have the right form.
    func checkNumbers(_ report: inout CheckReport) throws {
        let limit = ArticleIDRange.maximum
        let counts: [(String, String)] = [
            (
                "articles whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM article WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "articles in the bin whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM removed_article WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                "numbers of new articles will exceed \(limit)",
                "SELECT count(*) FROM sqlite_sequence WHERE name = 'article' AND seq NOT BETWEEN 0 AND \(limit)"
            ),
            (
                "texts whose numbers are not within 1 to \(limit)",
                "SELECT count(*) FROM article_text WHERE n NOT BETWEEN 1 AND \(limit)"
            ),
            (
                // Delivery ids must be positive: a negative `alert.delivery` marks an article that was folded into
                // another.
                "alerts: deliveries whose numbers are not positive",
                "SELECT count(*) FROM alert_delivery WHERE id < 1"
            ),
            (
                "ranking: malformed blocks of numbers; run reindex",
                """
                SELECT count(*) FROM article_facts
                WHERE block NOT BETWEEN 0 AND \(limit / FactsBlock.size) OR length(facts) <> \(FactsBlock.byteCount)
                """
            ),
            (
                "history: malformed rows",
                "SELECT count(*) FROM history WHERE changed IS NOT NULL AND length(changed) % 8 <> 0"
            ),
        ]
        for (what, sql) in counts {
            let count = try connection.integer(sql) ?? 0
            if count > 0 { report.problems.append("\(what): \(count)") }
        }
        try checkTypes(&report)
        let packs = [("SELECT matches FROM alert_batch", true), ("SELECT rest FROM alert_waiting", false)]
        for (sql, isBatch) in packs {
            let rows = try connection.prepare(sql)
            var wrong = 0
            while try rows.step() { if !AlertPack.isWhole(rows.bytes(0), isBatch: isBatch) { wrong += 1 } }
            if wrong > 0 { report.problems.append("alerts: malformed rows of matches: \(wrong)") }
        }
    }

    /// Checks columns that are declared as integers, because SQLite would store values of any type in them.
    private func checkTypes(_ report: inout CheckReport) throws {
        let columns = try connection.prepare(
            """
            SELECT t.name, group_concat('typeof("' || c.name || '") NOT IN (''integer'', ''null'')', ' OR ')
            FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'article_index%' AND c.type = 'INTEGER' GROUP BY t.name
            """)
        while try columns.step() {
            let table = columns.text(0)
            let wrong = try connection.integer("SELECT count(*) FROM \"\(table)\" WHERE \(columns.text(1))") ?? 0
            if wrong > 0 {
                report.problems.append("\(table): rows with something else where a number belongs: \(wrong)")
            }
        }
    }
}

extension SQLiteStore {
    func refreshTitleWords(while shouldGoOn: () -> Bool = { true }) throws {
        try guarded {
            var words = TitleWords(connection: connection)
            var isMore = true
            let start = ContinuousClock.now
            var titles = 1_000
            while isMore, shouldGoOn() {
                let begun = ContinuousClock.now
                isMore = try connection.transaction { try words.catchUp(titles: titles) }
                // A transaction writes each word once, and titles share most words, so larger transactions cost less
                // per title. But they make other writers wait longer.
                let now = ContinuousClock.now
                if now - begun > Self.longTransaction {
                    titles = max(titles / 2, 1_000)
                } else if now - start > Self.briefly {
                    titles = min(titles * 2, 16_000)
                }
            }
        }
    }

    /// Work that takes longer than this has many titles left, so its transactions become larger.
    private static let briefly = Duration.milliseconds(500)
    private static let longTransaction = Duration.milliseconds(400)
}
