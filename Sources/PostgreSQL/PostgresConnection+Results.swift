private import CPQ
internal import Database
internal import Dispatch
private import Glibc
private import Pipelines
private import System

// Sending and receiving. The socket is non-blocking; only `wait(for:)` waits.
extension PostgresConnection {
    /// Sends the data that libpq has buffered.
    func flush() throws {
        while true {
            switch unsafe cPQflush(handle) {
            case 0: return
            case 1:
                try checkDeadline()
                // Also wait for input: the server may be sending rows, and stop reading until these have been received.
                wait(for: POLLIN | POLLOUT)
                if unsafe cPQconsumeInput(handle) == 0 { throw connectionError() }
            default: throw connectionError()
            }
        }
    }

    /// The next result; nil at the end of a statement's results. At the deadline, the statement is cancelled unless it
    /// is a COMMIT.
    func nextResult() throws -> OpaquePointer? {
        var givenUpAt: Deadline?
        while unsafe cPQisBusy(handle) != 0 {
            if let givenUpAt {
                if givenUpAt.isReached {
                    isGivenUp = true
                    throw PostgresError.deadlineReached()
                }
            } else if deadline.isReached {
                if !isCommitting { cancelStatement() }
                givenUpAt = .after(Self.cancellationGrace)
            }
            wait(for: POLLIN, atMost: givenUpAt == nil ? nil : 20)
            if unsafe cPQconsumeInput(handle) == 0 { throw connectionError() }
            _ = unsafe cPQflush(handle)
        }
        try finishCancelling()
        return unsafe cPQgetResult(handle)
    }

    /// Waits until a cancel request has been handled. If the request arrived late, it would cancel the next statement,
    /// even a ROLLBACK.
    private func finishCancelling() throws {
        guard let cancelling else { return }
        self.cancelling = nil
        if cancelling.wait(timeout: .now() + .seconds(1)) == .timedOut {
            isGivenUp = true
            throw PostgresError.deadlineReached()
        }
    }

    /// Asks the server to cancel the current statement. libpq opens another connection for the request, which may block
    /// if the network stalls, so the request runs on a separate thread. If there are too many such threads, no request
    /// is sent and the connection is abandoned.
    func cancelStatement() {
        guard CancelRequest.underWay.withLock({ $0 }) < CancelRequest.maxUnderWay,
            let request = unsafe cPQgetCancel(handle)
        else { return }
        let box = unsafe CancelRequest(request)
        let end = DispatchSemaphore(value: 0)
        let isStarted = BackgroundThread.start {
            box.send()
            end.signal()
        }
        cancelling = isStarted ? end : nil
    }

    /// Reads all results of a statement.
    ///
    /// - Returns: the last result.
    /// - Throws: the first error.
    func finishStatement(_ sql: String) throws -> PostgresRows? {
        var last: PostgresRows?
        var failure: PostgresError?
        while let result = unsafe try nextResult() {
            let rows = unsafe PostgresRows(result)
            if let error = error(rows, sql) { failure = failure ?? error }
            last = rows
            if unsafe cPQresultStatus(rows.result) == PGRES_COPY_IN { break }
        }
        if let failure { throw failure }
        return last
    }

    /// The error in a result; nil if the statement succeeded.
    func error(_ rows: PostgresRows, _ sql: String?) -> PostgresError? {
        switch unsafe cPQresultStatus(rows.result) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: break
        default: return nil
        }
        func field(_ code: Character) -> String? {
            unsafe cPQresultErrorField(rows.result, Int32(code.asciiValue ?? 0)).map { unsafe String(cString: $0) }
        }
        guard let state = field("C") else { return connectionError(sql: sql) }
        if state == PostgresError.Code.queryCanceled.characters, deadline.isReached {
            return .deadlineReached(sql: sql)
        }
        return PostgresError(sqlState: state, message: field("M") ?? "", sql: sql)
    }

    /// - Parameter keepsPostponed: if false, postponed statements are run first.
    func requireUsable(followingDeadline: Bool = true, keepsPostponed: Bool = false) throws {
        if isGivenUp { throw PostgresError.connectionFailed("the connection was abandoned at a deadline") }
        try checkDeadline()
        try finishEnding()
        if followingDeadline { try followDeadline() }
        if !keepsPostponed { try runPostponed() }
    }
}

/// A request to cancel the current statement of a connection.
@safe private final class CancelRequest: @unchecked Sendable {
    // Only one thread uses the request at a time; libpq's cancel function may be called on any thread.
    private let request: OpaquePointer

    init(_ request: OpaquePointer) { unsafe self.request = request }

    deinit { unsafe cPQfreeCancel(request) }

    static let underWay = Locked(0)
    static let maxUnderWay = 16

    func send() {
        Self.underWay.withLock { $0 += 1 }
        defer { Self.underWay.withLock { $0 -= 1 } }
        var message = [CChar](repeating: 0, count: 256)
        unsafe cPQcancel(request, &message, Int32(message.count))
    }
}
