internal import Articles
internal import PostgreSQL

extension StorageError {
    /// Translates an error of the server or the connection.
    init(_ error: PostgresError, location: String) {
        typealias Code = PostgresError.Code
        switch error {
        case Code.connection, Code.operatorIntervention, Code.permissionDenied, Code.idleInTransaction:
            self = .cannotOpen(location: location, message: error.description)
        case Code.diskFull: self = .full(location: location)
        case Code.insufficientResources: self = .cannotWrite(location: location, message: error.description)
        case Code.readOnly: self = .readOnly(location: location)
        case Code.lockNotAvailable, Code.deadlock, Code.serializationFailure: self = .locked(location: location)
        default: self = .engine(code: error.number, message: error.description)
        }
    }
}

extension PostgresError {
    /// The SQLSTATE code, which has five digits in base 36, as a number.
    fileprivate var number: Int32 { Int32(sqlState, radix: 36) ?? 0 }
}
