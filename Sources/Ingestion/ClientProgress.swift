/// The progress of a client's import. It is stored with the articles as text: the number of articles, a space and the
/// time.
package struct ClientProgress: Equatable, Sendable {
    /// The number of articles whose processing has been committed.
    package var committed: Int
    /// The time at which the last part was stored, in seconds since 1970; 0 if unknown.
    package var time: Int64

    package init(committed: Int, time: Int64) {
        self.committed = committed
        self.time = time
    }

    /// Reads the stored form; a missing or invalid number becomes 0.
    package init(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
        committed = parts.first.flatMap { Int($0) } ?? 0
        time = parts.count == 2 ? Int64(parts[1]) ?? 0 : 0
    }

    package var bytes: [UInt8] { Array("\(committed) \(time)".utf8) }
}
