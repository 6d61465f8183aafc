internal import Accounts
private import Dispatch
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

    private struct Open {
        let pool: LibraryPool
        let isServer: Bool
        var lastUse: Double
    }

    private struct State {
        var served: [HostedLibrary.ID: (address: String, library: ServedLibrary)] = [:]
        var open: [HostedLibrary.ID: Open] = [:]
        var lastCacheCheck = 0.0
        /// Called with the number of a library that may have changed.
        var didChange: (@Sendable (HostedLibrary.ID) -> Void)?
    }

    private let options: Options
    private let accounts: AccountStore
    private let clock: SystemClock
    private let base: @Sendable () -> BaseURL?
    private let state = Locked(State())
    /// Limits the jobs of all libraries together.
    private let jobs = JobLimits()

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
    }

    /// The number of libraries that are open for requests.
    var openCount: Int { state.withLock { $0.open.count } }

    /// The number of libraries that have a served library.
    var servedCount: Int { state.withLock { $0.served.count } }

    /// The size of the index caches of all open libraries.
    var cacheBytes: Int { state.withLock { $0.open.values.reduce(0) { $0 + $1.pool.cacheBytes } } }

    /// Sets a function that receives the number of each library that may have changed.
    func setDidChange(_ didChange: @escaping @Sendable (HostedLibrary.ID) -> Void) {
        state.withLock { $0.didChange = didChange }
    }

    /// Seconds since the last request for a library; infinite if the library is closed.
    func idleSeconds(of id: HostedLibrary.ID) -> Double {
        let last = state.withLock { $0.open[id]?.lastUse }
        return last.map { clock.monotonicSeconds() - $0 } ?? .infinity
    }

    /// All libraries that belong to an account and exist. Blocks.
    func libraries() throws -> [HostedLibrary] {
        try accounts.hostedLibraries().filter { $0.owner != nil && $0.state == .ready }
    }

    /// A library of the directory. It is opened by the first request that reads or writes.
    ///
    /// - Throws: `Problem` while the library is being created.
    func library(_ entry: HostedLibrary) throws -> ServedLibrary {
        if entry.state == .new {
            throw Problem(503, "libraryNotReady", .httpLibraryNotReady, headers: ["Retry-After": "2"])
        }
        if let known = state.withLock({ $0.served[entry.id] }), known.address == entry.address { return known.library }
        let location = try options.place.location(of: entry.address)
        let isServer = LibraryPlace(location).isServer
        let settings = options.settings(location)
        let id = entry.id
        let library = ServedLibrary(
            number: id, location: location,
            localPath: isServer ? "\(options.localFolder)/\(id)/library" : location, settings: settings, clock: clock,
            accounts: accounts, jobLimits: jobs, base: base,
            didChange: { [weak self] in self?.state.withLock { $0.didChange }?(id) },
            openPool: { [weak self] settings in
                guard let self else { throw Problem(503, "libraryNotReady", .httpLibraryNotReady) }
                return try await self.pool(of: id, location, settings)
            })
        let (kept, former) = state.withLock { state -> (ServedLibrary, (ServedLibrary, Open?)?) in
            if let known = state.served[id], known.address == entry.address { return (known.library, nil) }
            let former = state.served[id].map { ($0.library, state.open.removeValue(forKey: id)) }
            state.served[id] = (entry.address, library)
            return (library, former)
        }
        if let (former, open) = former {
            former.changes.endAll()
            close(open.map { [$0] } ?? [])
        }
        return kept
    }

    // MARK: - Opening and closing

    private func pool(
        of id: HostedLibrary.ID, _ location: String, _ settings: LibrarySettings
    ) async throws -> LibraryPool {
        let end = clock.monotonicSeconds() + Self.maxWait
        while true {
            let (pool, closed) = take(id, location, settings)
            close(closed)
            if let pool { return pool }
            guard clock.monotonicSeconds() < end else {
                throw Problem(503, "tooManyLibraries", .httpTooManyLibraries, headers: ["Retry-After": "2"])
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// - Returns: the stores of a library, nil if all others are in use; and the stores that have to be closed.
    private func take(
        _ id: HostedLibrary.ID, _ location: String, _ settings: LibrarySettings
    ) -> (LibraryPool?, [Open]) {
        let now = clock.monotonicSeconds()
        return state.withLock { state in
            var closed: [Open] = []
            if now - state.lastCacheCheck >= 1 {
                state.lastCacheCheck = now
                closed = freeCaches(&state, keeping: id)
            }
            if state.open[id] != nil {
                state.open[id]?.lastUse = now
                return (state.open[id]?.pool, closed)
            }
            let isServer = LibraryPlace(location).isServer
            while !fits(isServer, state) {
                // Only closing a library on a server makes room for another one there.
                let mustBeServer = isServer && state.open.count < options.maxLibraries
                guard let victim = idle(state, where: { !mustBeServer || $0.isServer }) else { return (nil, closed) }
                if let open = state.open.removeValue(forKey: victim) { closed.append(open) }
            }
            let pool = LibraryPool(
                path: location, readers: options.readers, maxCacheBytes: max(8 << 20, options.maxCacheBytes / 4),
                settings: settings, clock: clock)
            state.open[id] = Open(pool: pool, isServer: isServer, lastUse: now)
            return (pool, closed)
        }
    }

    private func fits(_ isServer: Bool, _ state: State) -> Bool {
        guard state.open.count < options.maxLibraries else { return false }
        if !isServer { return true }
        // Readers, the writer, the loader, and what follows changes for event streams.
        let each = options.readers + 3
        let count = state.open.values.count { $0.isServer }
        return count == 0 || (count + 1) * each <= options.maxServerConnections
    }

    /// The least recently used library that no request is using.
    private func idle(_ state: State, where isCandidate: (Open) -> Bool = { _ in true }) -> HostedLibrary.ID? {
        state.open.filter { isCandidate($0.value) && !$0.value.pool.isInUse }.min {
            $0.value.lastUse < $1.value.lastUse
        }?
        .key
    }

    private func freeCaches(_ state: inout State, keeping id: HostedLibrary.ID) -> [Open] {
        var bytes = state.open.values.reduce(0) { $0 + $1.pool.cacheBytes }
        var closed: [Open] = []
        let candidates = state.open.filter { $0.key != id && !$0.value.pool.isInUse }
        for (id, open) in candidates.sorted(by: { $0.value.lastUse < $1.value.lastUse })
        where bytes > options.maxCacheBytes {
            bytes -= open.pool.cacheBytes
            state.open[id] = nil
            closed.append(open)
        }
        return closed
    }

    /// Closes the libraries that had no request for a while.
    func closeIdle() {
        let now = clock.monotonicSeconds()
        let closed = state.withLock { state -> [Open] in
            let over = state.open.filter { now - $0.value.lastUse >= options.idleSeconds && !$0.value.pool.isInUse }
            for id in over.keys { state.open[id] = nil }
            for (id, known) in state.served
            where state.open[id] == nil && known.library.isUnused(since: Self.jobSeconds) {
                state.served[id] = nil
            }
            return Array(over.values)
        }
        close(closed)
    }

    private func close(_ pools: [Open]) {
        if pools.isEmpty { return }
        closing.async { withExtendedLifetime(pools) {} }
    }
}
