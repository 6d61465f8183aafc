package import ArticleSearch
internal import Articles
internal import PostingIndex
internal import SQLite
package import SearchRanking

/// Reads the ranking data of articles.
extension SQLiteIndex {
    package func readLengths(ofBlocks numbers: [Int64], _ keep: (Int64, [UInt16]) -> Void) throws {
        try readBlocks(numbers, { try FactsBlock.readLengths($0, $1) }, keep)
    }

    package func readFacts(ofBlocks numbers: [Int64], _ keep: (Int64, FactsBlock) -> Void) throws {
        try readBlocks(numbers, { try FactsBlock.read($0, $1) }, keep)
    }

    /// Reads blocks one by one. If the first block is slow to read, the other blocks are prefetched.
    private func readBlocks<Block>(
        _ numbers: [Int64], _ read: @escaping @Sendable (Int64, Connection) throws -> Block?,
        _ keep: (Int64, Block) -> Void
    ) throws {
        var watch = PrefetchWatch(prefetcher)
        for (index, number) in numbers.enumerated() {
            if let block = try read(number, connection) { keep(number, block) }
            watch.didRead(index) {
                prefetcher?.start(1..<numbers.count) { connection in { _ = try read(numbers[$0], connection) } }
            }
        }
    }

    package func derivedFacts(of article: Int64) throws -> RankingFacts {
        var facts = RankingFacts()
        let lengths = try connection.cachedStatement("SELECT sz FROM article_index_docsize WHERE id = ?")
        defer { lengths.reset() }
        lengths.bind(article, at: 1)
        if try lengths.step() {
            let sizes = lengths.varints(0)
            if sizes.count > max(IndexColumn.title, IndexColumn.body) {
                facts.bodyLength = min(sizes[IndexColumn.body], 65_535)
                facts.titleLength = min(sizes[IndexColumn.title], 65_535)
            }
        }
        facts.date = UInt32(
            clamping: try connection.integer("SELECT sort_date FROM article WHERE n = ?", [.integer(article)]) ?? 0)
        facts.foldKey = UInt32(
            clamping: try connection.integer("SELECT fold FROM article_forward WHERE n = ?", [.integer(article)]) ?? 0)
        return facts
    }

    package func sortDates(of articles: [UInt32]) throws -> [Int64] {
        try articles.map {
            try connection.integer("SELECT sort_date FROM article WHERE n = ?", [.integer(Int64($0))]) ?? 0
        }
    }

    package func guids(ofBlock number: Int64) throws -> IDBlock {
        var block = IDBlock(number: number)
        let statement = try connection.cachedStatement(
            "SELECT n, guid, feed FROM article WHERE n BETWEEN ? AND ? ORDER BY n")
        defer { statement.reset() }
        statement.bind(block.range.lowerBound, at: 1)
        statement.bind(block.range.upperBound, at: 2)
        while try statement.step() {
            statement.withBytes(1) { block.add(statement.integer(0), guid: $0, feed: statement.integer(2)) }
        }
        return block
    }

    package func feedAddresses(of feeds: [Int64]) throws -> [Int64: String] {
        let statement = try connection.cachedStatement("SELECT url FROM feed WHERE id = ?")
        var addresses: [Int64: String] = [:]
        for feed in feeds {
            statement.bind(feed, at: 1)
            if try statement.step() { addresses[feed] = statement.text(0) }
            statement.reset()
        }
        return addresses
    }

    package func characterReader(of articles: [UInt32]) throws -> any CharacterReading {
        try StoredCharacters(connection: connection)
    }

    package func indexedText(of article: Int64) throws -> IndexedText? { try IndexedText.stored(article, connection) }
}
