/// How far the load of a client is, as it is stored with the articles: `COUNT TIME`.
package struct ClientProgress: Equatable, Sendable {
    /// Articles that are dealt with for good.
    package var committed: Int
    /// Of the last part, in seconds since 1970; 0 where it was not stored.
    package var time: Int64

    package init(committed: Int, time: Int64) {
        self.committed = committed
        self.time = time
    }

    /// What is no count is none.
    package init(_ bytes: [UInt8]) {
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
        committed = parts.first.flatMap { Int($0) } ?? 0
        time = parts.count == 2 ? Int64(parts[1]) ?? 0 : 0
    }

    package var bytes: [UInt8] { Array("\(committed) \(time)".utf8) }
}
