internal import Articles
internal import SQLite
internal import System

extension StorageError {
    /// Translates an SQLite error for a caller that uses the database at `path`.
    init(_ error: SQLiteError, path: String) {
        switch error {
        case _ where error.extendedCode == SQLiteError.readOnlyMoved: self = .moved(location: path)
        // SQLite reports a short read if the log was deleted and another program has created a new one.
        case _ where error.extendedCode == SQLiteError.shortRead && !error.system.isDiskFull:
            self = .moved(location: path)
        case SQLiteError.busy, SQLiteError.locked: self = .locked(location: path)
        case SQLiteError.full: self = .full(location: path)
        // SQLite reports only ENOSPC as a full disk, and not for all of its files.
        case SQLiteError.inputOutput where error.system.isDiskFull: self = .full(location: path)
        case SQLiteError.inputOutput where error.system.isFileTooLarge:
            self = .cannotWrite(location: path, message: error.system.words)
        case SQLiteError.readOnly: self = .readOnly(location: path)
        case SQLiteError.notADatabase: self = .notOurs(location: path)
        case SQLiteError.corrupt: self = .damaged(location: path, message: error.message)
        case SQLiteError.cannotOpen: self = .cannotOpen(location: path, message: error.message)
        default: self = .engine(code: error.extendedCode, message: String(describing: error))
        }
    }

    /// Translates an error that occurred while reading the source of a copy.
    init(reading error: SQLiteError, path: String) {
        switch error {
        case SQLiteError.inputOutput: self = .damaged(location: path, message: error.message)
        default: self.init(error, path: path)
        }
    }

    /// Translates an error that occurred while writing a copy for `path`.
    init(writing error: SQLiteError, path: String) {
        switch error {
        case SQLiteError.busy, SQLiteError.locked, SQLiteError.full, SQLiteError.readOnly:
            self.init(error, path: path)
        default: self = .cannotWrite(location: path, message: error.message)
        }
    }
}

extension SQLiteError {
    fileprivate var system: SystemError { SystemError(number: systemNumber, path: "") }
}
