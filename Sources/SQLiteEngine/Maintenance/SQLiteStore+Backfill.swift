internal import ArticleSearch
internal import Articles
internal import Database
internal import SQLite
internal import SearchRanking

/// Upgrades of stored articles whose cost grows with their number. Each program that opens the file for writing does a
/// part ([decision 49](../../docs/decisions/0049-upgrades-in-one-transaction-and-backfills.md)).
///
/// Progress is stored in the same transaction, so a crash loses at most one part.
extension SQLiteStore {
    /// Approximate duration of one transaction; other writers wait as long.
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
                if task == .index || task == .pairs { try SQLiteBatchEngine.mergeSegments(connection) }
            }
            return true
        }
    }

    func finishBackfill() throws { while try !continueBackfill(for: .seconds(60)) {} }

    private enum BackfillTask: String, CaseIterable {
        /// Fills an empty index. Until it ends, searches do not find all articles.
        case index
        /// Replaces the units in `article_forward` with character counts.
        case characters
        /// Stores the lengths that are in `article_facts` in a table of their own.
        case lengths
        /// Adds word pairs to the index. Until it ends, phrases are found without them.
        case pairs
        /// Compresses texts that are stored uncompressed.
        case texts
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
        // Writing takes about as long again as reading and analysing.
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
        case .characters: part = try packCharacters(after: next - 1, upTo: last, isDue: isDue)
        case .lengths: part = try storeLengths(after: next - 1, upTo: last, isDue: isDue)
        }
        if let part {
            try connection.run(
                "UPDATE backfill SET next = ?, done = min(total, done + ?) WHERE task = ?",
                [.integer(part.last &+ 1), .integer(Int64(part.articles)), .text(task.rawValue)])
        } else {
            try connection.run("DELETE FROM backfill WHERE task = ?", [.text(task.rawValue)])
        }
    }

    /// Converts rows of `article_forward` to the current form.
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
            // For texts longer than the stored units, the units do not have all characters.
            let packed =
                try unitsTell ?? IndexedText.stored(n, connection).map { Array(ForwardEntry($0).characters) } ?? []
            update.bind(n, at: 2)
            try update.withInPlace(packed.span, isText: false, at: 1) { try update.run() }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return part
    }

    /// Stores the lengths of blocks that have none.
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
