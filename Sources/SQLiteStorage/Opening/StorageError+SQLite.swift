internal import Articles
internal import SQLite
internal import System

extension StorageError {
    /// What an SQLite error means for the caller that asked for `path`.
    init(_ error: SQLiteError, path: String) {
        switch error {
        case _ where error.extendedCode == SQLiteError.readOnlyMoved: self = .moved(location: path)
        // The log was deleted, and a program that opened the file since then has made another one.
        case _ where error.extendedCode == SQLiteError.shortRead && !error.system.isDiskFull:
            self = .moved(location: path)
        case SQLiteError.busy, SQLiteError.locked: self = .locked(location: path)
        case SQLiteError.full: self = .full(location: path)
        // SQLite itself knows ENOSPC alone, and not of all its files.
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

    /// What an SQLite error means that came of reading a database in order to copy it.
    init(reading error: SQLiteError, path: String) {
        switch error {
        case SQLiteError.inputOutput: self = .damaged(location: path, message: error.message)
        default: self.init(error, path: path)
        }
    }

    /// What an SQLite error means that came of writing a copy for `path`.
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
