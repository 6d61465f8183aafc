internal import Articles
public import Pipelines
internal import SQLiteStorage
public import System

/// A library for the threads of one process: one writer, and a bounded number of readers within one budget of memory.
public final class LibraryPool: Sendable {
    public let settings: LibrarySettings
    public let clock: SystemClock
    private let stores: StorePool

    /// - Parameters:
    ///   - path: of the database, which must be there.
    ///   - readers: that work at the same time.
    public init(
        path: String, readers: Int, settings: LibrarySettings = LibrarySettings(), clock: SystemClock = .system
    ) {
        self.settings = settings
        self.clock = clock
        stores = SQLiteEngine.pool(path: path, readers: readers)
    }

    /// Runs `body` with a library for reading, on one state of the store.
    ///
    /// - Parameters:
    ///   - language: of complaints.
    ///   - deadline: of the whole, waiting for a reader included.
    public func read<Result: Sendable>(
        in language: Language, until deadline: Deadline = .never,
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await stores.read(until: deadline) { [settings, clock] store in
            try body(Library(store, settings, language, clock))
        }
    }

    /// Runs `body` with the library that writes, after whatever was asked of it before.
    public func write<Result: Sendable>(
        in language: Language, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        try await stores.write { [settings, clock] store in try body(Library(store, settings, language, clock)) }
    }
}

extension Library {
    fileprivate convenience init(
        _ store: any ArticleStore, _ settings: LibrarySettings, _ language: Language, _ clock: SystemClock
    ) {
        var settings = settings
        settings.language = language
        store.utcOffset = clock.secondsEastOfUTC
        self.init(store: store, settings: settings, clock: clock)
    }
}
