internal import System

/// Writes the body of an answer piece by piece.
///
/// Used by one task. A follower without news holds no buffers.
public struct HTTPBodyWriter: Sendable {
    private let sink: any HTTPBodySink

    init(sink: any HTTPBodySink) { self.sink = sink }

    /// Adds bytes. They are sent once there are 16 KB of them, at `flush` and at the end.
    /// Waits while the client reads slower than we write.
    ///
    /// - Throws: `HTTPError.disconnected` once the client is gone, `HTTPError.deadlineExceeded` once the deadline is reached.
    public func write(_ bytes: [UInt8]) async throws(HTTPError) { try await sink.write(bytes, isFlushing: false) }

    public func write(_ text: String) async throws(HTTPError) { try await write(Array(text.utf8)) }

    /// Sends what was added.
    public func flush() async throws(HTTPError) { try await sink.write([], isFlushing: true) }
}

/// Where the pieces of a body go.
protocol HTTPBodySink: Sendable {
    func write(_ bytes: [UInt8], isFlushing: Bool) async throws(HTTPError)
}

/// Keeps the pieces.
final class CollectedBody: HTTPBodySink {
    private let bytes = Locked<[UInt8]>([])

    var all: [UInt8] { bytes.withLock { $0 } }

    func write(_ bytes: [UInt8], isFlushing: Bool) { self.bytes.withLock { $0 += bytes } }
}
