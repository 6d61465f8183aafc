package import Articles
package import Database

/// A task that examines all articles of a library on a server once, because earlier versions of the program stored them
/// differently. `optimize` runs it in parts; a library in a file uses a backfill instead.
package enum LibraryTask: String, CaseIterable {
    /// See `AnnotatedTexts`.
    case annotatedTexts = "annotated-texts"
    /// Adds hashes of the text without the title, which are equal in near-duplicates that have different headlines.
    case textSketches = "text-sketches"

    private static let finished = "done"

    /// The last article that was examined, or 0 for none; nil if all articles are finished.
    package func progress(_ database: any LibraryDatabase) throws -> ArticleID? {
        var progress: ArticleID? = 0
        try database.visit("SELECT c.state FROM \(rows: .clientState) c WHERE c.client = \(rawValue)") { row in
            let state = String(decoding: row.bytes(0), as: UTF8.self)
            progress = state == Self.finished ? nil : ArticleID(state) ?? 0
        }
        return progress
    }

    package func setProgress(_ last: ArticleID?, _ database: any LibraryDatabase) throws {
        let state = last.map { String($0) } ?? Self.finished
        try database.run([ClientStates.setting(Array(state.utf8), of: rawValue)])
    }
}
