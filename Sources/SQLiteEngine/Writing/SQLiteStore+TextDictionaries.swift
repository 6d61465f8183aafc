internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    /// Called at the beginning of a transaction that stores texts.
    func beginCompressing() throws { try texts.use(newestOf: connection) }

    /// Trains a dictionary if it is time. Runs inside an outermost transaction. Texts that are stored before the first
    /// dictionary are compressed at once if they are few, or else as a backfill.
    func trainDictionaryIfDue() throws {
        try beginCompressing()
        guard let last = try texts.trainIfDue(connection),
            try connection.integer("SELECT 1 FROM backfill WHERE task = 'texts'") == nil
        else { return }
        if last <= DictionaryTraining.maxPackedAtOnce {
            _ = try packTexts(after: 0, upTo: last) { false }
        } else {
            try connection.run("INSERT INTO backfill SELECT 'texts', 1, max(n), 0, max(n) FROM article_text")
        }
    }

    /// Compresses texts that are stored uncompressed.
    ///
    /// - Parameter isDue: called after each article; true ends the call early.
    /// - Returns: nil if no texts were left up to `last`.
    func packTexts(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
        let rows = try connection.prepare(
            """
            SELECT n, body FROM article_text WHERE n > ? AND n <= ? AND typeof(body) = 'text'
            AND length(CAST(body AS BLOB)) >= \(SharedDictionary.minPackedBytes) ORDER BY n
            """)
        try rows.bind([.integer(n), .integer(last)])
        let update = try connection.prepare("UPDATE article_text SET body = ? WHERE n = ?")
        var part: BackfillPart?
        while try rows.step() {
            let n = rows.integer(0)
            if let packed = texts.pack(rows.bytes(1)) {
                update.bind(n, at: 2)
                try update.withInPlace(packed.span, isText: false, at: 1) { try update.run() }
            }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return part
    }
}
