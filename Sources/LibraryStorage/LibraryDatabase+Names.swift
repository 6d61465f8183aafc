internal import Database

extension LibraryDatabase {
    /// Runs a query for many names, in groups of 1,000, because SQLite limits the number of parameters of a statement
    /// (<https://www.sqlite.org/limits.html#max_variable_number>).
    ///
    /// - Parameters:
    ///   - query: creates the query for one group of names.
    ///   - read: called with each row; must not use the database.
    func visit(names: [String], _ query: ([String]) -> SQL, _ read: (any DatabaseRow) throws -> Void) throws {
        for first in stride(from: 0, to: names.count, by: 1_000) {
            try visit(query(Array(names[first..<min(first + 1_000, names.count)])), read)
        }
    }

    /// Returns the names without duplicates. Names that the database treats as equal are duplicates.
    func distinct(_ names: some Sequence<String>) -> [String] {
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(dialect.key(of: $0)).inserted }
    }
}
