/// An error of the server with its SQLSTATE code, or an error of the connection.
///
/// Codes are listed at <https://www.postgresql.org/docs/15/errcodes-appendix.html>. Errors of libpq itself have no code
/// and are reported as `connectionFailed`.
public struct PostgresError: Error, Equatable, Sendable {
    /// The five characters of the SQLSTATE code. The first two are its class.
    public var sqlState: String
    /// The first line of the server's message, in the server's language. For logs.
    public var message: String
    /// The SQL text of the statement, without values, which may be private.
    public var sql: String?

    public init(sqlState: String, message: String, sql: String? = nil) {
        self.sqlState = sqlState
        self.message = String(message.split(whereSeparator: \.isNewline).first ?? "no reason given")
        self.sql = sql
    }

    /// An SQLSTATE code, or a class of two characters that matches all codes of the class.
    public struct Code: Sendable, Equatable {
        public let characters: String
        public init(_ characters: String) { self.characters = characters }
    }

    public static func ~= (code: Code, error: Self) -> Bool { error.sqlState.hasPrefix(code.characters) }
}

extension PostgresError.Code {
    /// The class of all connection errors.
    public static let connection = Self("08")
    public static let connectionFailed = Self("08006")
    public static let uniqueViolation = Self("23505")
    public static let readOnly = Self("25006")
    /// A transaction was idle for too long; the server has closed the connection.
    public static let idleInTransaction = Self("25P03")
    public static let serializationFailure = Self("40001")
    public static let deadlock = Self("40P01")
    public static let permissionDenied = Self("42501")
    public static let undefinedTable = Self("42P01")
    /// `lock_timeout` has expired.
    public static let lockNotAvailable = Self("55P03")
    /// Disk, memory or connections are exhausted.
    public static let insufficientResources = Self("53")
    public static let diskFull = Self("53100")
    /// The deadline was reached, in this process or on the server.
    public static let queryCanceled = Self("57014")
    /// The server is stopping, starting, or has crashed.
    public static let operatorIntervention = Self("57P")
}

extension PostgresError: CustomStringConvertible {
    /// The error as one line, without the statement.
    public var description: String { "\(message) (SQLSTATE \(sqlState))" }
}

extension PostgresError {
    static func connectionFailed(_ message: String) -> Self {
        Self(sqlState: Code.connectionFailed.characters, message: message)
    }

    static func deadlineReached(sql: String? = nil) -> Self {
        Self(sqlState: Code.queryCanceled.characters, message: "deadline reached", sql: sql)
    }
}
