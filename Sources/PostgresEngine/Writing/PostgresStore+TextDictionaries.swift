internal import Database
internal import LibraryStorage
internal import PostgreSQL

extension PostgresStore {
    /// Number of texts that a round trip reads or writes.
    private static let textsAtOnce = 64

    /// Called at the beginning of a transaction that stores texts, unless it begins with a batch.
    func beginCompressing() throws { try texts.use(newestOf: library, isOn: mayCompressTexts) }

    /// Trains a dictionary if it is time. Runs inside a transaction, after `beginCompressing`. Texts that are stored
    /// before the first dictionary are compressed at once if they are few; more are left to `optimize`.
    ///
    /// - Parameter last: the largest article id; nil if it is not known.
    func trainDictionaryIfDue(upTo last: Int64? = nil) throws {
        guard let last = try texts.trainIfDue(upTo: last, library), last <= DictionaryTraining.maxPackedAtOnce
        else { return }
        var n: Int64 = 0
        while let next = try packTexts(after: n) { n = next }
    }

    /// Compresses some texts that are stored uncompressed. Runs inside a transaction, after `beginCompressing`.
    ///
    /// - Returns: the last article that was examined; nil if there is none after `n`, or no dictionary.
    func packTexts(after n: Int64) throws -> Int64? {
        guard texts.shared.current != nil else { return nil }
        let rows = try library.query(
            """
            SELECT n, body FROM feedsearch.article_text
            WHERE library = $1 AND slot = $2 AND n > $3 AND length(body) >= \(SharedDictionary.minPackedBytes)
                AND substring(body FROM 1 FOR 4) <> '\\x28b52ffd'
            ORDER BY n LIMIT \(Self.textsAtOnce)
            """, [.integer(n)])
        let packed = rows.compactMap { row in texts.pack(row.bytes(1)).map { (n: row.integer(0), body: $0) } }
        if !packed.isEmpty {
            try library.run(
                """
                UPDATE feedsearch.article_text t SET body = u.body FROM unnest($3::int8[], $4::bytea[]) AS u(n, body)
                WHERE t.library = $1 AND t.slot = $2 AND t.n = u.n
                """, [.integers(packed.map(\.n)), .byteArrays(packed.map(\.body))])
        }
        return rows.isEmpty ? nil : rows[rows.count - 1].integer(0)
    }
}
