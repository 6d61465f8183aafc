package import ArticleSearch
package import Database
package import SavedSearchMatching

extension FolderPaths {
    /// The query whose rows are passed to `add`.
    package static var query: SQL { "SELECT f.id, f.parent, f.name FROM \(rows: .folder) f" }

    package mutating func add(_ row: any DatabaseRow) {
        add(row.integer(0), parent: row.integer(1), name: row.text(2))
    }
}

extension LibraryDatabase {
    /// The paths of folders by id.
    package func folderPaths() throws -> [Int64: [String]] {
        var paths = FolderPaths()
        try visit(FolderPaths.query) { paths.add($0) }
        return paths.all
    }
}

extension MatchingStore where Self: TableStore {
    package func folderPaths() throws -> [Int64: [String]] { try reading { try $0.folderPaths() } }
}
