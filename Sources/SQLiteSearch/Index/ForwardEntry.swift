internal import Articles
package import SQLite
package import SearchRanking
private import TextAnalysis

/// What is stored of an article beside the index, so that ranking need not read its text: the units of title and text,
/// their lengths, and hashes that near-duplicates share.
package struct ForwardEntry {
    package var units: ArraySlice<UInt16>
    package var sketch: DuplicateSketch
    /// Numbers of tokens, without colocated ones, as in the index.
    package var titleLength: Int
    package var bodyLength: Int

    package init(units: ArraySlice<UInt16>, sketch: DuplicateSketch, titleLength: Int, bodyLength: Int) {
        self.units = units
        self.sketch = sketch
        self.titleLength = titleLength
        self.bodyLength = bodyLength
    }

    /// Analyses a text that is in no batch.
    package init(_ text: IndexedText) {
        var units = Array(repeating: ForwardUnits(), count: IndexColumn.count)
        var lengths = Array(repeating: 0, count: IndexColumn.count)
        text.forEachColumn { column, text, language in
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                units[column].add(term, kind)
                if !kind.isColocated { lengths[column] += 1 }
                return true
            }
            units[column].finish()
        }
        let (title, body) = (units[IndexColumn.title], units[IndexColumn.body])
        var codes: [UInt16] = []
        ForwardUnits.append(
            text.language, title: title, body: body, author: units[IndexColumn.author], to: &codes)
        self.init(
            units: codes[...],
            sketch: DuplicateSketch(title: title.codes.span, body: body.codes.span, titleText: text.title.utf8.span),
            titleLength: lengths[IndexColumn.title], bodyLength: lengths[IndexColumn.body])
    }
}

/// Writes `article_forward` (one row an article) and `article_facts` (one row for 1,024 articles), and finds
/// near-duplicates among the articles written.
package struct ForwardWriter {
    private let connection: Connection
    private var blocks: [Int64: FactsBlock] = [:]
    private var groups: DuplicateGroups

    package init(connection: Connection) {
        self.connection = connection
        groups = DuplicateGroups(connection: connection)
    }

    /// Writes or replaces the entry of article `n`, which must be stored.
    ///
    /// - Parameter date: the article's date; nil reads it from its row.
    package mutating func write(_ n: Int64, _ entry: ForwardEntry, date known: Int64? = nil) throws {
        let statement = try connection.cachedStatement("REPLACE INTO article_forward (n, fold, units) VALUES (?, ?, ?)")
        statement.bind(n, at: 1)
        let units = entry.units
        statement.bind(0, at: 2)
        try statement.withInPlace(units: units.span, at: 3) { try statement.run() }
        guard ArticleIDRange.isValid(n) else { return }
        groups.add(n, entry.sketch)
        let date =
            try known ?? connection.integer("SELECT sort_date FROM article WHERE n = ?", [.integer(n)]) ?? 0
        let block = try loadBlock(of: n)
        blocks[block]?[n] = RankingFacts(
            bodyLength: min(entry.bodyLength, 65_535), titleLength: min(entry.titleLength, 65_535),
            date: UInt32(clamping: date), foldKey: 0)
    }

    private mutating func loadBlock(of n: Int64) throws -> Int64 {
        let block = n / FactsBlock.size
        if blocks[block] == nil { blocks[block] = try FactsBlock.read(block, connection) ?? FactsBlock() }
        return block
    }

    /// Removes an article from its group of near-duplicates, before its text is replaced or deleted.
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

    /// Writes the changed blocks.
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

/// Reads the units of articles, one article at a time.
package struct ForwardReader: ForwardReading {
    package private(set) var units: [UInt16] = []
    private let statement: Statement
    private let connection: Connection

    package init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT units FROM article_forward WHERE n = ?")
    }

    /// - Returns: false if there is no such article.
    package mutating func read(_ n: Int64) throws -> Bool {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        if try statement.step() {
            statement.copyUnits(0, into: &units)
            return true
        }
        // Without a row the units are made from the text, which is slower.
        guard let text = try IndexedText.stored(n, connection) else { return false }
        units = Array(ForwardEntry(text).units)
        return true
    }
}
