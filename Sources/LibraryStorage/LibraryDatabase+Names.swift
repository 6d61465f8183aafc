internal import Database

extension LibraryDatabase {
    /// Runs a query for names, some at a time: a statement of SQLite has a limited number of parameters
    /// (<https://www.sqlite.org/limits.html#max_variable_number>).
    ///
    /// - Parameters:
    ///   - query: for some of the names.
    ///   - read: must not use the database.
    func visit(names: [String], _ query: ([String]) -> SQL, _ read: (any DatabaseRow) throws -> Void) throws {
        for first in stride(from: 0, to: names.count, by: 1_000) {
            try visit(query(Array(names[first..<min(first + 1_000, names.count)])), read)
        }
    }

    /// Names without those that are there before, as the database tells them apart.
    func distinct(_ names: some Sequence<String>) -> [String] {
        var seen: Set<[UInt8]> = []
        return names.filter { seen.insert(dialect.key(of: $0)).inserted }
    }
}
