internal import Accounts
package import FeedLibrary
internal import HTTPServer
internal import Messages
internal import System

/// The libraries of a host. They are opened when a request needs them, within one budget of memory and one of
/// connections to servers; the least recently used ones are closed for others, and those that nobody uses after a while.
package final class LibraryHost: Sendable {
    package struct Options: Sendable {
        var place: HostPlace
        /// Returns the settings of the library at a place.
        var settings: @Sendable (_ location: String) -> LibrarySettings
        /// The folder for the local data of libraries on servers.
        var localFolder: String
        /// Maximum number of simultaneous readers of one library.
        package var readers = 2
        /// The size of the index caches of all open libraries.
        package var maxCacheBytes = 128 << 20
        /// Maximum number of open libraries.
        package var maxLibraries = 200
        /// Maximum number of connections to servers for requests.
        package var maxServerConnections = 60
        /// The maximum size of the stored bodies of feeds and icons; nil for the default.
        package var maxFetchBytes: Int?
        /// The maximum size of the stored pictures; nil for the default.
        package var maxPictureBytes: Int?
        /// After how many seconds without a request a library is closed.
        package var idleSeconds = 300.0

        package init(
            place: HostPlace, localFolder: String, settings: @escaping @Sendable (_ location: String) -> LibrarySettings
        ) {
            self.place = place
            self.localFolder = localFolder
            self.settings = settings
        }
    }

    /// A library at a location. After a library has moved, earlier requests still use the former location.
    private struct Place: Hashable {
        let id: HostedLibrary.ID
        let location: String
    }

    private struct Open {
        let pool: LibraryPool
        let isServer: Bool
        /// The number of current uses. A library in use is not closed.
        var uses = 0
        var lastUse: Double
    }

    private struct State {
        var served: [HostedLibrary.ID: (address: String, library: ServedLibrary)] = [:]
        var open: [Place: Open] = [:]
        /// The number of libraries on servers whose event streams have a connection.
        var followed = 0
        var lastCacheCheck = 0.0
        var isEnding = false
        /// Called with the number of a library that may have changed.
        var didChange: (@Sendable (HostedLibrary.ID) -> Void)?
    }

    let options: Options
    let accounts: AccountStore
    let clock: SystemClock
    private let base: @Sendable () -> BaseURL?
    private let state = Locked(State())
    /// Limits the jobs of all libraries together.
    private let jobs = JobLimits()
    /// Limits the requests of all libraries together.
    private let network = HostNetwork()
    private let fetches = Locked<SharedFetches?>(nil)
    /// The pictures that the libraries share. They are stored on this machine, even for libraries on servers.
    let pictures: HostPictures

    /// How long a request waits for another library to be no longer in use.
    private static let maxWait = 5.0
    /// How long a library without requests keeps its finished jobs, in seconds.
    private static let jobSeconds = 3_600.0

    init(
        _ options: Options, accounts: AccountStore, clock: SystemClock, base: @escaping @Sendable () -> BaseURL?
    ) {
        self.options = options
        self.accounts = accounts
        self.clock = clock
        self.base = base
        let folder = options.place.isServer ? options.localFolder : options.place.location
        pictures = HostPictures(folder + "/pictures.db", maxBytes: options.maxPictureBytes, clock: clock)
    }

    /// The number of libraries that are open for requests.
    var openCount: Int { state.withLock { $0.open.count } }

    /// The number of `ServedLibrary` objects.
    var servedCount: Int { state.withLock { $0.served.count } }

    /// The size of the index caches of all open libraries.
    var cacheBytes: Int { state.withLock { $0.open.values.reduce(0) { $0 + $1.pool.cacheBytes } } }

    /// Sets a function that receives the number of each library that may have changed.
    func setDidChange(_ didChange: @escaping @Sendable (HostedLibrary.ID) -> Void) {
        state.withLock { $0.didChange = didChange }
    }

    /// Seconds since the last request for a library; infinite if the library is closed.
    func idleSeconds(of id: HostedLibrary.ID) -> Double {
        let now = clock.monotonicSeconds()
        return state.withLock { state in
            state.open.lazy.filter { $0.key.id == id }.map { $0.value.uses > 0 ? 0 : now - $0.value.lastUse }.min()
        } ?? .infinity
    }

    /// The present entry of a library; nil if it no longer belongs to an account. Blocks.
    func current(_ entry: HostedLibrary) throws -> HostedLibrary? { try accounts.ownedLibrary(entry.id) }

    /// All libraries that belong to an account, exist, and are not paused. Blocks.
    func libraries() throws -> [HostedLibrary] {
        try accounts.hostedLibraries().filter { $0.owner != nil && $0.state == .ready && !$0.isPaused }
    }

    /// The fetches that the libraries share. Opened by the first call, which blocks.
    func sharedFetches() throws -> SharedFetches {
        try fetches.withLock { known in
            if let known { return known }
            let opened = try options.place.sharedFetches(network, maxBytes: options.maxFetchBytes)
            known = opened
            return opened
        }
    }

    /// The shared fetches; nil if they are not open. Does not open them.
    var openFetches: SharedFetches? { fetches.withLock { $0 } }

    /// Removes the shared fetches and pictures that only libraries without an account have used. Blocks.
    func removeUses(exceptOf libraries: Set<HostedLibrary.ID>) throws {
        try pictures.removeUses(exceptOf: libraries)
        try sharedFetches().removeUses(exceptOf: libraries)
    }

    /// Records that a hub has announced new content of a feed. Blocks.
    ///
    /// - Returns: whether the libraries can share the fetch.
    func noteHint(feed url: String) -> Bool {
        do {
            try sharedFetches().noteHint(feed: url, now: clock.now())
            return true
        } catch { return false }
    }

    /// Calls `AccountStore.askMail`. Blocks.
    func ask(_ address: String, in library: HostedLibrary.ID) throws -> AccountStore.MailQuestion? {
        try accounts.askMail(address, in: library)
    }

    /// Calls `AccountStore.mailQuestionFailed`. Blocks.
    func askFailed(_ question: AccountStore.MailQuestion) throws { try accounts.mailQuestionFailed(question) }

    /// A library of the directory. It is opened by the first request that reads or writes.
    ///
    /// - Throws: `Problem` while the library is being created.
    func library(_ entry: HostedLibrary) throws -> ServedLibrary {
        if entry.state == .new {
            throw Problem(503, "libraryNotReady", .httpLibraryNotReady, headers: ["Retry-After": "2"])
        }
        if let known = state.withLock({ Self.known(entry, $0) }) { return known }
        let location = try options.place.location(of: entry.address)
        let isServer = LibraryPlace(location).isServer
        var settings = options.settings(location)
        settings.network = network
        let id = entry.id
        let library = ServedLibrary(
            number: id, location: location,
            localPath: isServer ? "\(options.localFolder)/\(id)/library" : location, settings: settings, clock: clock,
            accounts: accounts, jobLimits: jobs, pictures: PictureCache(pictures, for: .init(library: id)), base: base,
            didChange: { [weak self] in self?.state.withLock { $0.didChange }?(id) },
            follow: { [weak self] in if isServer { try self?.beginFollowing() } },
            unfollow: { [weak self] in if isServer { self?.endFollowing() } },
            didMove: { [weak self] isSealed in
                try await self?.outcomeOfMove(entry.id, from: entry.address, isSealed: isSealed) ?? .unchanged
            },
            openPool: { [weak self] settings in
                guard let self else { throw Problem(503, "libraryNotReady", .httpLibraryNotReady) }
                return try await self.use(Place(id: id, location: location), settings)
            })
        let (kept, former) = state.withLock { state -> (ServedLibrary, ServedLibrary?) in
            if let known = Self.known(entry, state) { return (known, nil) }
            let former = state.served[id]?.library
            state.served[id] = (entry.address, library)
            if state.isEnding { library.hubs.end() }
            return (library, former)
        }
        former?.changes.endAll()
        return kept
    }

    private static func known(_ entry: HostedLibrary, _ state: State) -> ServedLibrary? {
        guard let known = state.served[entry.id], known.address == entry.address else { return nil }
        // The caller holds the lock, so `closeIdle` cannot drop the library before the request uses it.
        known.library.touch()
        return known.library
    }

    /// Removes the accounts that are due for removal, and deletes libraries whose account was removed. Blocks, for
    /// minutes if a library on a server is large.
    ///
    /// - Parameter report: receives the error if a library cannot be deleted; the deletion is tried again later.
    func removeDue(report: (_ library: String, any Error) -> Void) throws {
        try accounts.removeDueAccounts()
        for library in try accounts.librariesToRemove() {
            drop(library.id)
            do { try options.place.remove(library, in: accounts, localFolder: options.localFolder) } catch {
                report(library.name, error)
            }
        }
    }

    /// Creates the libraries of accounts whose creation was interrupted. Blocks.
    func createNew(report: (_ library: String, any Error) -> Void) throws {
        for library in try accounts.librariesToCreate() {
            do { try create(library) } catch { report(library.name, error) }
        }
    }

    /// The address of a new library, relative to the host.
    func relativeAddress(of name: String) -> String { options.place.relativeAddress(of: name) }

    /// Creates a library that is in the directory. Blocks.
    func create(_ library: HostedLibrary) throws { _ = try options.place.create(library, in: accounts) }

    /// Closes a library that is being removed, unless a request is using it.
    private func drop(_ id: HostedLibrary.ID) {
        let (served, closed) = state.withLock { state -> (ServedLibrary?, [Open]) in
            let idle = state.open.filter { $0.key.id == id && $0.value.uses == 0 }
            for place in idle.keys { state.open[place] = nil }
            return (state.served.removeValue(forKey: id)?.library, Array(idle.values))
        }
        served?.changes.endAll()
        close(closed)
    }

    /// Cancels the jobs of all libraries but the given ones.
    func cancelJobs(exceptOf known: Set<HostedLibrary.ID>) {
        let served = state.withLock { $0.served.filter { !known.contains($0.key) }.map(\.value.library) }
        for library in served {
            for job in library.jobs.all where !job.state.isFinal { _ = library.jobs.cancel(job.id) }
        }
    }

    /// Ends the requests to hubs in all libraries after the current one.
    func endHubs() {
        let served = state.withLock { state in
            state.isEnding = true
            return state.served.values.map(\.library)
        }
        for library in served { library.hubs.end() }
    }

    // MARK: - Opening and closing

    private func use(_ place: Place, _ settings: LibrarySettings) async throws -> LibraryUse {
        let end = clock.monotonicSeconds() + Self.maxWait
        while true {
            let (pool, closed) = take(place, settings)
            close(closed)
            if let pool { return LibraryUse(pool) { [weak self] in self?.endUse(of: place) } }
            guard clock.monotonicSeconds() < end else {
                throw Problem(503, "tooManyLibraries", .httpTooManyLibraries, headers: ["Retry-After": "2"])
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Begins a use of the stores of a library, and opens them if necessary.
    ///
    /// - Returns: the stores, or nil if a limit is reached and the open libraries are in use; and the stores that the
    ///   caller must close.
    private func take(_ place: Place, _ settings: LibrarySettings) -> (LibraryPool?, [Open]) {
        let now = clock.monotonicSeconds()
        return state.withLock { state in
            var closed: [Open] = []
            if now - state.lastCacheCheck >= 1 {
                state.lastCacheCheck = now
                closed = freeCaches(&state, keeping: place)
            }
            if state.open[place] == nil {
                let isServer = LibraryPlace(place.location).isServer
                guard makeRoom(in: &state, connections: isServer ? connectionsOfLibrary : 0, &closed) else {
                    return (nil, closed)
                }
                let pool = LibraryPool(
                    path: place.location, readers: options.readers,
                    maxCacheBytes: max(8 << 20, options.maxCacheBytes / 4), settings: settings, clock: clock)
                state.open[place] = Open(pool: pool, isServer: isServer, lastUse: now)
            }
            state.open[place]?.uses += 1
            state.open[place]?.lastUse = now
            return (state.open[place]?.pool, closed)
        }
    }

    private func endUse(of place: Place) {
        let now = clock.monotonicSeconds()
        state.withLock { state in
            state.open[place]?.uses -= 1
            state.open[place]?.lastUse = now
        }
    }

    /// One connection for each reader, one for the writer and one for the loader.
    private var connectionsOfLibrary: Int { options.readers + 2 }

    private func connections(_ state: State) -> Int {
        state.open.values.count { $0.isServer } * connectionsOfLibrary + state.followed
    }

    /// Removes the least recently used libraries until there is room for another one.
    ///
    /// - Parameters:
    ///   - connections: the number of server connections that the other library needs; 0 for a file.
    ///   - closed: receives the stores that the caller must close.
    /// - Returns: false if there is not enough room without closing a library in use.
    private func makeRoom(in state: inout State, connections: Int, _ closed: inout [Open]) -> Bool {
        func hasConnections() -> Bool {
            connections == 0 || !state.open.values.contains(where: \.isServer)
                || self.connections(state) + connections <= options.maxServerConnections
        }
        while state.open.count >= options.maxLibraries || !hasConnections() {
            // Only closing a library on a server frees connections.
            let mustBeServer = state.open.count < options.maxLibraries
            guard let victim = idle(state, where: { !mustBeServer || $0.isServer }) else { return false }
            if let open = state.open.removeValue(forKey: victim) { closed.append(open) }
        }
        return true
    }

    /// Reserves the connection for the event streams of a library on a server. Streams use at most half of all
    /// connections, because they stay open and requests need connections, too.
    ///
    /// - Throws: `Problem` if no connection is available.
    func beginFollowing() throws {
        let (isIn, closed) = state.withLock { state -> (Bool, [Open]) in
            var closed: [Open] = []
            guard state.followed < max(1, options.maxServerConnections / 2) else { return (false, []) }
            while connections(state) >= options.maxServerConnections {
                guard let victim = idle(state, where: \.isServer) else { return (false, closed) }
                if let open = state.open.removeValue(forKey: victim) { closed.append(open) }
            }
            state.followed += 1
            return (true, closed)
        }
        close(closed)
        if !isIn { throw Problem(503, "tooManyStreams", .httpTooManyStreams, headers: ["Retry-After": "30"]) }
    }

    func endFollowing() { state.withLock { $0.followed -= 1 } }

    /// The least recently used library that is not in use.
    private func idle(_ state: State, where isCandidate: (Open) -> Bool = { _ in true }) -> Place? {
        state.open.filter { isCandidate($0.value) && $0.value.uses == 0 }.min { $0.value.lastUse < $1.value.lastUse }?
            .key
    }

    private func freeCaches(_ state: inout State, keeping place: Place) -> [Open] {
        var bytes = state.open.values.reduce(0) { $0 + $1.pool.cacheBytes }
        var closed: [Open] = []
        let candidates = state.open.filter { $0.key != place && $0.value.uses == 0 }
        for (place, open) in candidates.sorted(by: { $0.value.lastUse < $1.value.lastUse })
        where bytes > options.maxCacheBytes {
            bytes -= open.pool.cacheBytes
            state.open[place] = nil
            closed.append(open)
        }
        return closed
    }

    /// Closes the libraries that had no request for a while.
    func closeIdle() {
        let now = clock.monotonicSeconds()
        let closed = state.withLock { state -> [Open] in
            let over = state.open.filter { now - $0.value.lastUse >= options.idleSeconds && $0.value.uses == 0 }
            for place in over.keys { state.open[place] = nil }
            let open = Set(state.open.keys.map(\.id))
            state.served = state.served.filter { id, known in
                open.contains(id) || !known.library.isUnused(since: Self.jobSeconds)
            }
            return Array(over.values)
        }
        close(closed)
    }

    private func close(_ libraries: [Open]) { for library in libraries { library.pool.close() } }
}

/// A use of the stores of a library. They stay open until `end`, which must be called exactly once.
package struct LibraryUse: Sendable {
    package let pool: LibraryPool
    package let end: @Sendable () -> Void

    package init(_ pool: LibraryPool, end: @escaping @Sendable () -> Void = {}) {
        self.pool = pool
        self.end = end
    }
}
