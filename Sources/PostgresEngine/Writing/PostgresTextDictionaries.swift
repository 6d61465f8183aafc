internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import PostgreSQL

/// The dictionaries with which a writer compresses texts
/// ([decision 92](../../../docs/decisions/0092-compressed-texts.md)). Uses the newest dictionary of the
/// library, which a writer on another machine may have trained. Trains the first one when there are enough articles,
/// and another when there are many more. A dictionary is never deleted, so texts compressed with it stay readable.
final class PostgresTextDictionaries {
    /// Maximum number of texts that the transaction of the first dictionary compresses itself. More are left to
    /// `optimize`.
    private static let maxPackedAtOnce: Int64 = 8_192
    /// Number of texts that a round trip reads or writes.
    private static let textsAtOnce = 64
    private static let samplesAtOnce = 32

    /// Used by the threads that prepare batches.
    let shared = SharedDictionary()
    private var texts = DraftTexts()
    /// False if earlier versions of the program may use the database: then nothing is compressed.
    private var isOn = false
    /// The largest article id when the current dictionary was trained; 0 if there is none.
    private var trainedAt: Int64 = 0
    /// After a failed training, the article id from which to try again.
    private var givenUpAt: Int64 = 0

    /// The query that `begin` needs.
    static func request(_ library: LibraryConnection) -> PostgresRequest {
        library.request(
            """
            SELECT id, articles FROM feedsearch.text_dictionary WHERE library = $1 AND slot = $2
            ORDER BY articles DESC, id LIMIT 1
            """)
    }

    /// Called at the beginning of a transaction.
    ///
    /// - Parameters:
    ///   - rows: the result of `request`.
    ///   - isOn: whether compressed texts may be written.
    func begin(_ rows: PostgresRows, _ library: LibraryConnection, isOn: Bool) throws {
        self.isOn = isOn
        guard isOn, let row = rows.first else {
            shared.current = nil
            trainedAt = 0
            return
        }
        trainedAt = max(1, row.integer(1))
        let id = UInt32(clamping: row.integer(0))
        if shared.current?.id != id { shared.current = try library.textDictionary(id) }
    }

    /// There is a dictionary, or there will be none.
    var isReady: Bool { !isOn || shared.current != nil }

    /// An article's text in its stored form: compressed if there is a dictionary and the text is long enough.
    func stored(_ draft: ArticleDraft) -> (bytes: [UInt8], isPacked: Bool) { texts.stored(draft, shared.current) }

    /// An article's uncompressed text.
    func text(of draft: ArticleDraft) -> [UInt8] { texts.text(of: draft) }

    /// The compressed form of a text; nil if the text is stored uncompressed.
    func pack(_ text: [UInt8]) -> [UInt8]? {
        texts.packed(text, shared.current)?.bytes
    }

    // MARK: - Training

    /// Trains a dictionary if there is none yet, or if there are many more articles; inside a transaction, after
    /// `begin`.
    func trainIfDue(_ library: LibraryConnection) throws {
        let last = try library.integer(
            """
            SELECT max(n) FROM feedsearch.article_text
            WHERE library = $1 AND slot = $2 AND n BETWEEN 1 AND \(ArticleIDRange.maximum)
            """)
        try trainIfDue(upTo: last ?? 0, library)
    }

    /// - Parameter last: the largest article id.
    func trainIfDue(upTo last: Int64, _ library: LibraryConnection) throws {
        guard isOn, last >= DictionaryTraining.due(after: trainedAt), last >= givenUpAt else { return }
        guard let bytes = TextDictionary.train(try samples(upTo: last, library)), let dictionary = TextDictionary(bytes)
        else {
            givenUpAt = last * 2
            return
        }
        let stored = try library.run(
            """
            INSERT INTO feedsearch.text_dictionary (library, slot, id, articles, bytes) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """, [.integer(Int64(dictionary.id)), .integer(last), .bytes(bytes)])
        // Another dictionary has this id by chance: replacing it would lose the texts that were compressed with it.
        if stored == 0 {
            givenUpAt = last * 2
            return
        }
        let isFirst = trainedAt == 0
        shared.current = dictionary
        trainedAt = last
        if isFirst, last <= Self.maxPackedAtOnce {
            var n: Int64 = 0
            while let next = try packStored(after: n, library) { n = next }
        }
    }

    private func samples(upTo last: Int64, _ library: LibraryConnection) throws -> [[UInt8]] {
        var texts: [[UInt8]] = []
        var known: Int64 = 0
        let places = DictionaryTraining.places(upTo: last)
        for first in stride(from: 0, to: places.count, by: Self.samplesAtOnce) {
            let rows = try library.query(
                """
                SELECT t.n, t.body FROM unnest($3::int8[]) AS u(place) CROSS JOIN LATERAL (
                    SELECT n, body FROM feedsearch.article_text
                    WHERE library = $1 AND slot = $2 AND n >= u.place ORDER BY n LIMIT 1
                ) t ORDER BY t.n
                """, [.integers(Array(places[first..<min(first + Self.samplesAtOnce, places.count)]))])
            for row in rows where row.integer(0) > known {
                known = row.integer(0)
                if let sample = DictionaryTraining.sample(of: try library.text(row, 1)) { texts.append(sample) }
            }
        }
        return texts
    }

    // MARK: - Stored texts

    /// Compresses some texts that are stored uncompressed; inside a transaction, after `begin`.
    ///
    /// - Returns: the last article that was examined; nil if there is none after `n`, or no dictionary.
    func packStored(after n: Int64, _ library: LibraryConnection) throws -> Int64? {
        guard shared.current != nil else { return nil }
        let rows = try library.query(
            """
            SELECT n, body FROM feedsearch.article_text
            WHERE library = $1 AND slot = $2 AND n > $3 AND length(body) >= \(SharedDictionary.minPackedBytes)
                AND substring(body FROM 1 FOR 4) <> '\\x28b52ffd'
            ORDER BY n LIMIT \(Self.textsAtOnce)
            """, [.integer(n)])
        let packed = rows.compactMap { row in pack(row.bytes(1)).map { (n: row.integer(0), body: $0) } }
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
