internal import Articles
internal import Database
internal import TextAnalysis

/// A cache of the ids of feeds, authors and tags by name. Names that do not exist are inserted.
///
/// Only a writer uses this cache, inside its transactions, because only the writer inserts names.
struct NameIDs {
    /// A name as bytes, because Swift's `String` treats canonically equivalent texts as equal.
    private typealias Name = [UInt8]

    private let database: any LibraryDatabase
    private var feeds: [Name: Int64] = [:]
    private var authors: [Name: Int64] = [:]
    private var tags: [Name: Int64] = [:]
    private static let maxRemembered = 50_000

    init(database: any LibraryDatabase) { self.database = database }

    /// Clears the cache. Must be called after a rollback, when inserted ids are no longer valid.
    mutating func forget() {
        feeds.removeAll()
        authors.removeAll()
        tags.removeAll()
    }

    func feedID(_ url: String) -> Int64 { feeds[Name(url.utf8)] ?? 0 }
    func tagID(_ name: String) -> Int64 { tags[Name(name.utf8)] ?? 0 }
    func authorID(_ name: String?) -> Int64? { name.flatMap { authors[Name($0.utf8)] } }

    /// The ids of tags, without duplicates.
    func tagIDs(_ names: [String]) -> [Int64] { Set(names.filter { !$0.isEmpty }.map(tagID)).sorted() }

    /// Finds or inserts feeds, so that `feedID` can return their ids.
    mutating func needFeeds(_ urls: some Sequence<String>, now: Int64) throws {
        let database = database
        try Self.need(urls, &feeds) {
            try database.ids(of: $0, in: .feed, column: "url", ["added"]) { _ in [.integer(now)] }
        }
    }

    mutating func needAuthors(_ names: some Sequence<String>) throws {
        let database = database
        try Self.need(names, &authors) {
            // Only SQLite finds authors by folded name.
            switch database.dialect {
            case .sqlite:
                try database.ids(of: $0, in: .author, column: "name", ["folded"]) {
                    [.text(Analyzer.shared.foldedText($0))]
                }
            case .postgres: try database.ids(of: $0, in: .author, column: "name", []) { _ in [] }
            }
        }
    }

    mutating func needTags(_ names: some Sequence<String>) throws {
        let database = database
        try Self.need(names, &tags) { try TagRows(database: database).idsByKey($0) }
    }

    /// - Parameter find: returns the ids of names, keyed by `SQLDialect.key`.
    private static func need(
        _ names: some Sequence<String>, _ known: inout [Name: Int64], _ find: ([String]) throws -> NamedIDs
    ) throws {
        var missing: [String] = []
        var seen: Set<Name> = []
        for name in names {
            let bytes = Name(name.utf8)
            if known[bytes] == nil, seen.insert(bytes).inserted { missing.append(name) }
        }
        if missing.isEmpty { return }
        let ids = try find(missing)
        for name in missing { known[Name(name.utf8)] = ids[name] }
    }

    /// Clears caches that have grown too large. Called before the names of a batch are looked up.
    mutating func forgetIfMany() {
        if feeds.count > Self.maxRemembered { feeds.removeAll() }
        if authors.count > Self.maxRemembered { authors.removeAll() }
        if tags.count > Self.maxRemembered { tags.removeAll() }
    }
}

/// Ids by name. Names that the database treats as equal have the same id.
struct NamedIDs {
    fileprivate let dialect: SQLDialect
    fileprivate(set) var ids: [[UInt8]: Int64] = [:]

    subscript(name: String) -> Int64? { ids[dialect.key(of: name)] }
}

extension LibraryDatabase {
    /// Finds the ids of names, inside the caller's transaction. Names that do not exist are inserted.
    ///
    /// - Parameters:
    ///   - column: the column that contains the name.
    ///   - others: the columns of a new row in addition to its id and name.
    ///   - known: the additional columns to read from existing rows.
    ///   - values: returns the values of `others` for a name.
    ///   - read: called with the id of each existing row and the row itself, whose columns from index 2 on are those of
    ///     `known`.
    /// - Complexity: one round trip, and two more if names are inserted.
    func ids(
        of names: [String], in table: Table, column: String, _ others: [String], also known: [String] = [],
        _ values: (String) -> [DatabaseValue], read: (Int64, any DatabaseRow) -> Void = { _, _ in }
    ) throws -> NamedIDs {
        let names = distinct(names)
        var found = NamedIDs(dialect: dialect)
        let name = "t." + column
        let columns = SQL.columns([table.columns[0].name] + known, of: table, alias: "t")
        try visit(names: names) { names in
            """
            SELECT \(sql: .key(name)), \(sql: columns) FROM \(rows: table) t WHERE \(name: name, isOneOf: names)
            """
        } _: {
            found.ids[$0.bytes(0)] = $0.integer(1)
            read($0.integer(1), $0)
        }
        let new = names.filter { found[$0] == nil }
        if new.isEmpty { return found }
        let first = try takeIDs(new.count, of: table)
        try insert(
            new.enumerated().map { place, name in [.integer(first &+ Int64(place)), .text(name)] + values(name) },
            into: table, [table.columns[0].name, column] + others)
        for (place, name) in new.enumerated() { found.ids[dialect.key(of: name)] = first &+ Int64(place) }
        return found
    }
}
