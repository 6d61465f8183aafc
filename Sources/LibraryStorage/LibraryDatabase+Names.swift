internal import Database

extension LibraryDatabase {
    /// Runs a query for names, 1,000 at a time: the number of parameters of a statement is limited in SQLite
    /// (<https://www.sqlite.org/limits.html#max_variable_number>).
    ///
    /// - Parameters:
    ///   - query: makes the query for some of the names.
    ///   - read: is called with each row; it must not use the database.
    func visit(names: [String], _ query: ([String]) -> SQL, _ read: (any DatabaseRow) throws -> Void) throws {
        for first in stride(from: 0, to: names.count, by: 1_000) {
            try visit(query(Array(names[first..<min(first + 1_000, names.count)])), read)
        }
    }

    /// The names without duplicates; names are equal if the database treats them as equal.
    func distinct(_ names: some Sequence<String>) -> [String] {
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(dialect.key(of: $0)).inserted }
    }
}
