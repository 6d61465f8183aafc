internal import Articles
internal import SQLite

extension SQLiteStore {
    /// <https://www.sqlite.org/pragma.html#pragma_data_version>
    func changeToken() throws -> ChangeToken {
        try guarded { ChangeToken(try connection.integer("PRAGMA data_version") ?? 0) }
    }
}
