internal import Database
internal import TextAnalysis

/// The tags of a library, inside the caller's transaction.
struct TagRows {
    let database: any LibraryDatabase

    /// The ids of tags, which are made where they are absent.
    ///
    /// - Complexity: a round trip, and two more where tags are made.
    func ids(_ names: [String]) throws -> [Int64] {
        let names = database.distinct(names)
        var known: [[UInt8]: Int64] = [:]
        try database.visit(names: names) { names in
            "SELECT \(sql: .key("t.name")), t.id FROM \(rows: .tag) t WHERE \(name: "t.name", isOneOf: names)"
        } _: {
            known[$0.bytes(0)] = $0.integer(1)
        }
        let new = names.filter { known[database.dialect.key(of: $0)] == nil }
        if new.isEmpty { return Array(known.values) }
        let first = try database.takeIDs(new.count, of: .tag)
        try database.insert(
            new.enumerated().map { place, name in
                [.integer(first &+ Int64(place)), .text(name), .text(Analyzer.shared.foldedText(name))]
            }, into: .tag, ["id", "name", "folded"])
        return Array(known.values) + new.indices.map { first &+ Int64($0) }
    }
}
