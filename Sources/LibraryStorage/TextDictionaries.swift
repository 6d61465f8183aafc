package import Articles
package import Database
package import Formats

/// The dictionaries that compress the texts of a library
/// ([decision 92](../../docs/decisions/0092-compressed-texts.md)).
///
/// Texts are compressed with the library's newest dictionary, which another process may have trained. The first
/// dictionary is trained when there are enough articles, and another when there are many more. Dictionaries are never
/// deleted, so texts compressed with old ones stay readable. This class is not thread-safe.
package final class TextDictionaries {
    /// The dictionary as used by the threads that prepare batches.
    package let shared = SharedDictionary()
    private var texts = DraftTexts()
    /// Whether texts are compressed. False if earlier versions of the program may use the database.
    private var isOn = true
    /// The largest article id when the current dictionary was trained; 0 without a dictionary.
    private var trainedAt: Int64 = 0
    /// The article id from which to try again after a failed training.
    private var givenUpAt: Int64 = 0

    package init() {}

    /// The query for the newest dictionary.
    package static let newest: SQL = """
        SELECT d.id, d.articles FROM \(rows: .textDictionary) d ORDER BY d.articles DESC, d.id LIMIT 1
        """

    /// The dictionary's id in a row of `newest`, and the largest article id when the dictionary was trained.
    package static func newestID(_ row: any DatabaseRow) -> (id: UInt32, articles: Int64) {
        (UInt32(clamping: row.integer(0)), row.integer(1))
    }

    /// Loads the newest dictionary. Must be called at the beginning of each transaction that stores texts, because the
    /// previous transaction may have been rolled back after it had trained a dictionary.
    ///
    /// - Parameter isOn: whether compressed texts may be written.
    package func use(newestOf database: any LibraryDatabase, isOn: Bool = true) throws {
        try use(database.first(Self.newest, Self.newestID), database, isOn: isOn)
    }

    /// Like `use(newestOf:isOn:)`, for a caller that has already read the newest dictionary.
    ///
    /// - Parameter newest: the newest dictionary; nil if the library has none.
    package func use(
        _ newest: (id: UInt32, articles: Int64)?, _ database: any LibraryDatabase, isOn: Bool
    ) throws {
        self.isOn = isOn
        guard isOn, let newest else {
            shared.current = nil
            trainedAt = 0
            return
        }
        trainedAt = max(1, newest.articles)
        if shared.current?.id != newest.id { shared.current = try database.textDictionary(newest.id) }
    }

    /// Whether the library has a dictionary or never compresses texts.
    package var isReady: Bool { !isOn || shared.current != nil }

    /// An article's text in its stored form: compressed if there is a dictionary and the text is long enough.
    package func stored(_ draft: ArticleDraft) -> (bytes: [UInt8], isPacked: Bool) {
        texts.stored(draft, shared.current)
    }

    /// An article's uncompressed text.
    package func text(of draft: ArticleDraft) -> [UInt8] { texts.text(of: draft) }

    /// Compresses a text; nil if the text should be stored uncompressed.
    package func pack(_ text: [UInt8]) -> [UInt8]? { texts.packed(text, shared.current)?.bytes }

    // MARK: - Training

    /// Trains a dictionary if the library has none yet, or if there are many more articles than at the last training.
    /// Must be called after `use`, inside a transaction that is not nested.
    ///
    /// - Parameter last: the largest article id; nil if it is not known.
    /// - Returns: the largest article id if this is the library's first dictionary; otherwise nil. The texts of
    ///   articles up to this id are stored uncompressed.
    package func trainIfDue(upTo last: Int64? = nil, _ database: any LibraryDatabase) throws -> Int64? {
        guard isOn, let last = try last ?? database.integer(Self.lastArticle),
            last >= DictionaryTraining.due(after: trainedAt), last >= givenUpAt
        else { return nil }
        guard let bytes = TextDictionary.train(try samples(upTo: last, database)),
            let dictionary = TextDictionary(bytes), try store(dictionary, bytes, last, database)
        else {
            givenUpAt = last * 2
            return nil
        }
        let isFirst = trainedAt == 0
        // New batches are prepared with the new dictionary immediately, but they are stored only after this
        // transaction.
        shared.current = dictionary
        trainedAt = last
        return isFirst ? last : nil
    }

    private static let lastArticle: SQL = """
        SELECT max(t.n) FROM \(rows: .articleText) t WHERE t.n BETWEEN 1 AND \(sql: .literal(ArticleIDRange.maximum))
        """

    /// - Returns: false if another dictionary already has this id. Replacing that dictionary would make the texts that
    ///   were compressed with it unreadable.
    private func store(
        _ dictionary: TextDictionary, _ bytes: [UInt8], _ last: Int64, _ database: any LibraryDatabase
    ) throws -> Bool {
        try database.run(
            .insert(
                into: .textDictionary,
                ["id": .integer(Int64(dictionary.id)), "articles": .integer(last), "bytes": .bytes(bytes)],
                onConflict: .isIgnored)) > 0
    }

    private func samples(upTo last: Int64, _ database: any LibraryDatabase) throws -> [[UInt8]] {
        var samples: [[UInt8]] = []
        var known: Int64 = 0
        let places = DictionaryTraining.places(upTo: last)
        for first in stride(from: 0, to: places.count, by: DictionaryTraining.samplesAtOnce) {
            let some = places[first..<min(first + DictionaryTraining.samplesAtOnce, places.count)]
            let rows = try database.rows(
                of: some.map { place in
                    """
                    SELECT t.n, \(sql: StoredTextColumns.body) FROM \(rows: .articleText) t
                    WHERE t.n >= \(place) ORDER BY t.n LIMIT 1
                    """
                }
            ) { _, row in (n: row.integer(0), text: try database.storedText(row, 1)) }
            for row in rows.joined() where row.n > known {
                known = row.n
                if let sample = DictionaryTraining.sample(of: row.text) { samples.append(sample) }
            }
        }
        return samples
    }
}

extension LibraryDatabase {
    /// A stored dictionary; nil if it does not exist or cannot be used.
    package func textDictionary(_ id: UInt32) throws -> TextDictionary? {
        let bytes = try first(
            """
            SELECT d.bytes FROM \(rows: .textDictionary) d
            WHERE d.id = \(Int64(id)) AND length(d.bytes) <= \(TextDictionary.maxBytes)
            """
        ) { $0.bytes(0) }
        return bytes.flatMap { TextDictionary($0) }.flatMap { $0.id == id ? $0 : nil }
    }
}
