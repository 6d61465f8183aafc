internal import Articles
internal import SQLite

extension StorageError {
    /// What an SQLite error means for the caller that asked for `path`.
    init(_ error: SQLiteError, path: String) {
        switch error {
        case _ where error.extendedCode == SQLiteError.readOnlyMoved: self = .moved(path: path)
        case SQLiteError.busy, SQLiteError.locked: self = .locked(path: path)
        case SQLiteError.full: self = .full(path: path)
        case SQLiteError.readOnly: self = .readOnly(path: path)
        case SQLiteError.notADatabase: self = .notOurs(path: path)
        case SQLiteError.corrupt: self = .damaged(path: path, message: error.message)
        case SQLiteError.cannotOpen: self = .cannotOpen(path: path, message: error.message)
        default: self = .engine(code: error.extendedCode, message: String(describing: error))
        }
    }

    /// What an SQLite error means that came of reading a database in order to copy it.
    init(reading error: SQLiteError, path: String) {
        switch error {
        case SQLiteError.inputOutput: self = .damaged(path: path, message: error.message)
        default: self.init(error, path: path)
        }
    }

    /// What an SQLite error means that came of writing a copy for `path`.
    init(writing error: SQLiteError, path: String) {
        switch error {
        case SQLiteError.busy, SQLiteError.locked, SQLiteError.full, SQLiteError.readOnly:
            self.init(error, path: path)
        default: self = .cannotWrite(path: path, message: error.message)
        }
    }
}
