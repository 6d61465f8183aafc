package import Accounts
package import Articles
internal import FeedFetching
package import FeedLibrary
internal import HTTPServer
internal import Ingestion
package import Messages
package import Pipelines
internal import System

/// A library that a service serves, with all that belongs to it alone: its stores, jobs, hubs, pictures, secrets and
/// signatures. A request is answered from one served library, so nothing of another one can be visible.
package final class ServedLibrary: LibraryAccess {
    /// The number of the library in the directory of a host; nil on a service with one library.
    package let number: HostedLibrary.ID?
    /// The number of the account whose state of the articles is read and changed; nil for the owner.
    let member: Int64?
    /// The path or the address, which is opened separately for work that must not block readers or the writer.
    let location: String
    /// The path next to which this machine stores its own files of the library.
    let localPath: String
    package let settings: LibrarySettings
    let clock: SystemClock
    let changes: ChangeWatch
    package let jobs: JobQueue
    package let hubs: HubSubscriber
    package let pictures: PictureCache
    package let mediaTypes: MediaTypes
    private let accounts: AccountStore
    private let openPool: @Sendable (LibrarySettings) async throws -> LibraryUse
    private let didChange: @Sendable () -> Void
    private let didMove: @Sendable (_ isSealed: Bool) async throws -> LibraryMoveOutcome
    private let lastUse: Locked<Double>
    private let openings: OpeningRecorder
    /// Cached views of members in the library's list of members, by account number.
    private let views = Locked<[Int64: (name: String, view: ServedLibrary)]>([:])
    /// Removes the cached view of a member whom the library no longer has.
    private let memberIsMissing: @Sendable () -> Void

    /// The name of this process in the ids of jobs. It contains a random part, because containers may have equal host
    /// names and process numbers.
    private static let processName =
        "\(Machine.hostName)-\(Machine.processID)-\(String(UInt32.random(in: .min ... .max), radix: 16))"

    /// - Parameters:
    ///   - settings: on a host, the readers of secrets in them are asked for secrets that the host does not have.
    ///   - jobLimits: the limits of the jobs of all libraries of the service.
    ///   - pictures: nil for files next to the library.
    ///   - base: returns the public address of the service.
    ///   - didChange: called after each write and by work that may write.
    ///   - follow: reserves a connection for event streams, or throws an error; `unfollow` releases it.
    ///   - didMove: called after an error that a move of the library can cause.
    ///   - openPool: begins a use of the stores of the library, and opens them with the given settings if necessary.
    init(
        number: HostedLibrary.ID?, location: String, localPath: String, settings: LibrarySettings, clock: SystemClock,
        accounts: AccountStore, jobLimits: JobLimits = JobLimits(), pictures: PictureCache? = nil,
        base: @escaping @Sendable () -> BaseURL?,
        didChange: @escaping @Sendable () -> Void = {},
        follow: @escaping @Sendable () throws -> Void = {}, unfollow: @escaping @Sendable () -> Void = {},
        didMove: @escaping @Sendable (_ isSealed: Bool) async throws -> LibraryMoveOutcome = { _ in .unchanged },
        openPool: @escaping @Sendable (LibrarySettings) async throws -> LibraryUse
    ) {
        self.number = number
        member = nil
        self.location = location
        self.localPath = localPath
        var settings = settings
        // Requests may come from another machine, so addresses in them are not trusted.
        settings.trustsTypedAddresses = false
        if let number {
            settings.limitMail { (try? accounts.isMailConfirmed($0, in: number)) ?? false }
            let others = settings.secrets.stored
            settings.secrets.stored = { name, origin in
                if let secret = try accounts.secret(name, for: origin.description, in: number) { return secret }
                return try others(name, origin)
            }
            settings.keeper = Self.keeper(accounts, number)
        }
        let known = settings
        self.settings = known
        self.clock = clock
        self.accounts = accounts
        self.openPool = openPool
        self.didChange = didChange
        self.didMove = didMove
        let isShared = LibraryPlace(location).isServer
        jobs = JobQueue(clock: clock, process: isShared ? Self.processName : nil, limits: jobLimits)
        let openForReading: @Sendable () throws -> Library = {
            try Library(path: location, for: .reading, settings: known, clock: clock)
        }
        lastUse = Locked(clock.monotonicSeconds())
        mediaTypes = MediaTypes()
        changes = ChangeWatch(
            accounts: accounts, jobs: jobs, begin: follow, end: unfollow, open: openForReading)
        self.pictures = pictures ?? PictureCache(folder: localPath + ".pictures")
        hubs = HubSubscriber(
            accounts: accounts, library: number, clock: clock, settings: known, open: openForReading, base: base)
        openings = Self.recorder(nil, settings: known, didChange, openPool)
        memberIsMissing = {}
    }

    /// The library of `owner` with the state of one of its members.
    private init(of owner: ServedLibrary, member: Int64) {
        number = owner.number
        self.member = member
        location = owner.location
        localPath = owner.localPath
        settings = owner.settings
        clock = owner.clock
        changes = owner.changes
        jobs = owner.jobs
        hubs = owner.hubs
        pictures = owner.pictures.of(member: member)
        mediaTypes = owner.mediaTypes
        accounts = owner.accounts
        openPool = owner.openPool
        didChange = owner.didChange
        didMove = owner.didMove
        lastUse = owner.lastUse
        openings = Self.recorder(member, settings: settings, didChange, openPool)
        memberIsMissing = { [weak owner] in owner?.views.withLock { $0[member] = nil } }
    }

    private static func recorder(
        _ member: Int64?, settings: LibrarySettings, _ didChange: @escaping @Sendable () -> Void,
        _ openPool: @escaping @Sendable (LibrarySettings) async throws -> LibraryUse
    ) -> OpeningRecorder {
        OpeningRecorder { articles in
            guard let use = try? await openPool(settings) else { return }
            defer { use.end() }
            _ = try? await use.pool.write(in: settings.language) {
                try $0.seen(by: member).opened.note(articles)
            }
            didChange()
        }
    }

    /// The library with the state of a member. Adds the member to the library if it is new there.
    ///
    /// - Parameters:
    ///   - account: the number of the member's account.
    ///   - name: the name of the account.
    func view(asMember account: Int64, name: String) async throws -> ServedLibrary {
        if let known = views.withLock({ $0[account] }), known.name == name { return known.view }
        let isKnown = try await read(in: settings.language) { library in
            try library.members.all().contains { $0.number == account && $0.name == name }
        }
        if !isKnown { try await write(in: settings.language) { _ = try $0.members.add(account, name: name) } }
        let view = ServedLibrary(of: self, member: account)
        views.withLock { $0[account] = (name, view) }
        return view
    }

    /// Runs `body`. If the library no longer has the member, the next request adds the member again: a round may have
    /// removed the member after the end of an earlier membership.
    private func noticingMissingMember<Result>(_ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch StorageError.noSuchMember(let name) {
            memberIsMissing()
            throw StorageError.noSuchMember(name)
        }
    }

    /// Records that the user has opened an article, without waiting for the writer.
    package func noteOpening(of article: ArticleID) {
        touch()
        openings.note(article)
    }

    /// Updates the time of the last use.
    func touch() { lastUse.withLock { $0 = clock.monotonicSeconds() } }

    /// Runs `body` with the stores of the library, and keeps them open until it ends.
    ///
    /// If the library has been moved, `body` runs again with the stores at the new place. A transaction that failed
    /// because of a move has changed nothing.
    private func withPool<Result: Sendable>(
        _ body: (LibraryPool) async throws -> Result
    ) async throws -> Result {
        do { return try await withPoolHere(body) } catch let error as StorageError where error.mayBeMove {
            let isSealed = if case .sealed = error { true } else { false }
            switch try await didMove(isSealed) {
            case .unchanged: throw error
            case .unsealed: return try await withPoolHere(body)
            case .moved(let library): return try await library.withPoolHere(body)
            }
        }
    }

    private func withPoolHere<Result: Sendable>(
        _ body: (LibraryPool) async throws -> Result
    ) async throws -> Result {
        touch()
        let use = try await openPool(settings)
        defer { use.end() }
        return try await body(use.pool)
    }

    /// Runs `body` on a reader.
    ///
    /// - Parameter isPoll: whether this is a repeated poll, which does not count as a use of the caches.
    package func read<Result: Sendable>(
        in language: Language, until deadline: Deadline = .never, isPoll: Bool = false,
        _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        let member = member
        return try await withPool {
            try await $0.read(in: language, until: deadline, isPoll: isPoll) { try body($0.seen(by: member)) }
        }
    }

    /// Runs `body` on the writer.
    package func write<Result: Sendable>(
        in language: Language, _ body: @escaping @Sendable (Library) throws -> Result
    ) async throws -> Result {
        defer { didChange() }
        let member = member
        return try await noticingMissingMember {
            try await withPool { try await $0.write(in: language) { try body($0.seen(by: member)) } }
        }
    }

    /// Runs `body`, a long write, with the library for loading.
    func load<Result: Sendable>(
        in language: Language,
        _ body: @escaping @Sendable (Library, _ writerIsWaiting: @escaping @Sendable () -> Bool) throws -> Result
    ) async throws -> Result {
        defer { didChange() }
        let member = member
        return try await withPool {
            try await $0.load(in: language) { try body($0.seen(by: member), $1) }
        }
    }

    /// Opens the library for use on one thread.
    func open(_ language: Language) throws -> Library {
        let own = try Library(path: location, for: .changing, settings: settings(language), clock: clock)
        own.onHub = { [hubs] in hubs.note([$0]) }
        didChange()
        return own.seen(by: member)
    }

    /// Opens the library for work that no request has started.
    func openForRounds() throws -> Library {
        try Library(path: location, for: .maintaining, settings: settings, clock: clock)
    }

    /// Whether nothing is lost if this object is made again: there are no jobs and no event streams, and the last use
    /// was some time ago.
    func isUnused(since seconds: Double) -> Bool {
        clock.monotonicSeconds() - lastUse.withLock({ $0 }) >= seconds && !changes.isFollowed && jobs.all.isEmpty
    }

    /// Notes that work outside of `write` and `load` has ended, which may have changed the library.
    func didWork() { didChange() }

    /// The settings for work on behalf of a request.
    func settings(_ language: Language) -> LibrarySettings {
        var settings = settings
        settings.language = language
        return settings
    }

    /// A temporary file for a request body.
    func upload() throws -> UploadedFile {
        try UploadedFile(in: localPath + ".uploads", now: SystemClock.system.now())
    }

    // MARK: - Secrets and signatures

    /// Stores the secrets of channels and feeds next to the accounts. Calls to the keeper wait for the disk.
    var secretKeeper: SecretKeeper { Self.keeper(accounts, number) }

    private static func keeper(_ accounts: AccountStore, _ number: HostedLibrary.ID?) -> SecretKeeper {
        SecretKeeper(
            keep: { try accounts.keepSecret($0, for: $1, in: number) },
            forget: { try accounts.forgetSecret($0, in: number) })
    }

    /// The signature in the address of a picture.
    package func pictureSignature(of url: String) -> String { accounts.pictureSignature(of: url, in: number) }

    package func isPictureSignature(_ text: String?, of url: String) -> Bool {
        accounts.isPictureSignature(text ?? "", of: url, in: number)
    }

    /// A separate signature domain, so that a picture's signature is not valid for media.
    package func mediumSignature(of url: String) -> String {
        accounts.pictureSignature(of: "medium " + url, in: number)
    }

    package func isMediumSignature(_ text: String?, of url: String) -> Bool {
        accounts.isPictureSignature(text ?? "", of: "medium " + url, in: number)
    }

    /// A code that identifies an account and this library in a browser's storage. On a host, it begins with the number
    /// of the library.
    package func storageOwner(of account: String?) -> String {
        LibraryNumber.adding(number, to: accounts.browserOwner(account, in: number))
    }

    /// The last path segment of an icon's address.
    package func iconName(of feed: Int64) -> String { accounts.iconName(of: feed, in: number) }

    package func isIconName(_ name: String, of feed: Int64) -> Bool {
        accounts.isIconName(name, of: feed, in: number)
    }
}

extension Library {
    /// The library with the state of a member; the library itself for the owner.
    fileprivate func seen(by member: Int64?) -> Library { member.map { view(asMember: $0) } ?? self }
}
