package import ArticleSearch

/// The caches that all readers of one library in a process share.
package final class PostgresCaches: Sendable {
    package let segments: SegmentCache
    package let index: IndexCaches

    /// - Parameter maxBytes: one half is used for stored pages of segments, the other half for data derived from them.
    package init(maxBytes: Int) {
        segments = SegmentCache(maxBytes: maxBytes / 2)
        index = IndexCaches(maxBytes: maxBytes / 2)
    }

    /// Memory in use, in bytes.
    package var byteCount: Int { segments.byteCount + index.byteCount }

    package func removeAll() {
        segments.removeAll()
        index.removeAll()
    }
}
