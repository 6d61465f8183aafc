internal import SQLite
internal import System

/// An error of an operation on the accounts of a service.
public enum AccountError: Error, Equatable, Sendable {
    // Names and passwords
    /// The name is invalid. A valid name has 1 to 64 characters, no control characters, no colons, and no space at
    /// either end.
    case badName(String)
    /// The password is empty or longer than `PasswordRules.maxBytes`.
    case badPassword
    /// The new password is easy to guess.
    case weakPassword(PasswordWeakness)
    case accountExists(String)
    case noSuchAccount(String)
    /// The account is neither suspended nor waiting for its removal.
    case notSuspended(String)
    case labelExists(String)
    case noSuchLabel(String)
    case tokenExists(String)
    case noSuchToken(String)
    case noSuchInvitation(Int64)
    /// The account is the owner of the library.
    case ownsLibrary(String)
    /// The account may not use the library.
    case notMember(String)
    /// The account is already a member of the library, with the role of the invitation or a higher one.
    case isMember(String)
    /// The library has the maximum number of valid invitations by its owner.
    case tooManyInvitations(String)
    /// Another process has changed the library of a host in the meantime.
    case libraryChanged(String)
    /// The name is or was used by a library of the host.
    case libraryNameTaken(String)

    // Files
    /// The file is not a SQLite database, or it belongs to another program.
    case notOurs(path: String)
    case newer(path: String, version: Int64, known: Int64)
    case damaged(path: String, message: String)
    /// The file was replaced or removed while it was open.
    case moved(path: String)
    case locked(path: String)
    case full(path: String)
    case readOnly(path: String)
    case cannotOpen(path: String, message: String)
    /// The path is a folder, a pipe or a device.
    case notAFile(path: String)
    /// Other users may read or write the file.
    case notPrivate(path: String)
    case keyMissing(path: String)
    /// The key file does not contain exactly 32 bytes.
    case keyDamaged(path: String)
    /// The key file belongs to another service.
    case keyForeign(path: String)
    /// The key file exists but the accounts do not, so the accounts have been lost.
    case emptied(path: String, keyPath: String)
    /// The library's own file is named `service.db`, a name that is reserved for the accounts.
    case nameOfLibrary(path: String)

    // Servers
    /// The server with the accounts does not respond, or refuses the connection.
    case unavailable(location: String, message: String)
    /// The accounts on the server require a key with a different fingerprint.
    case keyOfOthers(place: String, fingerprint: String, wanted: String)
    /// The accounts on the server require a key, but this machine has none.
    case keyWanted(place: String, wanted: String)

    // The machine
    /// There is not enough memory to check a password.
    case outOfMemory
    /// libsodium or libcrypto cannot be loaded or initialised.
    case noCryptography
    case engine(message: String)
}

extension AccountError {
    /// Converts an error thrown by an operation on the file at `path`.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as AccountError: self = error
        case let error as SQLiteError: self.init(error, path: path)
        default: self = .engine(message: String(describing: error))
        }
    }

    init(_ error: SQLiteError, path: String) {
        switch error {
        case _ where error.extendedCode == SQLiteError.readOnlyMoved: self = .moved(path: path)
        case SQLiteError.busy, SQLiteError.locked: self = .locked(path: path)
        case SQLiteError.full: self = .full(path: path)
        case SQLiteError.inputOutput where error.system.isDiskFull || error.system.isFileTooLarge:
            self = .full(path: path)
        case SQLiteError.readOnly: self = .readOnly(path: path)
        case SQLiteError.notADatabase: self = .notOurs(path: path)
        case SQLiteError.corrupt: self = .damaged(path: path, message: error.message)
        case SQLiteError.cannotOpen: self = .cannotOpen(path: path, message: error.message)
        default: self = .engine(message: String(describing: error))
        }
    }
}

extension SQLiteError {
    fileprivate var system: SystemError { SystemError(number: systemNumber, path: "") }
}
