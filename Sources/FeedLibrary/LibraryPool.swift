internal import Articles
public import Messages
public import Pipelines
public import System

/// A library for the threads of one process: one writer, one for long loads, and a bounded number of readers within one budget
/// of memory.
public final class LibraryPool: Sendable {
    public let settings: LibrarySettings
    public let clock: SystemClock
    private let stores: StorePool
    private let countCacheBytes: @Sendable () -> Int

    /// - Parameters:
    ///   - path: of the database, which must be there, or the address of one on a server (`LibraryPlace`).
    ///   - readers: that work at the same time.
    ///   - maxCacheBytes: what all readers keep in memory together; nil as the engine has it.
    public init(
        path: String, readers: Int, maxCacheBytes: Int? = nil, settings: LibrarySettings = LibrarySettings(),
        clock: SystemClock = .system
    ) {
        self.settings = settings
        self.clock = clock
        (stores, countCacheBytes) = LibraryPlace(path).pool(
            readers: readers, maxCacheBytes: maxCacheBytes, settings.language)
    }

    /// Bytes of memory that the readers keep of the index.
    public var cacheBytes: Int { countCacheBytes() }

    /// Runs `body` with a library for reading, on one state of the store.
    ///
    /// - Parameters:
    ///   - language: of complaints.
    ///   - deadline: of the whole: waiting for a reader and opening it included.
    ///   - isPoll: it is asked again and again, and does not keep memory in use.
    public func read<Result: Sendable>(
        in language: Language, until deadline: Deadline = .never, isPoll: Bool = false,
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await keepingDeletedLog {
            try await stores.read(until: deadline, isPoll: isPoll) { [settings, clock] store in
                try body(Library(store, settings, language, clock))
            }
        }
    }

    /// Runs `body` with the library that writes, after whatever was asked of it before.
    public func write<Result: Sendable>(
        in language: Language, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await keepingDeletedLog {
            try await stores.write { [settings, clock] store in try body(Library(store, settings, language, clock)) }
        }
    }

    /// Runs `body`, which writes for long, with a library of its own, after the loads that were asked for before.
    ///
    /// - Parameter body: is given whether a write waits; then its transaction is to end soon.
    public func load<Result: Sendable>(
        in language: Language,
        _ body: @escaping @Sendable (Library, _ isWanted: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        try await keepingDeletedLog {
            try await stores.load { [settings, clock] store, isWanted in
                try body(Library(store, settings, language, clock), isWanted)
            }
        }
    }

    /// A store that has written still has a log that was deleted: it brings what was acknowledged into the file.
    private func keepingDeletedLog<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch StorageError.moved(let place) {
            await stores.verifyPlaces()
            throw StorageError.moved(location: place)
        }
    }
}

extension Library {
    fileprivate convenience init(
        _ store: any ArticleStore, _ settings: LibrarySettings, _ language: Language, _ clock: SystemClock
    ) {
        var settings = settings
        settings.language = language
        store.utcOffset = clock.secondsEastOfUTC
        store.time = clock.now
        self.init(store: store, settings: settings, clock: clock)
    }
}
