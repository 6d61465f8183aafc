internal import Articles
internal import FeedFetching
internal import Ingestion
internal import Messages
internal import QueryLanguage
internal import System

/// A group of operations on one kind of object, such as the rules in `library.rules.add("linux", .star)`.
protocol LibraryPart {
    var library: Library { get }
}

extension LibraryPart {
    var store: any ArticleStore { library.store }
    var settings: LibrarySettings { library.settings }
    var clock: SystemClock { library.clock }

    func tell(_ level: Notice.Level, _ message: Message, _ arguments: [String] = []) {
        library.tell(level, message, arguments)
    }

    func userError(_ message: Message, _ arguments: [String] = []) -> UserFacingError {
        library.userError(message, arguments)
    }

    func recording<Result>(
        _ kind: UserAction.Kind, subject: String? = nil, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        try library.recording(kind, subject: subject, body)
    }

    func parse(_ text: String, isLiteral: Bool = false) throws -> Query {
        try library.parse(text, isLiteral: isLiteral)
    }

    /// Creates a fetcher with the library's settings, which does not contact hosts that have requested a pause.
    ///
    /// - Throws: `UserFacingError` for an invalid setting, `StorageError`.
    func considerateFetcher() throws -> Fetcher {
        var fetcher = try settings.fetcher()
        let hosts = settings.network?.quietHosts ?? QuietHosts()
        if settings.network == nil {
            try hosts.begin(in: store, now: clock.now())
        } else {
            hosts.begin([:], now: clock.now())
        }
        fetcher.quietHosts = hosts
        return fetcher
    }

    /// Stores the hosts that have asked `fetcher` for a pause. On a host, the rounds store them for all libraries: the
    /// list also has hosts of other libraries.
    func saveQuietHosts(of fetcher: Fetcher) throws {
        if settings.network == nil { try fetcher.quietHosts?.save(in: store) }
    }
}
