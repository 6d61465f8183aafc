/// The guids of a range of articles with consecutive ids.
package struct IDBlock: Sendable {
    package static let size: Int64 = 1_024
    /// Longer guids, which only hostile feeds have, are not cached.
    private static let maxGUIDBytes = 1_024

    private let first: Int64
    private var bytes: [UInt8] = []
    /// The end of each article's guid in `bytes`.
    private var ends: [UInt32] = []
    /// The feed of each article; 0 if there is no such article.
    private var feeds: [Int64] = []

    package init(number: Int64) { first = number * Self.size }

    /// The ids of the block's articles.
    package var range: ClosedRange<Int64> { first...first + Self.size - 1 }

    /// Adds an article; ids must ascend. Ids outside the block are ignored.
    package mutating func add(_ n: Int64, guid: Span<UInt8>, feed: Int64) {
        let missing = Int(n - first) - feeds.count
        guard missing >= 0, range.contains(n) else { return }
        ends.append(contentsOf: repeatElement(UInt32(bytes.count), count: missing))
        feeds.append(contentsOf: repeatElement(0, count: missing))
        let isKept = guid.count <= Self.maxGUIDBytes
        if isKept { for index in guid.indices { bytes.append(guid[index]) } }
        ends.append(UInt32(bytes.count))
        feeds.append(isKept ? feed : 0)
    }

    /// The guid of an article and the id of its feed; nil if the article is not in the block.
    package subscript(n: Int64) -> (guid: String, feed: Int64)? {
        let place = Int(n - first)
        guard feeds.indices.contains(place), feeds[place] != 0 else { return nil }
        let start = place == 0 ? 0 : Int(ends[place - 1])
        return (String(decoding: bytes[start..<Int(ends[place])], as: UTF8.self), feeds[place])
    }

    /// The memory used, in bytes.
    package var byteCount: Int { bytes.capacity + 12 * feeds.capacity }
}
