internal import Database
internal import TextAnalysis

/// Reads and inserts the tags of a library, inside the caller's transaction.
struct TagRows {
    let database: any LibraryDatabase

    /// The ids of the given tags. Tags that do not exist are inserted.
    ///
    /// - Complexity: one round trip, and two more if tags are inserted.
    func ids(_ names: [String]) throws -> [Int64] { try Array(idsByKey(names).ids.values) }

    /// The ids of the given tags by name. Tags that do not exist are inserted.
    func idsByKey(_ names: [String]) throws -> NamedIDs {
        try database.ids(of: names, in: .tag, column: "name", ["folded"]) { [.text(Analyzer.shared.foldedText($0))] }
    }
}
