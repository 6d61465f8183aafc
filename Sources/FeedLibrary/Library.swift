public import Articles
public import Ingestion
package import Messages
public import Pipelines
public import System

/// One database of articles, open, with all that its use cases need besides: the core of the command, and of a service.
///
/// Not `Sendable`: a library is used by one thread at a time, as its store is; open one for each. Use cases take values and
/// return values. What a person should hear meanwhile goes to `notice`.
public final class Library {
    /// What a library is opened for.
    public enum Access: Sendable {
        case reading
        /// Makes the database where there is none.
        case writing
        /// Writing, and a database that is not there is an error: none is made only to find that nothing is in it.
        case changing
        /// Like `changing`, for work that completes the index itself: nothing is said of what is not indexed yet.
        case maintaining
    }

    /// The articles.
    public let store: any ArticleStore
    public var settings: LibrarySettings
    public let clock: SystemClock
    /// Is given what a person should hear while a use case works.
    public var notice: (Notice) -> Void
    /// Is given where a feed that was added is pushed from, if it says so: a later fetch that is not modified does not.
    public var onHub: (FeedHub) -> Void = { _ in }

    /// Opens the database at `path`, or at an address of a server (`LibraryPlace`).
    ///
    /// - Parameters:
    ///   - deadline: of connecting to a server.
    ///   - trace: is given every SQL statement as it starts, its values left out.
    /// - Throws: `StorageError`; `SearchError` at the deadline; `Complaint` where the path is a folder's, or the address cannot be used.
    public init(
        path: String, for access: Access, until deadline: Deadline = .never,
        settings: LibrarySettings = LibrarySettings(), clock: SystemClock = .system,
        trace: (@Sendable (String) -> Void)? = nil, notice: @escaping (Notice) -> Void = { _ in }
    ) throws {
        self.settings = settings
        self.clock = clock
        self.notice = notice
        store = try LibraryPlace(path).open(access, settings.language, until: deadline, trace: trace)
        store.utcOffset = clock.secondsEastOfUTC
        store.time = clock.now
        if access != .maintaining, let progress = try store.until(deadline, { try store.indexingProgress() }) {
            tell(.warning, .indexing, [String(progress.done), String(progress.total)])
        }
    }

    /// A library around a store that is open already.
    init(store: any ArticleStore, settings: LibrarySettings, clock: SystemClock) {
        self.store = store
        self.settings = settings
        self.clock = clock
        notice = { _ in }
    }

    /// Sees to it that there is something to open.
    ///
    /// - Throws: `StorageError.notFound`; `Complaint` for a folder.
    package static func requireDatabase(_ path: String, _ language: Language) throws {
        guard let kind = FileSystem.kind(path) else { throw StorageError.notFound(location: path) }
        if kind == .folder { throw Complaint(.databaseIsFolder, [path], language: language) }
    }

    func tell(_ level: Notice.Level, _ message: Message, _ arguments: [String] = []) {
        notice(Notice(level: level, code: message.rawValue, text: message.text(settings.language, arguments)))
    }

    func complaint(_ message: Message, _ arguments: [String] = []) -> Complaint {
        Complaint(message, arguments, language: settings.language)
    }
}
