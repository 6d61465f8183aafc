internal import System

/// A method call that waits for its reply.
public struct BusCall: Sendable {
    /// Identifies the call for `BusOutbox`; never reused.
    public let id: UInt64
    /// The unique name of the caller's connection.
    public let sender: String
    public let interface: String
    public let method: String
    /// The arguments, of the types that the interface declares.
    public let arguments: [BusValue]

    public init(id: UInt64, sender: String, interface: String, method: String, arguments: [BusValue]) {
        self.id = id
        self.sender = sender
        self.interface = interface
        self.method = method
        self.arguments = arguments
    }
}

/// The reply to a call.
public enum BusReply: Sendable, Equatable {
    case values([BusValue])
    /// The name and message of a D-Bus error.
    case failure(name: String, text: String)

    public static func invalidArguments(_ text: String) -> BusReply {
        .failure(name: "org.freedesktop.DBus.Error.InvalidArgs", text: text)
    }

    public static func failed(_ text: String) -> BusReply {
        .failure(name: "org.freedesktop.DBus.Error.Failed", text: text)
    }
}

/// Passes replies from any thread to the connection's thread.
public final class BusOutbox: Sendable {
    private let replies = Locked<[(call: UInt64, reply: BusReply)]>([])
    let signal: WakeSignal

    init(signal: WakeSignal) { self.signal = signal }

    /// Sends the reply to a call. A second reply to the same call is ignored.
    public func send(_ reply: BusReply, to call: UInt64) {
        replies.withLock { $0.append((call, reply)) }
        signal.send()
    }

    func take() -> [(call: UInt64, reply: BusReply)] {
        signal.clear()
        return replies.withLock { replies in
            defer { replies = [] }
            return replies
        }
    }
}
