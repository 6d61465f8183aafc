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
        var counts = CharacterCounts()
        var characters: [UInt8] = []
        counts.add(units)
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

extension CharacterCounts {
    /// Counts the characters of an article's fields.
    ///
    /// - Parameter units: by the number of the column.
    package mutating func add(_ units: [ForwardUnits]) {
        for (column, units) in units.enumerated() {
            add(units.codes.span, weight: column == IndexColumn.title ? Int(Ranking.titleWeight) : 1)
        }
    }
}

/// Reads how often characters stand in articles, one article at a time.
package struct StoredCharacters: CharacterReading {
    private var units: [UInt16] = []
    private let statement: Statement
    private let connection: Connection

    package init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT characters, units FROM article_forward WHERE n = ?")
    }

    package mutating func read(_ n: Int64, _ body: (UInt16, UInt32) -> Void) throws {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        if try statement.step() {
            if !statement.isNull(0) {
                return statement.withBytes(0) { CharacterCounts.forEach(in: $0, body) }
            }
            // A row of an earlier version, which holds the units themselves.
            statement.copyUnits(1, into: &units)
            return CharacterCounts.forEach(in: Self.packed(units).span, body)
        }
        guard let text = try IndexedText.stored(n, connection) else { return }
        CharacterCounts.forEach(in: Array(ForwardEntry(text).characters).span, body)
    }

    /// The counts of an article whose units are known.
    package static func packed(_ units: [UInt16]) -> [UInt8] {
        var counts = CharacterCounts()
        let titleEnd = ForwardUnits.endOfTitle(in: units.span) ?? 0
        counts.add(units.span.extracting(0..<titleEnd), weight: Int(Ranking.titleWeight))
        counts.add(units.span.extracting(titleEnd..<units.count), weight: 1)
        var out: [UInt8] = []
        counts.finish(into: &out)
        return out
    }
}
