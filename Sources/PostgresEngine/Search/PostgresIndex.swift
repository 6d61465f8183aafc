package import ArticleSearch
internal import Articles
internal import Database
internal import LibraryStorage
package import Pipelines
internal import PostgreSQL
package import PostingIndex
package import TextAnalysis

/// Reads the full-text index of a library on a server, through one connection and within one snapshot.
package final class PostgresIndex: IndexSource {
    let library: LibraryConnection
    private let cache: SegmentCache?
    private let firstSegment: Int?
    /// The last version returned inside a transaction that may write. Versions count down from below a searcher's
    /// initial version, so that each call returns a new, negative version.
    private var writingVersion: Int64 = -1
    /// The version of the index in the current snapshot; nil outside a snapshot.
    private(set) var snapshotVersion: Int64?
    private let snapshotStructure = SnapshotStructure()
    /// The results of `stateRequests`, and the version of the index that they describe.
    private var knownState: (version: Int64, rows: [PostgresRows])?

    /// - Parameters:
    ///   - cache: nil if the connection writes, because it may read segments that are rolled back later.
    ///   - firstSegment: only segments from this id on are read; nil for all.
    package init(_ library: LibraryConnection, cache: SegmentCache?, firstSegment: Int? = nil) {
        self.firstSegment = firstSegment
        self.library = library
        self.cache = cache
    }

    var connection: PostgresConnection { library.connection }
    var place: LibrarySlot { library.place }

    package var deadline: Deadline { connection.deadline }

    package func checkDeadline() throws { try connection.checkDeadline() }

    package func before<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result? {
        do {
            // A cancelled statement would abort the snapshot's transaction. A nested transaction (savepoint) prevents
            // this.
            return try connection.withDeadline(deadline) {
                try connection.isInTransaction ? connection.transaction { try body() } : body()
            }
        } catch let error as PostgresError where .queryCanceled ~= error {
            try connection.checkDeadline()
            return nil
        }
    }

    // MARK: - Postings

    package func makeReader() throws -> PostingReader {
        let pages = PostgresPages(connection, place, cache: cache, structure: snapshotStructure)
        return try PostingReader(firstSegment.map { RecentSegments(pages, from: $0) } ?? pages)
    }

    package var segmentsAreWhole: Bool { true }

    package var fullText: (any FullTextEngine)? { nil }

    package func isDamage(_ error: any Error) -> Bool { false }

    // MARK: - The state of the index

    /// The version changes with each change of the library, so that a search reads the state again. In a transaction
    /// that may write, each call returns a new version, because the transaction's own changes are not counted yet.
    package func version() throws -> Int64 {
        if let snapshotVersion { return snapshotVersion }
        if let version = Self.version(try connection.pipeline(firstRequests)) { return version }
        writingVersion -= 1
        return writingVersion
    }

    /// The queries to run in the round trip that begins a snapshot. They read the number of the library's last change,
    /// and its list of segments, because a merge replaces segments without counting as a change.
    var firstRequests: [PostgresRequest] {
        [
            library.request(
                """
                SELECT (SELECT last FROM feedsearch.counter WHERE library = $1 AND slot = $2 AND name = $3),
                    current_setting('transaction_read_only') = 'on'
                """, [.text(LibraryConnection.Counter.change.rawValue)]),
            PostgresPages.structureRequest(place),
        ]
    }

    /// The queries to run in the round trip that begins a snapshot: `firstRequests` and, before the first search, also
    /// the queries for the state.
    var requestsOfSnapshot: [PostgresRequest] { firstRequests + (knownState == nil ? stateRequests : []) }

    private enum StatePart: Int, CaseIterable {
        case sums, languages, hidden
    }

    /// One query for each `StatePart`; all run in one round trip after the library has changed.
    private var stateRequests: [PostgresRequest] { StatePart.allCases.map(request) }

    private func request(_ part: StatePart) -> PostgresRequest {
        switch part {
        case .sums:
            library.request(
                """
                SELECT averages,
                    (SELECT coalesce(max(token), 0) FROM feedsearch.history WHERE library = $1 AND slot = $2),
                    (SELECT last FROM feedsearch.counter WHERE library = $1 AND slot = $2 AND name = $3),
                    (SELECT max(n) FROM feedsearch.indexed_length WHERE library = $1 AND slot = $2), has_pairs
                FROM feedsearch.index_state WHERE library = $1 AND slot = $2
                """, [.text(LibraryConnection.Counter.rename.rawValue)])
        case .languages:
            library.request(
                """
                SELECT code, articles FROM feedsearch.stem_language WHERE library = $1 AND slot = $2 AND articles > 0
                ORDER BY code COLLATE "C"
                """)
        case .hidden: library.request(PostgresSearchSource.hiddenQuery + " LIMIT 1")
        }
    }

    private func rows(_ part: StatePart) throws -> PostgresRows {
        guard let version = snapshotVersion else {
            let request = request(part)
            return try connection.query(request.sql, request.values)
        }
        if let knownState, knownState.version == version { return knownState.rows[part.rawValue] }
        let rows = try connection.pipeline(stateRequests)
        knownState = (version, rows)
        return rows[part.rawValue]
    }

    /// Whether any article is hidden.
    func hasHidden() throws -> Bool { try rows(.hidden).first != nil }

    /// - Parameter rows: the results of `firstRequests`.
    /// - Returns: a number that is valid in this process only; nil in a transaction that may write.
    private static func version(_ rows: [PostgresRows]) -> Int64? {
        guard let row = rows[0].first, row.bool(1) else { return nil }
        var hasher = Hasher()
        hasher.combine(row.integer(0))
        hasher.combine(rows[1].first?.bytes(0))
        // Clear the sign bit, because negative numbers are used by `writingVersion`.
        return Int64(hasher.finalize() & .max)
    }

    /// - Parameter rows: the results of `requestsOfSnapshot`.
    func beginSnapshot(_ rows: [PostgresRows]) {
        snapshotVersion = Self.version(rows)
        snapshotStructure.rows = rows[1]
        let state = rows.dropFirst(firstRequests.count)
        if let snapshotVersion, !state.isEmpty { knownState = (snapshotVersion, Array(state)) }
    }

    func endSnapshot() {
        snapshotVersion = nil
        snapshotStructure.rows = nil
    }

    package func state() throws -> IndexState {
        let rows = try rows(.sums)
        guard let row = rows.first else { return IndexState(totals: [], identity: [], lastArticle: 0, hasPairs: false) }
        let averages = row.bytes(0)
        var identity = averages
        for mark in [row.integer(1), row.integer(2)] {
            for shift in stride(from: Int64(0), to: 64, by: 8) {
                identity.append(UInt8(truncatingIfNeeded: mark >> shift))
            }
        }
        return IndexState(
            totals: Self.numbers(averages), identity: identity, lastArticle: row.integer(3), hasPairs: row.bool(4))
    }

    package static func numbers(_ bytes: [UInt8]) -> [Int] {
        var reader = SegmentStructure.Reader(bytes)
        var numbers: [Int] = []
        while let number = reader.next() { numbers.append(Int(clamping: number)) }
        return numbers
    }

    package func indexedArticles() throws -> Int {
        let rows = try connection.query(
            "SELECT averages FROM feedsearch.index_state WHERE library = $1 AND slot = $2", place.values)
        return rows.first.flatMap { Self.numbers($0.bytes(0)).first } ?? 0
    }

    package func languageCounts() throws -> [(language: StemLanguage, articles: Int)] {
        let rows = try rows(.languages)
        return rows.compactMap { row in
            row.bytes(0).first.flatMap { StemLanguage(code: $0) }.map { ($0, Int(clamping: row.integer(1))) }
        }
    }

    package func articles(withCharacter scalar: UInt32) throws -> Int {
        let articles = try connection.integer(
            "SELECT articles FROM feedsearch.character_frequency WHERE library = $1 AND slot = $2 AND character = $3",
            place.values + [.int32(Int32(clamping: scalar))])
        return max(0, Int(clamping: articles ?? 0))
    }
}
