internal import Articles
internal import Formats
internal import LibraryStorage
internal import SQLite

/// The dictionaries that compress the texts of a store
/// ([decision 92](../../../docs/decisions/0092-compressed-texts.md)). Loads the newest dictionary of the database,
/// trains the first one when there are enough articles, and another when there are many more. A dictionary is never
/// deleted, so texts compressed with it stay readable.
final class SQLiteTextDictionaries {
    /// Maximum number of texts that the transaction of the first dictionary compresses itself.
    private static let maxPackedAtOnce: Int64 = 8_192

    /// Used by the threads that prepare batches.
    let shared = SharedDictionary()
    private let connection: Connection
    private var texts = DraftTexts()
    private var isLoaded = false
    /// The largest article id when the current dictionary was trained; 0 if there is none.
    private var trainedAt: Int64 = 0
    /// Training failed, and is not tried again below this article id.
    private var givenUpAt: Int64 = 0
    /// The dictionary before the current transaction trained one; nil if it has not trained one.
    private var replaced: (dictionary: TextDictionary?, trainedAt: Int64)?

    init(connection: Connection) { self.connection = connection }

    /// Called at the beginning of a transaction. Loads the newest dictionary at first, and again if the file's content
    /// was replaced.
    func begin() throws {
        if let current = shared.current,
            try connection.integer("SELECT 1 FROM text_dictionary WHERE id = ?", [.integer(Int64(current.id))]) == nil
        {
            shared.current = nil
            trainedAt = 0
            isLoaded = false
        }
        if isLoaded { return }
        let row = try connection.prepare("SELECT id, articles FROM text_dictionary ORDER BY articles DESC, id LIMIT 1")
        if try row.step() {
            trainedAt = max(1, row.integer(1))
            shared.current = try SQLiteStoredTexts.dictionary(UInt32(clamping: row.integer(0)), connection)
        }
        isLoaded = true
    }

    /// An article's text in its stored form: compressed if there is a dictionary and the text is long enough.
    func stored(_ draft: ArticleDraft) -> (bytes: [UInt8], isPacked: Bool) { texts.stored(draft, shared.current) }

    /// The compressed form of a text; nil if the text is stored uncompressed.
    func pack(_ text: [UInt8]) -> [UInt8]? {
        texts.packed(text, shared.current)?.bytes
    }

    // MARK: - Training

    /// Trains a dictionary if there is none yet, or if there are many more articles. Must run inside an outermost
    /// transaction; call `didCommit` or `didRollBack` after it.
    func trainIfDue() throws {
        try begin()
        let last =
            try connection.integer(
                "SELECT max(n) FROM article_text WHERE n BETWEEN 1 AND \(ArticleIDRange.maximum)") ?? 0
        guard last >= DictionaryTraining.due(after: trainedAt), last >= givenUpAt, let trained = try train(upTo: last)
        else { return }
        let isFirst = trainedAt == 0
        // Batches are prepared with it at once; they are stored after this transaction at the earliest.
        replaced = replaced ?? (shared.current, trainedAt)
        shared.current = trained
        trainedAt = last
        guard isFirst, try connection.integer("SELECT 1 FROM backfill WHERE task = 'texts'") == nil else { return }
        if last <= Self.maxPackedAtOnce {
            _ = try pack(after: 0, upTo: last) { false }
        } else {
            try connection.run("INSERT INTO backfill SELECT 'texts', 1, max(n), 0, max(n) FROM article_text")
        }
    }

    private func train(upTo last: Int64) throws -> TextDictionary? {
        let known = try connection.prepare("SELECT 1 FROM text_dictionary WHERE id = ?")
        guard let bytes = TextDictionary.train(try samples(upTo: last)), let dictionary = TextDictionary(bytes) else {
            givenUpAt = last * 2
            return nil
        }
        known.bind(Int64(dictionary.id), at: 1)
        // Another dictionary has this id by chance: replacing it would lose the texts that were compressed with it.
        if try known.step() {
            givenUpAt = last * 2
            return nil
        }
        try connection.run(
            "INSERT INTO text_dictionary (id, articles, bytes) VALUES (?, ?, ?)",
            [.integer(Int64(dictionary.id)), .integer(last), .blob(bytes)])
        return dictionary
    }

    private func samples(upTo last: Int64) throws -> [[UInt8]] {
        var texts: [[UInt8]] = []
        let row = try connection.prepare(
            "SELECT n, \(SQLiteStoredTexts.functionName)(body) FROM article_text WHERE n >= ? ORDER BY n LIMIT 1")
        var next: Int64 = 1
        for place in DictionaryTraining.places(upTo: last) {
            next = max(next, place)
            row.bind(next, at: 1)
            guard try row.step() else { break }
            next = row.integer(0) &+ 1
            if let sample = DictionaryTraining.sample(of: row.bytes(1)) { texts.append(sample) }
            row.reset()
        }
        row.reset()
        return texts
    }

    func didCommit() { replaced = nil }

    func didRollBack() {
        guard let replaced else { return }
        shared.current = replaced.dictionary
        trainedAt = replaced.trainedAt
        self.replaced = nil
    }

    // MARK: - Stored texts

    /// Compresses texts that are stored uncompressed.
    ///
    /// - Parameter isDue: called after each article; true ends the call early.
    /// - Returns: nil if no texts were left up to `last`.
    func pack(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> BackfillPart? {
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
            if let packed = pack(rows.bytes(1)) {
                update.bind(n, at: 2)
                try update.withInPlace(packed.span, isText: false, at: 1) { try update.run() }
            }
            part = BackfillPart(last: n, articles: (part?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return part
    }
}
