package import Accounts
internal import Articles
private import Dispatch
package import FeedLibrary
internal import Formats
package import HTTPServer
package import Ingestion
internal import Messages
package import System

/// Answers HTTP requests from a library and its accounts.
package final class Service: HTTPResponder {
    /// The library of a service with one library. On a host, a library that refuses everything: it answers requests
    /// without an account.
    package let home: ServedLibrary
    /// The libraries of the accounts; nil on a service with one library.
    let host: LibraryHost?
    let oneTimeKey: OneTimeKey?
    package let metrics = ServiceMetrics()
    /// Limits the number of request bodies that wait for the writer. Each is at most 64 MB on disk.
    let loads = ConcurrencyLimit(limit: 8, .httpTooManyBodies)
    /// Limits the number of audio and video streams in progress.
    package let media = ConcurrencyLimit(limit: 24, .httpTooManyLookups)
    /// Limits the number of archives in progress. Each needs memory for one file of the archive (4 MB) and one article.
    let archives = ConcurrencyLimit(limit: 4, .httpTooManyArchives)
    /// Limits the number of tasks that wait for the network on separate threads.
    private let network = ConcurrencyLimit(limit: 16, .httpTooManyLookups)
    private let accounts: AccountStore
    let clock: SystemClock
    private let settings: LibrarySettings
    private let cacheBytes: @Sendable () -> Int
    /// The public address and host names; replaced when the configuration is reloaded.
    private let reach: Locked<PublicEndpoint>
    private let log: @Sendable (String) -> Void
    let notice: @Sendable (UserFacingError) -> Void
    private let hasNewerFile = Locked(false)
    /// The time of the last notice to the administrator of each error that is hidden from clients, by its text.
    private let toldErrors = Locked<[String: Double]>([:])
    private static let secondsBetweenNotices = 600.0
    private static let maxToldErrors = 1_000
    private let lastRequest = Locked(0.0)
    let table: OperationTable
    /// The documentation of `table`, generated when it is first requested.
    let documents: APIDocuments
    let pages: ServicePages
    private let mapPath: @Sendable ([String]) -> [String]
    /// The queue for calls to the account store. They wait for disks and locks, so they must not run on the cooperative
    /// pool.
    private let accountQueue = DispatchQueue(label: "service.accounts")
    /// The queues for looking up credentials. Look-ups do not wait for password hashes and writes, and those of addresses
    /// that guess credentials do not make others wait.
    private let credentialQueue = DispatchQueue(label: "service.credentials")
    private let guessQueue = DispatchQueue(label: "service.guesses")
    private let signInQueue = DispatchQueue(label: "service.sign-ins", attributes: .concurrent)
    /// Attempts to sign in at the same time: of all addresses, and of those that guess. `PasswordQueue` orders them.
    private let signIns = ConcurrencyLimit(limit: 48, .httpTooManySignIns)
    private let guesses = ConcurrencyLimit(limit: 4, .httpTooManyRefused)
    private let networkQueue = DispatchQueue(label: "service.network", attributes: .concurrent)

    private struct PublicEndpoint {
        var hostNames: Set<String>
        var base: BaseURL?
    }

    /// - Parameters:
    ///   - operations: the operations in order of precedence: the first one that matches a request handles it.
    ///   - mapPath: converts the path that a client sent to the path of an operation.
    ///   - databasePath: the database, which is opened separately for work that must not block readers or the writer.
    ///   - localPath: the path next to which this machine stores its own files; nil for the database's path.
    ///   - oneTimeKey: a key with which a client can sign in while there are no accounts.
    ///   - hostNames: accepted host names, in addition to this machine's. Other names are refused: a page at a name
    ///     that DNS resolves to this machine must not be able to read anything (DNS rebinding).
    ///   - base: the public address behind a proxy.
    ///   - notice: receives messages for the administrator.
    ///   - log: receives one line per request with its operation, status, time and id, but never its query or secrets.
    package convenience init(
        operations: [Operation], pages: ServicePages, mapPath: @escaping @Sendable ([String]) -> [String] = { $0 },
        library: LibraryPool, databasePath: String, localPath: String? = nil, accounts: AccountStore,
        oneTimeKey: OneTimeKey?,
        hostNames: Set<String>, base: BaseURL? = nil, notice: @escaping @Sendable (UserFacingError) -> Void = { _ in },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let reach = Locked(PublicEndpoint(hostNames: hostNames.union(Self.localNames), base: base))
        let publicBase: @Sendable () -> BaseURL? = { reach.withLock { $0.base } }
        let home = ServedLibrary(
            number: nil, location: databasePath, localPath: localPath ?? databasePath, settings: library.settings,
            clock: library.clock, accounts: accounts, base: publicBase
        ) { _ in
            LibraryUse(library)
        }
        self.init(
            operations, pages, mapPath, home, nil, cacheBytes: { library.cacheBytes }, accounts, oneTimeKey, reach,
            notice, log)
    }

    /// Creates a service of which each account has a library of its own.
    ///
    /// - Parameters: as of the other initialiser.
    ///   - localPath: the path next to which this machine stores its own files of the host.
    package convenience init(
        operations: [Operation], pages: ServicePages, mapPath: @escaping @Sendable ([String]) -> [String] = { $0 },
        host options: LibraryHost.Options, localPath: String, accounts: AccountStore, clock: SystemClock = .system,
        hostNames: Set<String>, base: BaseURL? = nil, notice: @escaping @Sendable (UserFacingError) -> Void = { _ in },
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        let reach = Locked(PublicEndpoint(hostNames: hostNames.union(Self.localNames), base: base))
        let base: @Sendable () -> BaseURL? = { reach.withLock { $0.base } }
        let host = LibraryHost(options, accounts: accounts, clock: clock, base: base)
        let refusal = Problem(403, "noLibrary", .httpNoLibrary)
        var settings = LibrarySettings()
        settings.language = options.place.language
        let home = ServedLibrary(
            number: nil, location: "", localPath: localPath, settings: settings, clock: clock, accounts: accounts,
            base: base
        ) { _ in
            throw refusal
        }
        self.init(
            operations, pages, mapPath, home, host, cacheBytes: { host.cacheBytes }, accounts, nil, reach, notice, log)
    }

    private init(
        _ operations: [Operation], _ pages: ServicePages, _ mapPath: @escaping @Sendable ([String]) -> [String],
        _ home: ServedLibrary, _ host: LibraryHost?, cacheBytes: @escaping @Sendable () -> Int,
        _ accounts: AccountStore, _ oneTimeKey: OneTimeKey?, _ reach: Locked<PublicEndpoint>,
        _ notice: @escaping @Sendable (UserFacingError) -> Void, _ log: @escaping @Sendable (String) -> Void
    ) {
        table = OperationTable(operations: operations)
        documents = APIDocuments(table)
        self.pages = pages
        self.mapPath = mapPath
        self.home = home
        self.host = host
        self.cacheBytes = cacheBytes
        clock = home.clock
        settings = home.settings
        self.accounts = accounts
        self.oneTimeKey = oneTimeKey
        self.reach = reach
        self.notice = notice
        self.log = log
        lastRequest.withLock { $0 = home.clock.monotonicSeconds() }
    }

    private static let localNames: Set = ["localhost", "127.0.0.1", "[::1]"]

    /// Replaces the host names and the base address.
    package func setReach(hostNames: Set<String>, base: BaseURL?) {
        reach.withLock { $0 = PublicEndpoint(hostNames: hostNames.union(Self.localNames), base: base) }
    }

    /// Seconds since the last request.
    package var idleSeconds: Double { clock.monotonicSeconds() - lastRequest.withLock { $0 } }

    /// Records the results of a refresh of a library that the service started by itself.
    package func note(_ report: FeedRefreshReport, of library: ServedLibrary) {
        metrics.countFetches("fetched", report.fetched)
        metrics.countFetches("unchanged", report.unchanged)
        for failure in report.failures { metrics.countFetches(failure.kind, 1) }
        if !report.postponed.isEmpty { metrics.countFetches("postponed", report.postponed.count) }
        library.hubs.note(report.hubs)
        if report.feeds == 0 { return }
        var writer = JSONWriter()
        writer.report(report)
        library.jobs.show(
            round: writer.bytes, feeds: report.feeds, started: clock.now() - Int64(report.seconds.rounded()))
    }

    /// Whether a newer version of the program has upgraded the database, so that this process must be restarted.
    var needsRestart: Bool { hasNewerFile.withLock { $0 } }

    /// Whether the writer responds. Waits while the writer is busy.
    package func isWriterAlive() async -> Bool {
        do {
            // On a host, a library that does not respond is not a reason to restart the service of all others.
            if host != nil {
                _ = try await readAccounts { try $0.hasAccounts() }
                return true
            }
            return try await home.write(in: .english) { _ in true }
        } catch StorageError.newer {
            return true
        } catch {
            return false
        }
    }

    package func limits(for head: HTTPRequestHead) -> HTTPBodyLimits {
        switch match(head) {
        case .found(let operation, _): operation.limits
        // Use the default limits, so that the error is about the wrong method and not about the body's size.
        case .otherMethods: HTTPBodyLimits(maxBodyBytes: 64 << 10)
        case .none: HTTPBodyLimits()
        }
    }

    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        let started = clock.monotonicSeconds()
        let language = Language(acceptLanguage: request.headers["Accept-Language"] ?? "")
        var found: Operation?
        var response: HTTPResponse
        metrics.begin()
        lastRequest.withLock { $0 = started }
        do {
            response = try await answer(request, language, &found)
        } catch {
            let problem = Problem(error, language)
            record(problem, error, request)
            response = await self.response(problem, found, request, language)
        }
        Self.protect(&response, request.id)
        let name = found?.name ?? "none"
        let milliseconds = clock.milliseconds(since: started)
        metrics.end(
            route: name, query: QueryClass.of(request.head.queryValue("q")), status: response.status.code,
            seconds: milliseconds / 1e3)
        log(
            "\(request.method.rawValue) \(name) \(response.status.code) \(Int(milliseconds.rounded())) ms \(request.id)"
        )
        return response
    }

    package func failure(_ error: HTTPError, acceptLanguage: String, requestID: String) -> HTTPResponse {
        var response = Problem(error, Language(acceptLanguage: acceptLanguage)).response(requestID: requestID)
        Self.protect(&response, requestID)
        return response
    }

    // MARK: - For operations

    /// Memory used by the index caches of all open libraries.
    package var cachedBytes: Int { cacheBytes() }

    /// Runs `body` with the account store, on its queue.
    func ask<Result: Sendable>(_ body: @escaping @Sendable (AccountStore) throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            accountQueue.async { [accounts] in continuation.resume(with: Swift.Result { try body(accounts) }) }
        }
    }

    /// Runs `body` with the account store on the queue for looking up credentials, which does not wait for password
    /// hashes and writes.
    ///
    /// - Parameters:
    ///   - visitor: the client that made the request and may be guessing; nil for the service's own work.
    ///   - body: must only read.
    func readAccounts<Result: Sendable>(
        for visitor: Visitor? = nil, _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result {
        let isGuess = visitor.map { accounts.isThrottled($0.address) } ?? false
        let queue = isGuess ? guessQueue : credentialQueue
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [accounts] in continuation.resume(with: Swift.Result { try body(accounts) }) }
        }
    }

    /// Whether `name` is the name of a feed's icon in a library. Does not block.
    func isIconName(_ name: String, of feed: Int64, in library: HostedLibrary.ID?) -> Bool {
        accounts.isIconName(name, of: feed, in: library)
    }

    /// Signs a client in by name and password, away from the queue of the account store, because each attempt takes as
    /// long as a password hash. Addresses that guess get few of the places.
    ///
    /// - Throws: `Problem` if too many attempts are in progress.
    func signIn(
        name: String, password: String, from visitor: Visitor, replacing former: String?
    ) async throws -> SignIn {
        try await withPassword(from: visitor) {
            try $0.signIn(name: name, password: password, from: visitor, replacing: former)
        }
    }

    /// Runs `body`, which computes a password hash, on the queue for signing in.
    ///
    /// - Throws: `Problem` if too many attempts are in progress.
    func withPassword<Result: Sendable>(
        from visitor: Visitor, _ body: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws -> Result {
        let place = try (accounts.isThrottled(visitor.address) ? guesses : signIns).enter()
        defer { place.leave() }
        return try await withCheckedThrowingContinuation { continuation in
            signInQueue.async { [accounts] in continuation.resume(with: Swift.Result { try body(accounts) }) }
        }
    }

    /// Looks up a credential.
    func lookUp(_ credential: Credential, from visitor: Visitor) async throws -> Authentication {
        if let known = accounts.knownPrincipal(of: credential) { return .accepted(known) }
        return try await readAccounts(for: visitor) { try $0.authenticate(credential, from: visitor) }
    }

    /// Runs `body` on a separate thread. At most 16 such threads run at once.
    func runOnNetworkThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let place = try network.enter()
        defer { place.leave() }
        return try await withCheckedThrowingContinuation { continuation in
            networkQueue.async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }

    func visitor(_ request: HTTPRequest) -> Visitor {
        let address: PeerAddress =
            switch request.peer {
            case .unix: .local
            case .address(let address): PeerAddress(address.description)
            }
        return Visitor(address, userAgent: request.headers["User-Agent"] ?? "")
    }

    /// The address of the service as seen by the client, such as `https://example.org/feeds`, without a trailing slash.
    func address(for request: HTTPRequest) -> String {
        if let base = reach.withLock({ $0.base }) { return base.text }
        let host = request.host?.description ?? "localhost"
        return (request.isSecure ? "https://" : "http://") + host
    }

    /// The public address of the service; nil if none is configured.
    var publicBase: BaseURL? { reach.withLock { $0.base } }

    /// The address of a request as seen by its client; nil if the target is not a path.
    package func selfAddress(of request: HTTPRequest) -> String? {
        let target = request.head.target
        guard target.hasPrefix("/") else { return nil }
        let base = reach.withLock { $0.base }
        let prefix = base?.path.map { "/" + $0 }.joined() ?? ""
        return address(for: request)
            + (target.hasPrefix(prefix + "/") ? String(target.dropFirst(prefix.count)) : target)
    }

    /// Returns a Set-Cookie value. Cookies ignore ports, so the cookie's name distinguishes this service from others on
    /// the same machine.
    package func cookie(_ value: String, isSecure: Bool, maxAge: Int = 30 * 86_400) -> String {
        let base = reach.withLock { $0.base }
        return "\(cookieName)=\(value); Path=\(base?.cookiePath ?? "/"); Max-Age=\(maxAge); HttpOnly; SameSite=Strict"
            + (isSecure || base?.isSecure ?? false ? "; Secure" : "")
    }

    /// Returns a Set-Cookie value for a UI preference, which is not secret.
    package func preference(_ name: String, _ value: String, _ request: HTTPRequest, isForScripts: Bool = false)
        -> String
    {
        let base = reach.withLock { $0.base }
        return
            "\(name)=\(value); Path=\(base?.cookiePath ?? "/"); Max-Age=\(value.isEmpty ? 0 : 365 * 86_400); SameSite=Lax"
            + (isForScripts ? "" : "; HttpOnly") + (request.isSecure || base?.isSecure ?? false ? "; Secure" : "")
    }

    /// Whether the browser states that a page of this service sent the request. Also true for clients that are not
    /// browsers.
    func isSameOrigin(_ request: HTTPRequest) -> Bool {
        if let site = request.headers["Sec-Fetch-Site"] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers["Origin"] else { return true }
        guard let host = request.host else { return false }
        if let base = reach.withLock({ $0.base }), base.host == host, origin == base.origin { return true }
        return origin == (request.isSecure ? "https://" : "http://") + host.description
    }

    // MARK: - Libraries

    /// The library from which a request of a principal is answered.
    ///
    /// - Throws: `Problem` on a host if the principal has no library, or may not use the operation in it.
    func library(of principal: Principal, for operation: Operation) async throws -> ServedLibrary {
        guard let host else { return home }
        guard let library = principal.library, let membership = principal.membership else {
            throw Problem(403, "noLibrary", .httpNoLibrary)
        }
        try Self.require(operation.role, of: principal)
        let served = try host.library(library)
        if membership.role == .owner { return served }
        // The owner may be suspended, or wait for its removal.
        // The member can still choose another library, and sign out.
        let isLeaving = ["action-library", "actionSignOut", "logout"].contains(operation.name)
        if membership.isPaused, !isLeaving { throw Problem(403, "noLibrary", .httpNoLibrary) }
        return try await served.view(asMember: membership.account, name: principal.account ?? "")
    }

    /// Checks the role of a principal in its library. The accounts of a service with one library have all rights in it.
    ///
    /// - Throws: `Problem`.
    static func require(_ role: LibraryRole, of principal: Principal?) throws {
        guard let membership = principal?.membership, membership.role < role else { return }
        throw Problem(403, "role", .httpRole, [role.rawValue])
    }

    /// The library with a number from the address of a request without a credential; nil if there is none.
    ///
    /// - Parameter number: nil if the address has no number. On a host, all addresses have one, elsewhere none has.
    func library(_ number: HostedLibrary.ID?, for visitor: Visitor) async throws -> ServedLibrary? {
        guard let host else { return number == nil ? home : nil }
        guard let number,
            let library = try await readAccounts(for: visitor, { try $0.ownedLibrary(number) })
        else { return nil }
        return try host.library(library)
    }

    // MARK: -

    var cookieName: String { "feedsearch-" + accounts.instanceID }

    private func answer(
        _ request: HTTPRequest, _ language: Language, _ matched: inout Operation?
    ) async throws -> HTTPResponse {
        if let host = request.host, request.peer != .unix, !reach.withLock({ $0.hostNames.contains(host.name) }) {
            // Do not repeat the unknown host name in the message.
            throw Problem(421, "unknownHost", .httpUnknownHost)
        }
        let (operation, parameters): (Operation, [String: String])
        switch match(request.head) {
        case .none: throw Problem(404, "notFound", .httpNotFound)
        case .otherMethods(let methods):
            let allow = methods.map(\.rawValue).joined(separator: ", ")
            if request.method == .options { return HTTPResponse(status: 204, headers: ["Allow": allow]) }
            throw Problem(405, "methodNotAllowed", .httpMethods, [allow], headers: ["Allow": allow])
        case .found(let found, let values): (operation, parameters) = (found, values)
        }
        matched = operation
        var principal: Principal?
        var library = home
        if let scope = operation.scope {
            let appPassword = scope == .reader ? try appPassword(of: request) : nil
            let found = try await authenticate(
                request, appPassword ?? credential(of: request), for: scope, isForm: operation.takesTokenInBody)
            if found.removal != nil, !operation.isForLeaving { throw Problem(403, Problem.leavingCode, .httpLeaving) }
            // Refuse the request now: a streamed response would fail only after its status was sent. Metrics remain
            // available.
            if needsRestart, operation.name != "metrics" { throw Problem.restart(language) }
            principal = found
            if operation.needsLibrary || found.library != nil {
                library = try await self.library(of: found, for: operation)
            }
        }
        if operation.isStrict { try operation.check(request.query) }
        let types = operation.gives.types
        if !types.isEmpty {
            let accepted = AcceptedTypes(request.headers.values("Accept"))
            if !types.contains(where: accepted.include) {
                throw Problem(406, "notAcceptable", .httpNotAcceptable, [types.joined(separator: ", ")])
            }
        }
        var context = RequestContext(operation, request, parameters, principal, language, self, library)
        try await context.readBody()
        return try await operation.respond(context)
    }

    /// Returns an error in the format that the operation uses. For unknown addresses, returns a page if the client
    /// accepts HTML.
    private func response(
        _ problem: Problem, _ operation: Operation?, _ request: HTTPRequest, _ language: Language
    ) async -> HTTPResponse {
        let acceptsHTML = request.headers["Accept"]?.hasPrefix("text/html") ?? false
        return switch operation?.errors {
        case .page?: await page(problem, operation, request, language)
        case .other(let form)?: form(problem)
        case nil where acceptsHTML: await page(problem, operation, request, language)
        case .problem?, nil: problem.response(requestID: request.id)
        }
    }

    /// Returns an error as a page. Without a session, this is the sign-in page, which then leads to the requested page.
    private func page(
        _ problem: Problem, _ operation: Operation?, _ request: HTTPRequest, _ language: Language
    ) async -> HTTPResponse {
        var response: HTTPResponse
        // The error page is shown at the requested path, so its relative links depend on the depth of that path.
        let path = (reach.withLock { $0.base }?.withoutPrefix(request.head.path) ?? request.head.path)
        let depth = max(0, path.count - 1)
        if problem.status == 401 {
            let fields = request.query.map { ($0.name, $0.value) }
            let query = FormEncoding.encode(fields)
            let wanted =
                path.map { FormEncoding.encode($0) }.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
            response = pages.signIn(
                .init(
                    next: request.method == .get ? wanted : "", depth: depth, takesKey: await takesKey(), status: 401),
                language)
        } else if problem.code == Problem.leavingCode {
            // Accounts that wait for their removal have only this page.
            response = HTTPResponse(status: 303, headers: ["Location": address(for: request) + "/account"])
        } else {
            let context = await context(ofFailed: request, operation, language)
            response = await pages.problem(problem, depth, request.id, language, context)
        }
        for field in problem.headers.fields { response.headers.add(field.name, field.value) }
        return response
    }

    /// The context of a failed request by a user with a session; nil for other requests.
    ///
    /// - Parameter operation: the operation of the request; nil if the address is unknown.
    private func context(
        ofFailed request: HTTPRequest, _ operation: Operation?, _ language: Language
    ) async -> RequestContext? {
        guard request.method == .get, let cookie = sessionCookie(of: request),
            let operation = operation ?? table.operations.first(where: { $0.path == "/" }),
            let principal = try? await authenticate(request, .session(cookie), for: .read), principal.removal == nil,
            let library = try? await self.library(of: principal, for: operation)
        else { return nil }
        return RequestContext(operation, request, [:], principal, language, self, library)
    }

    /// Whether the one-time key is accepted, that is, whether there is no account yet. An account may be created at any
    /// time.
    func takesKey() async -> Bool {
        if oneTimeKey == nil { return false }
        return (try? await ask { try !$0.hasAccounts() }) ?? false
    }

    /// The page at an address relative to the service, with its path parameters and its query.
    func page(_ address: String) -> (Operation, parameters: [String: String], query: [HTTPQueryItem])? {
        guard let head = try? HTTPRequest(.get, "/" + address).head,
            case .found(let operation, let parameters) = table.match(.get, mapPath(head.path)), operation.isPage
        else { return nil }
        return (operation, parameters, head.query)
    }

    /// The operation at an address relative to the service; nil if no operation has this address.
    func operation(_ method: HTTPMethod, _ address: String) -> Operation? {
        guard let head = try? HTTPRequest(method, "/" + address).head,
            case .found(let operation, _) = table.match(method, mapPath(head.path))
        else { return nil }
        return operation
    }

    private func match(_ head: HTTPRequestHead) -> OperationTable.Match {
        let path = reach.withLock { $0.base }?.withoutPrefix(head.path) ?? head.path
        return table.match(head.method, mapPath(path))
    }

    /// Counts refused credentials. If the program must be restarted, notifies the administrator once.
    private func record(_ problem: Problem, _ error: any Error, _ request: HTTPRequest) {
        switch problem.code {
        case "tooManyRefused": metrics.countRefusal("throttled")
        case "unauthorized":
            let isMissing = !request.headers.contains("Authorization") && !request.headers.contains("Cookie")
            metrics.countRefusal(isMissing && request.method != .post ? "missing" : "refused")
        default: break
        }
        if problem.isOfThisMachine { tell(UserFacingError(error, language: settings.language)) }
        guard case StorageError.newer = error else { return }
        let isFirst = hasNewerFile.withLock { known in
            defer { known = true }
            return !known
        }
        if isFirst { notice(UserFacingError(.serveRestart, language: settings.language)) }
    }

    /// Notifies the administrator of an error, at most once in ten minutes for each text.
    private func tell(_ error: UserFacingError) {
        let now = clock.monotonicSeconds()
        let isNew = toldErrors.withLock { told in
            if let last = told[error.text], now - last < Self.secondsBetweenNotices { return false }
            if told.count >= Self.maxToldErrors { told = [:] }
            told[error.text] = now
            return true
        }
        if isNew { notice(error) }
    }

    private static func protect(_ response: inout HTTPResponse, _ requestID: String) {
        let fields = [
            ("X-Request-Id", requestID), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"), ("X-Frame-Options", "DENY"),
            ("Cross-Origin-Resource-Policy", "same-origin"), ("Cache-Control", "private, no-cache"),
        ]
        for (name, value) in fields where !response.headers.contains(name) { response.headers.add(name, value) }
    }
}

extension Language {
    /// Uses the first supported language of an `Accept-Language` header; English if there is none.
    init(acceptLanguage field: String) {
        let tags = field.split(separator: ",").compactMap { $0.split(separator: ";").first }
            .map { $0.drop { $0 == " " } }
        let known = tags.first { $0.hasPrefix("zh") || $0.hasPrefix("en") } ?? "en"
        self.init(locale: String(known))
    }
}
