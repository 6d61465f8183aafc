internal import Articles
package import SQLite
package import SearchRanking
private import TextAnalysis

/// What is stored of an article beside the index, so that ranking need not read its text: how often each character of a
/// script without spaces stands in it, the lengths of title and text, and hashes that near-duplicates share.
package struct ForwardEntry {
    /// As `CharacterCounts` packs them.
    package var characters: ArraySlice<UInt8>
    package var sketch: DuplicateSketch
    /// Numbers of tokens, without colocated ones, as in the index.
    package var titleLength: Int
    package var bodyLength: Int

    package init(characters: ArraySlice<UInt8>, sketch: DuplicateSketch, titleLength: Int, bodyLength: Int) {
        self.characters = characters
        self.sketch = sketch
        self.titleLength = titleLength
        self.bodyLength = bodyLength
    }

    /// Analyses a text that is in no batch.
    package init(_ text: IndexedText) {
        var counts = CharacterCounts()
        self.init(text, &counts)
    }

    /// - Parameter counts: empty before and after. Making it takes as long as analysing a text.
    package init(_ text: IndexedText, _ counts: inout CharacterCounts) {
        var units = Array(repeating: ForwardUnits(), count: IndexColumn.count)
        var lengths = Array(repeating: 0, count: IndexColumn.count)
        text.forEachColumn { column, text, language in
            let weight = CharacterCounts.weight(ofColumn: column)
            Analyzer.shared.analyze(text, language: language) { term, kind, _ in
                units[column].add(term, kind)
                if kind == .bigram || kind == .single, let scalar = UTF8Decoding.firstScalar(term) {
                    counts.add(scalar, weight: weight)
                }
                if !kind.isColocated { lengths[column] += 1 }
                return true
            }
            units[column].finish()
        }
        let (title, body) = (units[IndexColumn.title], units[IndexColumn.body])
        var characters: [UInt8] = []
        counts.finish(into: &characters)
        self.init(
            characters: characters[...],
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

/// Reads how often characters stand in articles, one article at a time.
package final class StoredCharacters: CharacterReading {
    private var units = EarlierUnits()
    private let statement: Statement
    private let connection: Connection

    package init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT characters, units FROM article_forward WHERE n = ?")
    }

    package func read(_ n: Int64, _ body: (UInt16, UInt32) -> Bool) throws {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        if try statement.step() {
            if !statement.isNull(0) { return statement.withBytes(0) { CharacterCounts.forEach(in: $0, body) } }
            if let packed = units.packedCharacters(statement, column: 1) {
                return CharacterCounts.forEach(in: packed.span, body)
            }
        }
        guard let text = try IndexedText.stored(n, connection) else { return }
        CharacterCounts.forEach(in: Array(ForwardEntry(text).characters).span, body)
    }
}

/// Reads rows of `article_forward` that an earlier version wrote: they hold all units of an article (`ForwardUnits`).
package struct EarlierUnits {
    private var units: [UInt16] = []
    private var counts: CharacterCounts?

    package init() {}

    /// The packed counts of the article's characters; nil if the end of its text was cut off.
    package mutating func packedCharacters(_ row: borrowing Statement, column: Int32) -> [UInt8]? {
        row.copyUnits(column, into: &units)
        guard units.count < ForwardUnits.maxCodes else { return nil }
        var counts = self.counts.take() ?? CharacterCounts()
        let titleEnd = ForwardUnits.endOfTitle(in: units.span) ?? 0
        counts.add(units.span.extracting(0..<titleEnd), weight: CharacterCounts.weight(ofColumn: IndexColumn.title))
        counts.add(
            units.span.extracting(titleEnd..<units.count), weight: CharacterCounts.weight(ofColumn: IndexColumn.body))
        var out: [UInt8] = []
        counts.finish(into: &out)
        self.counts = counts
        return out
    }
}
