internal import Database
internal import TextAnalysis

/// The tags of a library, inside the caller's transaction.
struct TagRows {
    let database: any LibraryDatabase

    /// The ids of tags, which are made where they are absent.
    ///
    /// - Complexity: a round trip, and two more where tags are made.
    func ids(_ names: [String]) throws -> [Int64] { try Array(idsByKey(names).ids.values) }

    /// The same by name.
    func idsByKey(_ names: [String]) throws -> NamedIDs {
        try database.ids(of: names, in: .tag, column: "name", ["folded"]) { [.text(Analyzer.shared.foldedText($0))] }
    }
}
