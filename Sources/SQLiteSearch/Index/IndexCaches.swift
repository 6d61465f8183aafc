package import PostingIndex
package import SearchRanking
package import Suggestions
internal import System

/// Memory that all readers of a database in one process share, within one budget.
///
/// What is kept holds for one state of the index. A commit that leaves the index as it is (marks, fetch states, deliveries)
/// keeps it; another one starts it anew, and a reader that still sees the older state keeps that until its next snapshot.
package final class IndexCaches: Sendable {
    private let maxBytes: Int
    private let newest = Locked<(state: [UInt8], cache: IndexCache)?>(nil)

    package init(maxBytes: Int) { self.maxBytes = maxBytes }

    /// Bytes of memory that the newest state takes.
    package var byteCount: Int { newest.withLock { $0?.cache.byteCount ?? 0 } }

    /// The cache of a state of the index.
    ///
    /// - Parameter state: equal for equal contents of the index.
    package func cache(for state: [UInt8]) -> IndexCache {
        newest.withLock { newest in
            if let newest, newest.state == state { return newest.cache }
            let cache = IndexCache(maxBytes: maxBytes)
            newest = (state, cache)
            return cache
        }
    }
}

/// What is kept in memory of one state of an index.
package final class IndexCache: Sendable {
    private struct Content {
        var postings: [[UInt8]: FrequentPostings] = [:]
        /// The words whose doclists have not been read, the most frequent last; nil before they are known.
        var words: [VocabularyWord]?
        var facts: [Int64: FactsBlock] = [:]
        var norms: [Int64: [Double]] = [:]
        var ids: [Int64: IDBlock] = [:]
        /// The next block of ids to be read ahead; nil before the first.
        var nextIDs: Int64?
        var idBytes = 0
        /// Of all of these.
        var bytes = 0
    }

    private let content = Locked(Content())
    private let maxBytes: Int
    /// Doclists leave a quarter to what every search needs.
    private let maxPostingBytes: Int
    /// Ids are the least of what a search waits for.
    private let maxIDBytes: Int
    package let termIndexes = TermIndexes()

    package init(maxBytes: Int) {
        self.maxBytes = maxBytes
        maxPostingBytes = maxBytes / 4 * 3
        maxIDBytes = maxBytes / 8
    }

    package var byteCount: Int { content.withLock { $0.bytes } + termIndexes.byteCount }

    package var hasPostings: Bool { content.withLock { !$0.postings.isEmpty } }

    package func postings(of term: [UInt8]) -> FrequentPostings? { content.withLock { $0.postings[term] } }

    package func keep(_ postings: FrequentPostings, of term: [UInt8]) {
        content.withLock { content in
            guard content.postings.updateValue(postings, forKey: term) == nil else { return }
            content.bytes += postings.list.memory + postings.impacts.count
        }
    }

    /// The next word whose doclist is to be read ahead; nil when there is none left, or no memory.
    ///
    /// - Parameter words: of the index, the most frequent last; asked once.
    package func nextWord(of words: () throws -> [VocabularyWord]) throws -> [UInt8]? {
        if content.withLock({ $0.words == nil }) {
            let words = try words()
            content.withLock { if $0.words == nil { $0.words = words } }
        }
        return content.withLock { $0.bytes < maxPostingBytes ? $0.words?.popLast()?.term : nil }
    }

    package func facts(_ block: Int64) -> FactsBlock? { content.withLock { $0.facts[block] } }
    package func norms(_ block: Int64) -> [Double]? { content.withLock { $0.norms[block] } }
    package func ids(_ block: Int64) -> IDBlock? { content.withLock { $0.ids[block] } }

    package func keep(_ facts: FactsBlock, _ block: Int64) {
        content.withLock { content in
            guard content.bytes < maxBytes, content.facts.updateValue(facts, forKey: block) == nil else { return }
            content.bytes += Int(FactsBlock.byteCount)
        }
    }

    package func keep(_ norms: [Double], _ block: Int64) {
        content.withLock { content in
            guard content.bytes < maxBytes, content.norms.updateValue(norms, forKey: block) == nil else { return }
            content.bytes += norms.count * MemoryLayout<Double>.stride
        }
    }

    package func keep(_ ids: IDBlock, _ block: Int64) {
        content.withLock { content in
            guard content.ids.updateValue(ids, forKey: block) == nil else { return }
            content.idBytes += ids.byteCount
            content.bytes += ids.byteCount
        }
    }

    /// The next block of ids to be read ahead, the newest first; nil when all are read, or no memory is left.
    package func nextIDBlock(from last: Int64) -> Int64? {
        content.withLock { content in
            let block = content.nextIDs ?? last
            guard block >= 0, content.bytes < maxBytes, content.idBytes < maxIDBytes else { return nil }
            content.nextIDs = block - 1
            return block
        }
    }
}
