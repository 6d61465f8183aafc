internal import System

/// Writes the body of a response in pieces.
///
/// A writer is used by one task. While the task waits for changes, the writer holds no buffers.
public struct HTTPBodyWriter: Sendable {
    private let sink: any HTTPBodySink

    init(sink: any HTTPBodySink) { self.sink = sink }

    /// Adds bytes to the body. They are sent once 16 KB have been collected, at `flush`, and at the end. Waits if the
    /// client reads more slowly than the task writes.
    ///
    /// - Throws: `HTTPError.disconnected` once the client is gone, and `HTTPError.deadlineExceeded` once the deadline
    ///   is reached.
    public func write(_ bytes: [UInt8]) async throws(HTTPError) { try await sink.write(bytes, isFlushing: false) }

    public func write(_ text: String) async throws(HTTPError) { try await write(Array(text.utf8)) }

    /// Sends the bytes added so far.
    public func flush() async throws(HTTPError) { try await sink.write([], isFlushing: true) }
}

/// A destination of body pieces.
protocol HTTPBodySink: Sendable {
    func write(_ bytes: [UInt8], isFlushing: Bool) async throws(HTTPError)
}

/// Collects the pieces of a body in memory.
final class CollectedBody: HTTPBodySink {
    private let bytes = Locked<[UInt8]>([])

    var all: [UInt8] { bytes.withLock { $0 } }

    func write(_ bytes: [UInt8], isFlushing: Bool) { self.bytes.withLock { $0 += bytes } }
}
