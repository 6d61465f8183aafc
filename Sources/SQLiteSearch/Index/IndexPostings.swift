internal import Articles
package import PostingIndex
package import SQLite
package import SearchRanking

/// The doclists that one search asks for, each read once.
package final class IndexPostings {
    private let connection: Connection
    private var reader: PostingReader?
    private var lists: [[UInt8]: PostingList] = [:]
    private var prefixes: [[UInt8]: PrefixCounts] = [:]
    package var hot = HotPostings()
    private var isAvailable = false
    private let prefetcher: Prefetcher?
    /// From so many leaves on (512 MB) it is worth reading counts alone, though the closer look at the best articles has to get
    /// positions from elsewhere.
    package var leavesOfLarge = 1 << 17

    package init(connection: Connection, prefetcher: Prefetcher?) {
        self.connection = connection
        self.prefetcher = prefetcher
    }

    /// How many segments a term is looked up in, since `begin`.
    package var segmentCount: Int { reader?.segmentCount ?? 0 }

    /// Forgets the lists of the search before. Where this connection has written without committing, or the index has an
    /// unknown form, FTS5 itself is to be asked.
    package func begin() throws {
        lists.removeAll(keepingCapacity: true)
        prefixes.removeAll(keepingCapacity: true)
        if reader == nil {
            reader = try PostingReader(connection: connection, table: "article_index", prefetcher: prefetcher)
        }
        let isKnownForm = try reader?.refresh() == true
        isAvailable = isKnownForm && !connection.hasUncommittedWrites
    }

    /// Reads a little of what finds lists, for a reader that has time.
    ///
    /// - Returns: false when nothing is left to read.
    package func readAhead() throws -> Bool {
        try begin()
        return try isAvailable && reader?.readAhead() == true
    }

    /// Reads the doclist of the next frequent word into memory, for a reader that has time.
    ///
    /// - Returns: false when nothing is left to read.
    package func readHotAhead(_ statistics: IndexStatistics) throws -> Bool {
        guard isAvailable, let reader else { return false }
        return try hot.readAhead(reader, statistics)
    }

    /// Forgets the doclists that were read ahead.
    package func removeHot() { hot.removeAll() }

    /// What was read ahead of a term.
    package func hot(_ term: [UInt8]) -> FrequentPostings? { isAvailable ? hot[term] : nil }

    /// What stands of all terms that begin with a character; nil where FTS5 itself is to be asked.
    package func counts(beginningWith character: [UInt8], endOfArticles: Int) throws -> PrefixCounts? {
        guard isAvailable, ArticleNumber.hasRoom(forEachBelow: endOfArticles, bytes: PrefixCounts.bytesPerRow) else {
            return nil
        }
        if let known = prefixes[character] { return known }
        try connection.checkDeadline()
        let counts = try reader?.counts(beginningWith: character.span, endOfRows: endOfArticles)
        prefixes[character] = counts
        return counts
    }

    /// The articles that have a term.
    ///
    /// - Parameter needsPositions: false where it is enough to know how many counts each has.
    /// - Returns: nil where FTS5 itself is to be asked.
    package func list(of term: [UInt8], needsPositions: Bool = false) throws -> PostingList? {
        if let hot = hot(term) { return hot.list }
        guard isAvailable else { return nil }
        if let known = lists[term], known.hasPositions || !needsPositions { return known }
        try connection.checkDeadline()
        let isLarge = (reader?.leafCount ?? 0) >= leavesOfLarge
        guard let list = try reader?.postings(of: term.span, needsPositions: needsPositions || !isLarge) else {
            isAvailable = false
            return nil
        }
        lists[term] = list
        return list
    }
}
