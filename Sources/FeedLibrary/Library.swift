public import Articles
public import Ingestion
package import Messages
public import Pipelines
public import System

/// An open database of articles, with the use cases of the command-line tool and of the service.
///
/// Not `Sendable`: like its store, a library is used by one thread at a time. Open a separate library for each thread.
/// Use cases take and return values, and pass messages for the user to `notice`.
public final class Library {
    /// The purpose of opening a library.
    public enum Access: Sendable {
        case reading
        /// Opens the database for writing, and creates a missing database.
        case writing
        /// Opens an existing database for writing. A missing database is an error, since a new database would be empty.
        case changing
        /// Like `changing`, for work that completes the index. Does not warn that the index is incomplete.
        case maintaining
    }

    /// The store of the library's articles, feeds and settings. It reads and writes the state of `member`.
    public var store: any ArticleStore {
        // The store is shared with the views of other members.
        openStore.member = member
        return openStore
    }
    private let openStore: any ArticleStore
    /// The member whose state of the articles is read and written; nil for the owner.
    public private(set) var member: Int64?
    public var settings: LibrarySettings
    public let clock: SystemClock
    /// Receives messages for the user while a use case runs.
    public var notice: (Notice) -> Void
    /// Called with the hub of an added feed, if the feed has one. The hub is reported immediately because a later "not
    /// modified" response does not contain it.
    public var onHub: (FeedHub) -> Void = { _ in }

    /// Opens the database at a path or at the address of a server (`LibraryPlace`).
    ///
    /// - Parameters:
    ///   - deadline: the deadline for connecting to a server.
    ///   - trace: receives every SQL statement, without its values, when it starts.
    /// - Throws: `StorageError`; `SearchError` at the deadline; `UserFacingError` for a folder or an unusable address.
    public init(
        path: String, for access: Access, until deadline: Deadline = .never,
        settings: LibrarySettings = LibrarySettings(), clock: SystemClock = .system,
        trace: (@Sendable (String) -> Void)? = nil, notice: @escaping (Notice) -> Void = { _ in }
    ) throws {
        self.settings = settings
        self.clock = clock
        self.notice = notice
        openStore = try LibraryPlace(path).open(access, settings.language, until: deadline, trace: trace)
        store.utcOffset = clock.secondsEastOfUTC
        store.time = clock.now
        if access != .maintaining, let progress = try store.until(deadline, { try store.indexingProgress() }) {
            tell(.warning, .indexing, [String(progress.done), String(progress.total)])
        }
    }

    /// Creates a library with a store that is already open.
    init(store: any ArticleStore, settings: LibrarySettings, clock: SystemClock) {
        openStore = store
        self.settings = settings
        self.clock = clock
        notice = { _ in }
    }

    /// The same open library with the state of a member: read, starred and opened articles, and the actions to undo.
    /// Everything else is common. Rules, retention and alerts follow the owner.
    ///
    /// - Parameter member: the number of the member's account; nil for the owner. Changes of state throw
    ///   `StorageError.noSuchMember` for a number that is not among `members`.
    public func view(asMember member: Int64?) -> Library {
        var settings = settings
        if member != nil {
            // Logins are the owner's.
            settings.keeper = nil
            settings.isOfMember = true
        }
        let view = Library(store: openStore, settings: settings, clock: clock)
        view.member = member
        view.notice = notice
        view.onHub = onHub
        return view
    }

    /// Checks that a feed is not fetched with the owner's access (`FeedFetchState.usesOwnersAccess`). Does nothing for
    /// the owner.
    ///
    /// - Throws: `StorageError.feedOfOwner`.
    func requireNoOwnersAccess(toFeedAt url: String) throws {
        guard let feed = try store.feed(named: url) else { return }
        if try store.fetchState(of: feed.id).usesOwnersAccess { throw StorageError.feedOfOwner(url) }
    }

    /// Checks that a database exists at `path`.
    ///
    /// - Throws: `StorageError.notFound`; `UserFacingError` for a folder.
    package static func requireDatabase(_ path: String, _ language: Language) throws {
        guard let kind = FileSystem.kind(path) else { throw StorageError.notFound(location: path) }
        if kind == .folder { throw UserFacingError(.databaseIsFolder, [path], language: language) }
    }

    public var articles: StoredArticles { StoredArticles(library: self) }
    /// The articles that the user has read, starred, tagged and played.
    package var reading: ReadingState { ReadingState(library: self) }
    package var opened: OpenedArticles { OpenedArticles(library: self) }
    public var subscriptions: Subscriptions { Subscriptions(library: self) }
    package var folders: Folders { Folders(library: self) }
    /// Import and export of subscriptions.
    public var lists: SubscriptionLists { SubscriptionLists(library: self) }
    public var savedSearches: SavedSearches { SavedSearches(library: self) }
    public var alerts: Alerts { Alerts(library: self) }
    /// The services and folders to which articles are sent.
    public var destinations: Destinations { Destinations(library: self) }
    /// The browsers that show notifications.
    package var pushReceivers: PushReceivers { PushReceivers(library: self) }
    /// The people who share the library with its owner.
    public var members: LibraryMembers { LibraryMembers(library: self) }
    /// Digests of saved searches, as feeds and as books.
    public var digests: Digests { Digests(library: self) }
    public var trends: Trends { Trends(library: self) }
    /// The rules that are applied to new articles.
    public var rules: ArrivalRules { ArrivalRules(library: self) }
    /// The operations for storing articles in bulk.
    public var bulk: ArticleIngest { ArticleIngest(library: self) }

    func tell(_ level: Notice.Level, _ message: Message, _ arguments: [String] = []) {
        notice(Notice(level: level, code: message.rawValue, text: message.text(settings.language, arguments)))
    }

    func userError(_ message: Message, _ arguments: [String] = []) -> UserFacingError {
        UserFacingError(message, arguments, language: settings.language)
    }
}
