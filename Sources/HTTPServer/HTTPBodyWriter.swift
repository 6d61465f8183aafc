internal import System

/// Writes the body of a response piece by piece.
///
/// Used by one task. A follower that waits for changes holds no buffers.
public struct HTTPBodyWriter: Sendable {
    private let sink: any HTTPBodySink

    init(sink: any HTTPBodySink) { self.sink = sink }

    /// Adds bytes, which are sent once there are 16 KB of them, at `flush` and at the end. Waits while the client reads
    /// more slowly than the task writes.
    ///
    /// - Throws: `HTTPError.disconnected` once the client is gone, `HTTPError.deadlineExceeded` once the deadline is reached.
    public func write(_ bytes: [UInt8]) async throws(HTTPError) { try await sink.write(bytes, isFlushing: false) }

    public func write(_ text: String) async throws(HTTPError) { try await write(Array(text.utf8)) }

    /// Sends the bytes added so far.
    public func flush() async throws(HTTPError) { try await sink.write([], isFlushing: true) }
}

/// A destination of body pieces.
protocol HTTPBodySink: Sendable {
    func write(_ bytes: [UInt8], isFlushing: Bool) async throws(HTTPError)
}

/// Collects the pieces in memory.
final class CollectedBody: HTTPBodySink {
    private let bytes = Locked<[UInt8]>([])

    var all: [UInt8] { bytes.withLock { $0 } }

    func write(_ bytes: [UInt8], isFlushing: Bool) { self.bytes.withLock { $0 += bytes } }
}
