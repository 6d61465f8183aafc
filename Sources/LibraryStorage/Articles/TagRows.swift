internal import Database
internal import TextAnalysis

/// The tags of a library, inside the caller's transaction.
struct TagRows {
    let database: any LibraryDatabase

    /// The ids of tags, which are made where they are absent.
    ///
    /// - Complexity: a round trip, and two more where tags are made.
    func ids(_ names: [String]) throws -> [Int64] {
        if names.isEmpty { return [] }
        // A text by its bytes: Swift takes some texts for equal that databases tell apart.
        var known: [[UInt8]: Int64] = [:]
        try database.rows(
            "SELECT t.name, t.id FROM \(rows: .tag) t WHERE \(name: "t.name", isOneOf: names)"
        ) { known[Array($0.text(0).utf8)] = $0.integer(1) }
        var seen: Set<[UInt8]> = []
        let new = names.filter { known[Array($0.utf8)] == nil && seen.insert(Array($0.utf8)).inserted }
        if new.isEmpty { return Array(known.values) }
        let first = try database.takeIDs(new.count, of: .tag)
        try database.insert(
            new.enumerated().map { place, name in
                [.integer(first &+ Int64(place)), .text(name), .text(Analyzer.shared.foldedText(name))]
            }, into: .tag, ["id", "name", "folded"])
        return Array(known.values) + new.indices.map { first &+ Int64($0) }
    }
}
