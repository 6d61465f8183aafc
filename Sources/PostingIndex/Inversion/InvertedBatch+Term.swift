extension InvertedBatch {
    struct Term {
        var hash: UInt32 = 0
        var length: UInt16 = 0
        /// Size of the chunk that is being written: 16 << chunkClass bytes.
        var chunkClass: UInt8 = 0
        /// The term itself if it has at most 24 bytes, else its place in the arena.
        var key: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// First and last token in the current document, 0 if there is none.
        var head: UInt32 = 0
        var tail: UInt32 = 0
        var firstChunk: UInt32 = 0
        var write: UInt32 = 0
        var end: UInt32 = 0
        /// Ordinal of the last document, plus one.
        var last: UInt32 = 0
        /// Number of documents that have the term.
        var documents: UInt32 = 0
    }
}
