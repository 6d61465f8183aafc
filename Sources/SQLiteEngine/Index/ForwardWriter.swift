package import ArticleSearch
internal import Articles
package import SQLite
package import SearchRanking

/// Writes `article_forward` (one row per article) and `article_facts` (one row per 1,024 articles), and finds
/// near-duplicates among the articles written.
package struct ForwardWriter {
    private let connection: Connection
    private var blocks: [Int64: FactsBlock] = [:]
    private var groups: DuplicateGroups

    package init(connection: Connection) {
        self.connection = connection
        groups = DuplicateGroups(SQLiteDuplicates(connection))
    }

    /// Writes or replaces the entry of article `n`, which must be stored.
    ///
    /// - Parameter date: the article's sort date; if nil, it is read from the article's row.
    package mutating func write(_ n: Int64, _ entry: ForwardEntry, date known: Int64? = nil) throws {
        let statement = try connection.cachedStatement(
            "REPLACE INTO article_forward (n, fold, units, characters) VALUES (?, 0, x'', ?)")
        statement.bind(n, at: 1)
        let characters = entry.characters
        try statement.withInPlace(characters.span, isText: false, at: 2) { try statement.run() }
        guard ArticleIDRange.isValid(n) else { return }
        groups.add(n, entry.sketch)
        let date =
            try known ?? connection.integer("SELECT sort_date FROM article WHERE n = ?", [.integer(n)]) ?? 0
        let block = try loadBlock(of: n)
        blocks[block]?[n] = RankingFacts(
            bodyLength: min(entry.bodyLength, 65_535), titleLength: min(entry.titleLength, 65_535),
            date: UInt32(clamping: date), foldKey: 0)
    }

    /// Adds the hashes of an article's text without its title. Needed only for articles that were stored without them.
    package mutating func addTextSketch(_ n: Int64, _ sketch: DuplicateSketch) { groups.add(n, sketch.ofTextAlone) }

    private mutating func loadBlock(of n: Int64) throws -> Int64 {
        let block = n / FactsBlock.size
        if blocks[block] == nil { blocks[block] = try FactsBlock.read(block, connection) ?? FactsBlock() }
        return block
    }

    /// Removes an article from its group of near-duplicates. Must be called before the article's text is replaced or
    /// deleted.
    package mutating func willReplace(_ n: Int64) throws {
        guard ArticleIDRange.isValid(n) else { return }
        if try groups.remove(n) { try changeGroups([(n, 0)]) }
    }

    /// Finds the near-duplicates of the articles written so far.
    package mutating func linkCopies() throws { try changeGroups(groups.link()) }

    private mutating func changeGroups(_ changes: [DuplicateGroups.Change]) throws {
        for (n, group) in changes where ArticleIDRange.isValid(n) {
            let block = try loadBlock(of: n)
            blocks[block]?[n].foldKey = UInt32(clamping: group)
        }
    }

    /// Links near-duplicates, and writes the changed blocks of ranking data.
    package mutating func flush() throws {
        try linkCopies()
        for (number, block) in blocks { try block.write(number, connection) }
        blocks.removeAll(keepingCapacity: true)
    }

    package mutating func forget() {
        blocks.removeAll()
        groups.forget()
    }
}
