package import ArticleSearch

/// What all readers of one library in a process keep in memory.
package final class PostgresCaches: Sendable {
    package let segments: SegmentCache
    package let index: IndexCaches

    /// - Parameter maxBytes: half for pages of segments as they are stored, half for what was made of them.
    package init(maxBytes: Int) {
        segments = SegmentCache(maxBytes: maxBytes / 2)
        index = IndexCaches(maxBytes: maxBytes / 2)
    }

    /// Bytes of memory in use.
    package var byteCount: Int { segments.byteCount + index.byteCount }

    package func removeAll() {
        segments.removeAll()
        index.removeAll()
    }
}
