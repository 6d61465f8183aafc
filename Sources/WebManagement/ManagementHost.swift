package import Accounts
package import FeedLibrary
package import HTTPServer
package import Messages
package import System
package import WebReader

/// The service, as a page for managing needs it.
package protocol ManagementHost: Sendable {
    var language: Language { get }
    /// Who asks.
    var principal: Principal? { get }
    var look: Look { get }
    var clock: SystemClock { get }
    /// The address of the service as its client reaches it, without a slash at its end.
    var base: String { get }
    /// Where the request comes from.
    var visitor: Visitor { get }
    /// Keeps the secrets of channels and feeds.
    var keeper: SecretKeeper { get }

    /// Runs `body` on a reader, until the request's deadline.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// Runs `body` on the writer.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// Runs `body` with a library of its own, on a thread of its own: for what waits for the network.
    func aside<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result
    /// The same without a library.
    func besides<Result: Sendable>(
        _ body: @escaping @Sendable (LibrarySettings) throws -> Result
    ) async throws -> Result
    /// Runs `body` with the accounts, on their thread.
    func ask<Result: Sendable>(_ body: @escaping @Sendable (AccountStore) throws -> Result) async throws -> Result

    /// A file for a body.
    func upload() throws -> UploadedFile
    /// Imports a file after the answer; the id of the job.
    func startImport(_ file: UploadedFile) throws -> String
    /// Fetches feeds after the answer, all of them where none is named; the id of the job.
    ///
    /// - Parameter feeds: addresses.
    func startRefresh(_ feeds: [String]) throws -> String
    /// The jobs, the newest first.
    var managedJobs: [ManagedJob] { get }
    /// Ends a job, or forgets one that has ended; false where there is none.
    func cancelJob(_ id: String) -> Bool

    /// A Set-Cookie line for a session that has just begun.
    func sessionCookie(_ value: String) -> String
    /// An error as a person is told it.
    func explain(_ error: any Error) -> Explanation
}

/// An error as a person is told it.
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

/// Work that goes on after its request was answered.
package struct ManagedJob: Sendable {
    package var id: String
    package var isImport: Bool
    /// `waiting`, `running`, `done`, `failed`, `cancelled`.
    package var state: String
    /// Seconds since 1970.
    package var created: Int64
    package var done: Int
    package var total: Int?
    /// JSON, as `/v1/jobs` has it.
    package var report: [UInt8]?
    /// Why it failed, as JSON.
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
