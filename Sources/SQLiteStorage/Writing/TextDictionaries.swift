internal import SQLite
internal import SQLiteSearch
internal import System

/// With what the texts of a store are compressed ([decision 92](../../../docs/decisions/0092-compressed-texts.md)): finds the
/// newest dictionary of the database, and trains one once there are enough articles to learn from, and again whenever there are
/// many more. A dictionary is never removed, so what was compressed with one stays readable.
final class TextDictionaries {
    /// A shorter text is not worth it.
    static let minPackedBytes = 256
    /// So many articles are enough for a first dictionary, and so many times more for the next one.
    private static let firstArticles: Int64 = 1_000
    private static let growth: Int64 = 16
    /// What a dictionary is learnt from.
    private static let samples: Int64 = 1_000
    private static let maxSampleBytes = 8_192
    /// Texts that are stored as they are, and may be compressed in the transaction that brings the first dictionary.
    private static let maxPackedAtOnce: Int64 = 8_192

    /// For those who prepare batches.
    let shared = SharedDictionary()
    private let connection: Connection
    private let compressor = TextCompressor()
    private var isLoaded = false
    /// The largest article number when the current one was trained; of none, 0.
    private var trainedAt: Int64 = 0
    /// There was nothing to be learnt up to this article number.
    private var givenUpAt: Int64 = 0
    /// Trained in a transaction that is not committed yet.
    private var pending: (dictionary: TextDictionary, trainedAt: Int64)?

    init(connection: Connection) { self.connection = connection }

    /// Finds the newest dictionary.
    func load() throws {
        if isLoaded { return }
        let row = try connection.prepare("SELECT id, articles FROM text_dictionary ORDER BY articles DESC, id LIMIT 1")
        if try row.step() {
            trainedAt = max(1, row.integer(1))
            shared.current = try StoredTexts.read(
                UInt32(clamping: row.integer(0)), connection, compresses: true)
        }
        isLoaded = true
    }

    /// The compressed form of a text; nil where it is stored as it is.
    func pack(_ text: [UInt8]) -> [UInt8]? {
        guard text.count >= Self.minPackedBytes, let dictionary = pending?.dictionary ?? shared.current else {
            return nil
        }
        return compressor.compress(text, dictionary)
    }

    /// There is a dictionary, in the transaction if not before.
    var isReady: Bool { pending != nil || shared.current != nil }

    // MARK: - Training

    /// Trains a dictionary where there is none yet, or articles have become many more. Must run inside a transaction that is
    /// not part of another one; `didCommit` or `didRollBack` follows.
    func trainIfDue() throws {
        try load()
        let last = try connection.integer("SELECT max(n) FROM article_text") ?? 0
        let due =
            trainedAt == 0 ? Self.firstArticles : trainedAt.multipliedReportingOverflow(by: Self.growth).partialValue
        guard last >= due, last >= givenUpAt, let trained = try train(upTo: last) else { return }
        let isFirst = trainedAt == 0
        pending = (trained, last)
        guard isFirst, try connection.integer("SELECT 1 FROM backfill WHERE task = 'texts'") == nil else { return }
        if last <= Self.maxPackedAtOnce {
            _ = try pack(after: 0, upTo: last) { false }
        } else {
            try connection.run(
                "INSERT INTO backfill SELECT 'texts', 1, max(n), 0, count(*) FROM article_text")
        }
    }

    private func train(upTo last: Int64) throws -> TextDictionary? {
        var texts: [[UInt8]] = []
        let row = try connection.prepare(
            "SELECT n, \(StoredTexts.functionName)(body) FROM article_text WHERE n >= ? ORDER BY n LIMIT 1")
        var next: Int64 = 1
        for sample in 0..<Self.samples {
            next = max(next, sample * (last / Self.samples) + 1)
            row.bind(next, at: 1)
            guard try row.step() else { break }
            next = row.integer(0) &+ 1
            row.withBytes(1) { text in
                var bytes: [UInt8] = []
                for index in 0..<min(text.count, Self.maxSampleBytes) { bytes.append(text[index]) }
                if bytes.count >= Self.minPackedBytes { texts.append(bytes) }
            }
            row.reset()
        }
        row.reset()
        guard let bytes = TextDictionary.train(texts), let dictionary = TextDictionary(bytes, compresses: true) else {
            givenUpAt = last * 2
            return nil
        }
        try connection.run(
            "REPLACE INTO text_dictionary (id, articles, bytes) VALUES (?, ?, ?)",
            [.integer(Int64(dictionary.id)), .integer(last), .blob(bytes)])
        return dictionary
    }

    func didCommit() {
        guard let pending else { return }
        shared.current = pending.dictionary
        trainedAt = pending.trainedAt
        self.pending = nil
    }

    func didRollBack() { pending = nil }

    // MARK: - Stored texts

    /// Compresses texts that are stored as they are, and brings what ranking keeps of their articles into its present form.
    ///
    /// - Parameter isDue: asked after each article; true ends the call early.
    /// - Returns: the last article and how many there were; nil where none was left up to `last`.
    func pack(after n: Int64, upTo last: Int64, isDue: () -> Bool) throws -> (last: Int64, articles: Int64)? {
        let rows = try connection.prepare(
            """
            SELECT t.n, CASE typeof(t.body) WHEN 'text' THEN t.body END, CASE WHEN f.characters IS NULL THEN f.units END
            FROM article_text t LEFT JOIN article_forward f ON f.n = t.n WHERE t.n > ? AND t.n <= ? ORDER BY t.n
            """)
        try rows.bind([.integer(n), .integer(last)])
        let setBody = try connection.prepare("UPDATE article_text SET body = ? WHERE n = ?")
        let setCharacters = try connection.prepare(
            "UPDATE article_forward SET units = x'', characters = ? WHERE n = ?")
        var units: [UInt16] = []
        var done: (last: Int64, articles: Int64)?
        while try rows.step() {
            let n = rows.integer(0)
            if let packed = rows.isNull(1) ? nil : pack(rows.bytes(1)) {
                setBody.bind(n, at: 2)
                try setBody.withInPlace(packed.span, isText: false, at: 1) { try setBody.run() }
            }
            if !rows.isNull(2) {
                rows.copyUnits(2, into: &units)
                let characters = StoredCharacters.packed(units)
                setCharacters.bind(n, at: 2)
                try setCharacters.withInPlace(characters.span, isText: false, at: 1) { try setCharacters.run() }
            }
            done = (n, (done?.articles ?? 0) + 1)
            if isDue() { break }
        }
        return done
    }
}

/// The committed dictionary of a store, for all threads that prepare its batches.
final class SharedDictionary: Sendable {
    private let value = Locked<TextDictionary?>(nil)

    var current: TextDictionary? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
