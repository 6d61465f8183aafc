private import CPQ
internal import Dispatch
private import Glibc
internal import Pipelines
private import System

/// An attempt to connect. It runs on its own thread because it may block for a long time: looking up a host name has no
/// time limit, and only libpq's blocking function tries the next host of an address after `connect_timeout`.
@safe final class ConnectionAttempt: @unchecked Sendable {
    @safe private enum State {
        case underWay, givenUp
        case ended(OpaquePointer?)
    }

    // Used only by the thread that has taken the pointer from `state`.
    private let state = Locked(State.underWay)
    private let end = DispatchSemaphore(value: 0)
    /// Interval at which a cancellation by another thread is checked.
    private static let checkTime = DispatchTimeInterval.milliseconds(20)

    /// Connects to the first host of an address that accepts the connection.
    ///
    /// - Returns: the connection, which may have failed; nil if there is not enough memory.
    /// - Throws: `PostgresError.queryCanceled` at the deadline. The attempt then continues on its thread until it
    ///   fails or reaches its own time limit.
    static func connect(_ parameters: [String: String], until deadline: Deadline) throws -> OpaquePointer? {
        let attempt = ConnectionAttempt()
        guard BackgroundThread.start({ attempt.run(parameters) }) else {
            throw PostgresError.connectionFailed("no thread to connect on")
        }
        if deadline.isNever { attempt.end.wait() }
        while true {
            let isOver = deadline.isReached
            if let handle = unsafe attempt.take(givingUp: isOver) { return unsafe handle }
            if isOver { throw PostgresError.deadlineReached() }
            _ = attempt.end.wait(timeout: .now() + Self.checkTime)
        }
    }

    private func run(_ parameters: [String: String]) {
        let handle = unsafe Self.connect(parameters)
        let isWanted = state.withLock { state in
            if case .givenUp = state { return false }
            unsafe state = .ended(handle)
            return true
        }
        if !isWanted { unsafe cPQfinish(handle) }
        end.signal()
    }

    /// The connection if the attempt has ended; `.some(nil)` if there was not enough memory; nil if the attempt is
    /// still running.
    private func take(givingUp: Bool) -> OpaquePointer?? {
        unsafe state.withLock { state in
            if case .ended(let handle) = state { return unsafe .some(handle) }
            if givingUp { state = .givenUp }
            return nil
        }
    }

    private static func connect(_ parameters: [String: String]) -> OpaquePointer? {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe []
        defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
        var names: [UnsafePointer<CChar>?] = unsafe []
        var values: [UnsafePointer<CChar>?] = unsafe []
        for (name, value) in parameters {
            let copies = unsafe (strdup(name), strdup(value))
            unsafe pointers += [copies.0, copies.1]
            unsafe names.append(UnsafePointer(copies.0))
            unsafe values.append(UnsafePointer(copies.1))
        }
        unsafe names.append(nil)
        unsafe values.append(nil)
        return unsafe cPQconnectdbParams(names, values, 0)
    }
}
