internal import Articles
public import Messages
public import Pipelines
public import System

/// A library for the threads of one process. It has one writer, one writer for long loads, and a fixed number of
/// readers that share one memory budget.
public final class LibraryPool: Sendable {
    public let settings: LibrarySettings
    public let clock: SystemClock
    private let stores: StorePool
    private let countCacheBytes: @Sendable () -> Int

    /// - Parameters:
    ///   - path: the path of an existing database, or the address of a database on a server (`LibraryPlace`).
    ///   - readers: maximum number of simultaneous readers.
    ///   - maxCacheBytes: the total size of all readers' caches; nil for the engine's default.
    public init(
        path: String, readers: Int, maxCacheBytes: Int? = nil, settings: LibrarySettings = LibrarySettings(),
        clock: SystemClock = .system
    ) {
        self.settings = settings
        self.clock = clock
        (stores, countCacheBytes) = LibraryPlace(path).pool(
            readers: readers, maxCacheBytes: maxCacheBytes, settings.language)
    }

    /// A pool without a library, whose calls all throw an error.
    public init(
        refusing error: any Error, settings: LibrarySettings = LibrarySettings(), clock: SystemClock = .system
    ) {
        self.settings = settings
        self.clock = clock
        stores = StorePool(readers: 1) { _ in throw error }
        countCacheBytes = { 0 }
    }

    /// Whether any request is being served or waits.
    public var isInUse: Bool { stores.isInUse }

    /// Closes the stores that are not serving a request, without waiting for disks and servers. A later request opens
    /// them again.
    public func close() { stores.close() }

    /// The size of the readers' index caches in bytes.
    public var cacheBytes: Int { countCacheBytes() }

    /// Runs `body` with a library for reading, on one snapshot of the store.
    ///
    /// - Parameters:
    ///   - language: the language of error messages.
    ///   - deadline: the deadline of the whole call, including the wait for a reader.
    ///   - isPoll: whether this is a repeated poll, which does not count as a use of the caches.
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

    /// Runs `body` with the writer's library, after all earlier writes.
    public func write<Result: Sendable>(
        in language: Language, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await keepingDeletedLog {
            try await stores.write { [settings, clock] store in try body(Library(store, settings, language, clock)) }
        }
    }

    /// Runs `body`, a long write, with the library for loading, after all earlier loads.
    ///
    /// - Parameter body: the write. Its second argument is a function that returns whether another write is waiting; if
    ///   so, `body` should end its transaction soon.
    public func load<Result: Sendable>(
        in language: Language,
        _ body: @escaping @Sendable (Library, _ writerIsWaiting: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        try await keepingDeletedLog {
            try await stores.load { [settings, clock] store, writerIsWaiting in
                try body(Library(store, settings, language, clock), writerIsWaiting)
            }
        }
    }

    /// Runs `body`. If the file was moved or its write-ahead log was deleted, makes all stores verify their files. A
    /// store that has written to the deleted log still has it open, and then copies acknowledged changes from it to the
    /// file.
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
