package import Accounts
package import FeedLibrary
package import HTTPServer
package import Messages
package import System

/// The service, as seen by a management page.
package protocol ManagementHost: Sendable {
    var language: Language { get }
    /// The authenticated user.
    var principal: Principal? { get }
    var look: Look { get }
    var clock: SystemClock { get }
    /// The address of the service as seen by the client, without a trailing slash.
    var base: String { get }
    /// The client of the request.
    var visitor: Visitor { get }
    /// Stores the secrets of channels and feeds.
    var keeper: SecretKeeper { get }

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// Runs `body` on the writer.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// Runs `body` with a separate library on a separate thread, for work that waits for the network.
    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// The same without a library.
    func besides<Result: Sendable>(
        _ body: @escaping @Sendable (LibrarySettings) throws -> Result
    ) async throws -> Result
    /// Runs `body` with the accounts, on their queue.
    func ask<Result: Sendable>(_ body: @escaping @Sendable (AccountStore) throws -> Result) async throws -> Result

    /// A temporary file for a request body.
    func upload() throws -> UploadedFile
    /// Starts a job that imports a file; returns its id.
    func startImport(_ file: UploadedFile) throws -> String
    /// Starts a job that fetches feeds; returns its id.
    ///
    /// - Parameter feeds: the addresses of the feeds; all feeds if empty.
    func startRefresh(_ feeds: [String]) throws -> String
    /// The jobs, newest first.
    var managedJobs: [ManagedJob] { get }
    /// Cancels a job, or removes one that has ended; false if there is no such job.
    func cancelJob(_ id: String) -> Bool

    /// A Set-Cookie value for a new session.
    func sessionCookie(_ value: String) -> String
    /// Describes an error for the user.
    func explain(_ error: any Error) -> Explanation
}

/// An error as shown to the user.
package struct Explanation: Error, Sendable {
    package var status: HTTPStatus
    package var title: String
    package var detail: String
    package var hint: String?

    package init(status: HTTPStatus, title: String, detail: String, hint: String?) {
        self.status = status
        self.title = title
        self.detail = detail
        self.hint = hint
    }
}

/// Work that continues after its request was answered.
package struct ManagedJob: Sendable {
    package var id: String
    package var isImport: Bool
    /// `waiting`, `running`, `done`, `failed`, `cancelled`.
    package var state: String
    /// Seconds since 1970.
    package var created: Int64
    package var done: Int
    package var total: Int?
    /// The report as JSON, as in `/v1/jobs`.
    package var report: [UInt8]?
    /// The reason for a failure, as JSON.
    package var problem: [UInt8]?

    package init(
        id: String, isImport: Bool, state: String, created: Int64, done: Int, total: Int?, report: [UInt8]?,
        problem: [UInt8]?
    ) {
        self.id = id
        self.isImport = isImport
        self.state = state
        self.created = created
        self.done = done
        self.total = total
        self.report = report
        self.problem = problem
    }

    var hasEnded: Bool { state != "waiting" && state != "running" }
}
