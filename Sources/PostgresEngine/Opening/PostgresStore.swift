package import ArticleSearch
package import Articles
internal import Database
package import LibraryStorage
package import Pipelines
package import PostgreSQL
internal import PostingIndex
package import SavedSearchMatching

/// One library on a PostgreSQL server: feeds, articles, their state and their index.
///
/// A store is not `Sendable`, because only one thread at a time may use it. Any number of programs may open one library
/// for reading and writing. Writers wait for each other; readers never wait for writers.
package final class PostgresStore {
    package let address: PostgresAddress
    /// The name by which the library was opened; it may have been renamed since.
    package let name: LibraryName
    package private(set) var place: LibrarySlot
    package let access: StoreAccess
    /// The current connection to the server; a lost connection is replaced by a new one.
    package private(set) var connection: PostgresConnection
    package let alerting = AlertingSearches()
    /// Whether the current transaction has changed a saved search; the change may have been loaded already.
    var hasChangedSearches = false
    /// The user's own tags, and the change token at the time they were read.
    package var knownOwnTags: [Int64: (token: ChangeToken, tags: [OwnTag])] = [:]
    package var utcOffset: @Sendable (Int64) -> Int = { _ in 0 }
    package var matchingRows = MatchingRows()
    package var feedDefaults = FeedDefaults()
    package var time: (@Sendable () -> Int64)?
    /// The action under which this session records retention deletions, so that they can be undone; nil if there is
    /// none.
    package var retentionAction: Int64?
    /// Records the changes of the current action; nil outside an action.
    var recording: PostgresActionRecording?
    /// The number of the library's last change that `changeToken` has read, minus the number of this store's own
    /// changes.
    var knownChange: Int64?
    /// Number of changes that this store has committed.
    var ownChanges: Int64 = 0
    /// Whether the library is an unfinished copy of another library, which this store continues.
    var isCopyTarget = false
    /// Nesting depth of `guarded`.
    var depth = 0
    /// Caches that all readers of the process share; nil for a writer, which may read data that is later rolled back.
    let caches: PostgresCaches?
    /// The searcher of the current connection; nil until it is first used.
    private var knownSearcher: ArticleSearcher?
    private var knownLists: WordLists?
    private var knownWarmer: SearchWarmer?
    /// The version of the index for which all caches have been warmed up.
    var warmedVersion: Int64?

    private let storedTexts = PostgresStoredTexts()
    let texts = TextDictionaries()
    /// Whether all programs that may use the database can read compressed texts.
    private(set) var mayCompressTexts = false
    /// Whether all programs that may use the database write word pairs.
    private(set) var mayHavePairs = false

    var library: LibraryConnection { LibraryConnection(connection: connection, place: place, texts: storedTexts) }

    package var searcher: ArticleSearcher {
        if let knownSearcher { return knownSearcher }
        let source = PostgresSearchSource(library, cache: caches?.segments)
        let searcher = ArticleSearcher(source, caches: caches?.index)
        knownSearcher = searcher
        return searcher
    }

    /// A searcher that finds only the articles of the current transaction.
    ///
    /// - Parameter segment: the id of the transaction's first segment.
    func searcher(fromSegment segment: Int) -> ArticleSearcher {
        ArticleSearcher(PostgresSearchSource(library, cache: nil, firstSegment: segment))
    }

    var warmer: SearchWarmer {
        if let knownWarmer { return knownWarmer }
        let warmer = SearchWarmer(searcher)
        knownWarmer = warmer
        return warmer
    }

    /// The word lists for completion and spelling; used only by a writer.
    var lists: WordLists {
        if let knownLists { return knownLists }
        let lists = WordLists(library)
        knownLists = lists
        return lists
    }

    init(
        _ address: LibraryAddress, access: StoreAccess, caches: PostgresCaches,
        mayCreate: Bool = true, goesOnCopying: Bool = false, until deadline: Deadline = .never
    ) throws {
        self.address = address.server
        name = address.name
        self.access = access
        self.caches = access == .read ? caches : nil
        // A placeholder until `prepare` has found the library.
        place = LibrarySlot(library: 0)
        do {
            connection = try Self.connect(address.server, PostgresSchema.versionRequest(of: name), until: deadline)
            try connection.withDeadline(deadline) {
                place = LibrarySlot(library: try prepare(mayCreate: mayCreate, goesOnCopying: goesOnCopying))
            }
        } catch let error as PostgresError {
            if PostgresError.Code.queryCanceled ~= error, deadline.isReached {
                throw deadline.isCancelled ? SearchError.cancelled : SearchError.deadlineExceeded
            }
            throw StorageError(error, location: address.text)
        }
    }

    /// Connects, and sends the query of `PostgresSchema.version` in the same round trip.
    private static func connect(
        _ address: PostgresAddress, _ version: PostgresRequest, until deadline: Deadline
    ) throws -> PostgresConnection {
        try PostgresConnection(address, until: deadline, reading: [version])
    }

    /// Upgrades the database if it is opened for writing, and finds the library.
    ///
    /// - Returns: the number of the library.
    private func prepare(mayCreate: Bool, goesOnCopying: Bool) throws -> Int64 {
        let version = try PostgresSchema.version(connection, of: name)
        isCopyTarget = goesOnCopying && version.isUnfinishedCopy
        let isEarlier = version.steps < PostgresSchema.severalLibraries
        try verify(version)
        // Opening creates only `main`, so a misspelt name does not create a library.
        if version.library == nil, name != .main || !isEarlier && (access == .read || !mayCreate) {
            throw noSuchLibrary
        }
        if version.steps == 0, access == .read || !mayCreate { throw StorageError.notFound(location: location) }
        if access == .read {
            if version.steps < PostgresSchema.newestVersion { throw StorageError.needsMigration(location: location) }
        } else {
            try PostgresSchema.upgrade(connection, from: version)
        }
        let catalogue = LibraryCatalogue(connection)
        guard let library = version.library else { return try catalogue.numberOfMain() }
        if access == .write, library.isUseDue { try catalogue.noteUse(of: library.number) }
        return library.number
    }

    private var noSuchLibrary: StorageError { .noSuchLibrary(name: name.text, location: address.text) }

    /// Refuses a library that is being removed, an unfinished copy, and a database that a newer version of the program
    /// has upgraded to an unknown form.
    func verify(_ version: PostgresSchema.Version) throws {
        if version.library?.isBeingRemoved == true {
            throw StorageError.libraryBeingRemoved(name: name.text, location: address.text)
        }
        if version.isUnfinishedCopy, !isCopyTarget { throw StorageError.unfinishedCopy(location: location) }
        if version.isSealed, access == .write { throw StorageError.sealed(location: location) }
        // Another process has finished the copy.
        if isCopyTarget, !version.isUnfinishedCopy { throw StorageError.locked(location: location) }
        if version.steps < 0 {
            throw StorageError.damaged(location: location, message: "its version is \(version.steps)")
        }
        if version.leastProgram > PostgresSchema.newestVersion {
            throw StorageError.newer(
                location: location, version: Int64(version.steps), known: Int64(PostgresSchema.newestVersion))
        }
        mayCompressTexts = version.leastProgram >= PostgresSchema.compressedTexts
        mayHavePairs = version.leastProgram >= PostgresSchema.pairsOfWords
    }

    /// Reconnects to whichever of the address's hosts accepts a connection.
    func reconnect(until deadline: Deadline) throws {
        connection = try Self.connect(address, PostgresSchema.versionRequest(of: place), until: deadline)
        knownChange = nil
        knownSearcher = nil
        knownLists = nil
        knownWarmer = nil
        try connection.withDeadline(deadline) {
            try verifyOpen(PostgresSchema.version(connection, of: place))
        }
    }

    /// Like `verify`, for a library that is already open and may have been removed.
    private func verifyOpen(_ version: PostgresSchema.Version) throws {
        try verify(version)
        if version.library == nil { throw noSuchLibrary }
    }
}

extension PostgresStore {
    /// Runs `body`, and translates errors of the server. If the connection was lost, reconnects first, until the
    /// deadline.
    func guarded<Result>(until deadline: Deadline = .never, _ body: () throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        do {
            if depth == 1, connection.isLost { try reconnect(until: deadline) }
            return try body()
        } catch let error as PostgresError {
            let deadline = connection.deadline.or(deadline)
            if PostgresError.Code.queryCanceled ~= error, deadline.isReached {
                throw deadline.isCancelled ? SearchError.cancelled : .deadlineExceeded
            }
            throw StorageError(error, location: location)
        } catch let error as MalformedIndexError {
            // A library that is being removed loses the state of its index first.
            do { _ = try lastChange() } catch let removal as StorageError { throw removal } catch {}
            throw StorageError.damaged(location: location, message: error.description)
        } catch let error as UnreadableTextError {
            throw StorageError.damaged(location: location, message: error.description)
        }
    }

    /// Runs `body`, which writes, in one transaction; other writers of the library wait until it ends. A nested call
    /// joins the outer transaction, and commits or rolls back with it.
    @discardableResult
    func writing<Result>(_ body: () throws -> Result) throws -> Result {
        try writing(reading: []) { _ in try body() }
    }

    /// Like `writing(_:)`, but also runs queries in the round trip that begins the transaction.
    @discardableResult
    func writing<Result>(reading requests: [PostgresRequest], _ body: ([PostgresRows]) throws -> Result) throws
        -> Result
    {
        try guarded {
            do {
                if connection.isInTransaction {
                    return try connection.transaction {
                        try body(requests.isEmpty ? [] : connection.pipeline(requests))
                    }
                }
                let result = try connection.transaction(.readCommitted, reading: beginning + requests) { rows in
                    try verifyOpen(PostgresSchema.Version(rows[beginning.count - 1].first))
                    let result = try body(Array(rows.dropFirst(beginning.count)))
                    try announce()
                    return result
                }
                ownChanges += 1
                hasChangedSearches = false
                return result
            } catch {
                // The cached lists may contain rolled-back changes.
                lists.forget()
                if connection.isInTransaction { throw error }
                retentionAction = nil
                if hasChangedSearches { alerting.forget() }
                hasChangedSearches = false
                throw error
            }
        }
    }

    /// The statements that begin a write transaction. They wait for other writers and then read the schema version,
    /// because another process may have upgraded the database. They also make the server use generic plans. With a
    /// custom plan for a new library in a large database, the server would expect a single row, and scan the whole
    /// library for each article.
    private var beginning: [PostgresRequest] {
        [
            PostgresRequest("SET LOCAL plan_cache_mode = force_generic_plan"),
            PostgresRequest("SELECT pg_catalog.pg_advisory_xact_lock($1)", [.integer(place.writeLock)]),
            PostgresSchema.versionRequest(of: place),
        ]
    }

    /// Counts the change and sends a notification; both take effect when the transaction commits.
    private func announce() throws {
        try connection.postpone(
            library.request(
                """
                INSERT INTO feedsearch.counter (library, slot, name, last) VALUES ($1, $2, 'change', 1)
                ON CONFLICT (library, slot, name) DO UPDATE SET last = counter.last + 1
                """))
        try connection.postpone(PostgresRequest("SELECT pg_catalog.pg_notify($1, '')", [.text(place.channel)]))
    }

    package func atomically<Result>(_ body: () throws -> Result) throws -> Result { try writing(body) }

    package func until<Result>(_ deadline: Deadline, _ body: () throws -> Result) throws -> Result {
        try guarded(until: deadline) { try connection.withDeadline(deadline, body) }
    }

    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded {
            if connection.isInTransaction { return try body() }
            return try connection.transaction(.snapshot, body)
        }
    }
}

extension PostgresStore {
    /// Queries the server only after a notification. Behind a pooler, which does not forward notifications, each call
    /// queries the server. Only the first call starts listening, so commands that never call this method do not listen.
    package func changeToken() throws -> ChangeToken {
        try guarded {
            if knownChange == nil { try connection.listen(place.channel) }
            var isKnown = knownChange != nil && !connection.isPooled
            while try connection.nextNotification(until: .after(.zero)) != nil { isKnown = false }
            if !isKnown { knownChange = try lastChange() - ownChanges }
            return ChangeToken(knownChange ?? 0)
        }
    }
}

extension PostgresStore {
    /// The number of the library's last change.
    ///
    /// - Throws: `StorageError` if the library has been removed.
    private func lastChange() throws -> Int64 {
        let row = try library.query(
            """
            SELECT (SELECT last FROM feedsearch.counter WHERE library = $1 AND slot = $2 AND name = $3),
                (SELECT is_being_removed FROM feedsearch.library WHERE number = $1)
            """, [.text(LibraryConnection.Counter.change.rawValue)]
        ).first
        guard let row, !row.isNull(1) else { throw noSuchLibrary }
        if row.bool(1) { throw StorageError.libraryBeingRemoved(name: name.text, location: address.text) }
        return row.integerOrNil(0) ?? 0
    }
}

extension PostgresStore: ArticleStore {
    package var location: String { LibraryAddress(server: address, name: name).text }

    /// Does nothing: the server owns its files.
    package func verifyPlace() throws {}

    package var isReplaced: Bool { false }
}
