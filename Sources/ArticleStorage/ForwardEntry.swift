internal import SQLite

/// What is kept of an article beside the index, so that ranking need not read its text: the units of title and text, how
/// long both are, and a key that near-duplicates share.
struct ForwardEntry {
    var units: ArraySlice<UInt16>
    var foldKey: Int64
    /// Tokens as the index counts them, colocated ones left out.
    var titleLength: Int
    var bodyLength: Int

    init(units: ArraySlice<UInt16>, foldKey: Int64, titleLength: Int, bodyLength: Int) {
        self.units = units
        self.foldKey = foldKey
        self.titleLength = titleLength
        self.bodyLength = bodyLength
    }

    /// Of a text that is in no batch.
    init(title: String, body: [UInt8]) {
        let batch = PreparedBatch()
        batch.add(title: title, body: body)
        self = batch.forwardEntry(ofArticle: 0)
    }
}

/// Writes the side structures of ranking: a row of `article_forward` an article, and lengths in blocks.
///
/// Lengths lie together, four bytes an article, as the first stage asks for those of thousands of articles at once.
struct ForwardWriter {
    /// Articles in one block of lengths.
    static let blockSize: Int64 = 1_024

    let connection: Connection
    private var lengths: [Int64: [UInt16]] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Writes or replaces what is kept of article `n`, which is stored already.
    mutating func write(_ n: Int64, _ entry: ForwardEntry) throws {
        let statement = try connection.cachedStatement(
            "REPLACE INTO article_forward (n, sort_date, fold, units) SELECT n, sort_date, ?2, ?3 FROM article WHERE n = ?1"
        )
        statement.bind(n, at: 1)
        statement.bind(entry.foldKey, at: 2)
        let units = Array(entry.units)
        statement.bind(units: units.span, at: 3)
        try statement.run()
        let block = n / Self.blockSize
        if lengths[block] == nil { lengths[block] = try read(block) }
        let place = Int(n % Self.blockSize) * 2
        lengths[block]?[place] = UInt16(clamping: entry.bodyLength)
        lengths[block]?[place + 1] = UInt16(clamping: entry.titleLength)
    }

    private func read(_ block: Int64) throws -> [UInt16] {
        try ArticleLengths.read(block, connection)
            ?? Array(repeating: 0, count: Int(Self.blockSize) * 2)
    }

    /// Writes the blocks that changed.
    mutating func flush() throws {
        guard !lengths.isEmpty else { return }
        let statement = try connection.cachedStatement("REPLACE INTO article_length (block, lengths) VALUES (?, ?)")
        for (block, values) in lengths {
            statement.bind(block, at: 1)
            statement.bind(units: values.span, at: 2)
            try statement.run()
        }
        lengths.removeAll(keepingCapacity: true)
    }

    mutating func forget() { lengths.removeAll() }
}

/// The lengths of articles, read a block at a time when they are first asked for.
final class ArticleLengths {
    private let connection: Connection
    private var blocks: [Int64: [UInt16]] = [:]

    init(connection: Connection) { self.connection = connection }

    /// Forgets what may be stale.
    func removeAll() { blocks.removeAll(keepingCapacity: true) }

    static func read(_ block: Int64, _ connection: Connection) throws -> [UInt16]? {
        let statement = try connection.cachedStatement("SELECT lengths FROM article_length WHERE block = ?")
        defer { statement.reset() }
        statement.bind(block, at: 1)
        guard try statement.step() else { return nil }
        var out: [UInt16] = []
        statement.copyUnits(0, into: &out)
        return out.count == Int(ForwardWriter.blockSize) * 2 ? out : nil
    }

    /// The lengths of one article from FTS5's own table, for one that no block has.
    func ofIndex(_ n: Int64) throws -> (title: Int, body: Int) {
        let statement = try connection.cachedStatement("SELECT sz FROM article_index_docsize WHERE id = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        guard try statement.step() else { return (0, 0) }
        let sizes = statement.varints(0)
        guard sizes.count > max(IndexColumn.title, IndexColumn.body) else { return (0, 0) }
        return (sizes[IndexColumn.title], sizes[IndexColumn.body])
    }

    /// A block's lengths: of each article two numbers, text and title, both at most 65,535; empty where none is known.
    func block(_ number: Int64) throws -> [UInt16] {
        if let known = blocks[number] { return known }
        let values = try Self.read(number, connection) ?? []
        blocks[number] = values
        return values
    }
}

/// Reads what is kept of articles, one after the other.
struct ForwardReader {
    private(set) var units: [UInt16] = []
    private(set) var date: Int64 = 0
    private(set) var foldKey: Int64 = 0
    private let statement: Statement
    private let connection: Connection

    init(connection: Connection) throws {
        self.connection = connection
        statement = try connection.cachedStatement("SELECT sort_date, fold, units FROM article_forward WHERE n = ?")
    }

    /// - Returns: false where there is no such article.
    mutating func read(_ n: Int64) throws -> Bool {
        statement.bind(n, at: 1)
        defer { statement.reset() }
        guard try statement.step() else { return try analyze(n) }
        date = statement.integer(0)
        foldKey = statement.integer(1)
        statement.copyUnits(2, into: &units)
        return true
    }

    /// An article that nothing is kept of: its text says the same, only later.
    private mutating func analyze(_ n: Int64) throws -> Bool {
        let text = try connection.cachedStatement(
            "SELECT t.title, t.body, a.sort_date FROM article_text t JOIN article a USING (n) WHERE t.n = ?")
        defer { text.reset() }
        text.bind(n, at: 1)
        guard try text.step() else { return false }
        let title = text.withBytes(0) { ForwardUnits(of: $0).codes }
        let body = text.withBytes(1) { ForwardUnits(of: $0).codes }
        date = text.integer(2)
        foldKey = DuplicateFolding.key(title: title, body: body)
        units = title + [ForwardUnits.endOfTitle] + body
        return true
    }
}
