package import PostingIndex
package import SearchRanking
internal import System

/// Caches that all readers of a database in one process share, within one budget.
///
/// A cache is valid for one state of the index. A commit that does not change the index (flags, fetch states,
/// deliveries) keeps the cache; any other commit starts a new one. A reader of the older state uses the old cache until
/// its next snapshot.
package final class IndexCaches: Sendable {
    private let maxBytes: Int
    private let newest = Locked<(state: [UInt8], cache: IndexCache)?>(nil)

    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// The memory used by the cache of the newest state, in bytes.
    package var byteCount: Int { newest.withLock { $0?.cache.byteCount ?? 0 } }

    /// Frees the memory of the newest state's cache; later searches fill it again.
    package func removeAll() { newest.withLock { $0?.cache.removeAll() } }

    /// The cache of a state of the index.
    ///
    /// - Parameter state: a value that is equal for equal contents of the index.
    package func cache(for state: [UInt8]) -> IndexCache {
        newest.withLock { newest in
            if let newest, newest.state == state { return newest.cache }
            let cache = IndexCache(maxBytes: maxBytes)
            newest = (state, cache)
            return cache
        }
    }
}

/// The cached data for one state of the index.
package final class IndexCache: Sendable {
    private struct Content {
        var postings: [[UInt8]: FrequentPostings] = [:]
        /// The words whose doclists have not been read yet, most frequent last; nil if not loaded.
        var words: [VocabularyWord]?
        var facts: [Int64: FactsBlock] = [:]
        var lengths: [Int64: [Float]] = [:]
        var ids: [Int64: IDBlock] = [:]
        /// The next block of ids to read ahead; nil if none has been read.
        var nextIDs: Int64?
        var idBytes = 0
        /// The memory used by all of the above, in bytes.
        var bytes = 0
    }

    private let content = Locked(Content())
    private let maxBytes: Int
    /// 3/4 of the budget. The remaining quarter is for lengths and facts, which every search needs.
    private let maxPostingBytes: Int
    /// 1/8 of the budget, and at most 20 MB: searches gain least from cached ids.
    private let maxIDBytes: Int
    package let termIndexes = TermIndexes()

    package init(maxBytes: Int) {
        self.maxBytes = maxBytes
        maxPostingBytes = maxBytes / 4 * 3
        maxIDBytes = min(maxBytes / 8, 20 << 20)
    }

    package var byteCount: Int { content.withLock { $0.bytes } + termIndexes.byteCount }

    package func removeAll() {
        content.withLock { $0 = Content() }
        termIndexes.removeAll()
    }

    package var hasPostings: Bool { content.withLock { !$0.postings.isEmpty } }

    package func postings(of term: [UInt8]) -> FrequentPostings? { content.withLock { $0.postings[term] } }

    package func keep(_ postings: FrequentPostings, of term: [UInt8]) {
        content.withLock { content in
            guard content.postings.updateValue(postings, forKey: term) == nil else { return }
            content.bytes += postings.memory
        }
    }

    /// The next word whose doclist is to be read ahead; nil if no word is left or the budget is exhausted.
    ///
    /// - Parameter words: returns the index's words, most frequent last; called once.
    package func nextWord(of words: () throws -> [VocabularyWord]) throws -> [UInt8]? {
        if content.withLock({ $0.words == nil }) {
            let words = try words()
            content.withLock { if $0.words == nil { $0.words = words } }
        }
        return content.withLock { $0.bytes < maxPostingBytes ? $0.words?.popLast()?.term : nil }
    }

    /// Whether there is room for more facts and lengths.
    package var hasRoom: Bool { content.withLock { $0.bytes < maxBytes } }

    package func facts(_ block: Int64) -> FactsBlock? { content.withLock { $0.facts[block] } }
    package func lengths(_ block: Int64) -> [Float]? { content.withLock { $0.lengths[block] } }
    package func ids(_ block: Int64) -> IDBlock? { content.withLock { $0.ids[block] } }

    package func keep(_ facts: FactsBlock, _ block: Int64) {
        content.withLock { content in
            guard content.bytes < maxBytes, content.facts.updateValue(facts, forKey: block) == nil else { return }
            content.bytes += Int(FactsBlock.byteCount)
        }
    }

    package func keep(_ lengths: [Float], _ block: Int64) {
        content.withLock { content in
            guard content.bytes < maxBytes, content.lengths.updateValue(lengths, forKey: block) == nil else { return }
            content.bytes += lengths.count * MemoryLayout<Float>.stride
        }
    }

    package func keep(_ ids: IDBlock, _ block: Int64) {
        content.withLock { content in
            guard content.ids.updateValue(ids, forKey: block) == nil else { return }
            content.idBytes += ids.byteCount
            content.bytes += ids.byteCount
        }
    }

    /// The next block of ids to read ahead, newest first; nil if all have been read or the budget is exhausted.
    package func nextIDBlock(from last: Int64) -> Int64? {
        content.withLock { content in
            let block = content.nextIDs ?? last
            guard block >= 0, content.bytes < maxBytes, content.idBytes < maxIDBytes else { return nil }
            content.nextIDs = block - 1
            return block
        }
    }
}
