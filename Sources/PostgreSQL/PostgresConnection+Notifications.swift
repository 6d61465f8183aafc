private import CPQ
private import Glibc
public import Pipelines

/// A notification that another session sent with NOTIFY.
public struct PostgresNotification: Sendable, Equatable {
    public var channel: String
    public var payload: String

    public init(channel: String, payload: String) {
        self.channel = channel
        self.payload = payload
    }
}

extension PostgresConnection {
    /// Subscribes to a channel. The channel's name may contain only lower-case letters, digits and `_`.
    ///
    /// Does nothing if the connection goes through a pooler (`isPooled`). The caller must then poll instead.
    public func listen(_ channel: String) throws {
        precondition(channel.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 })
        if !isPooled { try execute("LISTEN \(channel)") }
    }

    /// Sends a notification when the transaction commits.
    public func notify(_ channel: String, _ payload: String) throws {
        _ = try query("SELECT pg_catalog.pg_notify($1, $2)", [.text(channel), .text(payload)])
    }

    /// The next notification. Waits for one until the deadline, then returns nil.
    public func nextNotification(until deadline: Deadline) throws -> PostgresNotification? {
        let outer = self.deadline
        self.deadline = outer.or(deadline)
        defer { self.deadline = outer }
        try finishEnding()
        while true {
            if unsafe cPQconsumeInput(handle) == 0 { throw connectionError() }
            if let notification = unsafe cPQnotifies(handle) {
                defer { unsafe cPQfreemem(notification) }
                return unsafe PostgresNotification(
                    channel: String(cString: notification.pointee.relname),
                    payload: String(cString: notification.pointee.extra))
            }
            if outer.isReached { throw PostgresError.deadlineReached() }
            if deadline.isReached { return nil }
            wait(for: POLLIN)
        }
    }
}
