private import CSQLite

/// An error of SQLite with its code: <https://www.sqlite.org/rescode.html>.
public struct SQLiteError: Error, Equatable, Sendable {
    /// The extended result code.
    public var extendedCode: Int32
    /// SQLite's message, for logs. Users see the front end's explanation instead.
    public var message: String
    /// The SQL statement without its bound values, which may be private.
    public var sql: String?
    /// The system's error number (`errno`) of an I/O error; 0 if unknown.
    public var systemNumber: Int32 = 0

    public init(extendedCode: Int32, message: String, sql: String? = nil) {
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// The primary code, which is the low byte of the extended code.
    public var code: Int32 { extendedCode & 0xFF }

    public static let busy: Int32 = 5
    public static let locked: Int32 = 6
    public static let outOfMemory: Int32 = 7
    public static let readOnly: Int32 = 8
    public static let interrupted: Int32 = 9
    public static let inputOutput: Int32 = 10
    public static let corrupt: Int32 = 11
    public static let full: Int32 = 13
    public static let cannotOpen: Int32 = 14
    public static let constraint: Int32 = 19
    public static let notADatabase: Int32 = 26

    /// An extended code: a write to the file, its log or its journal failed.
    static let inputOutputWrite: Int32 = 778

    /// An extended code: a writer process died, and a read-only connection cannot roll back the unfinished transaction.
    public static let readOnlyRollback: Int32 = 776

    /// An extended code: the write-ahead log is shorter than its index says. Missing pages of the file itself do not
    /// cause this error.
    public static let shortRead: Int32 = 522

    /// An extended code: the file was moved or deleted after it was opened.
    public static let readOnlyMoved: Int32 = 1032

    /// Matches a primary code with all of its extended codes.
    public static func ~= (primary: Int32, error: Self) -> Bool { error.code == primary }
}

extension SQLiteError: CustomStringConvertible {
    /// A description in one line, without the SQL statement.
    public var description: String {
        let line = message.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
        return "\(line) (SQLite code \(extendedCode))"
    }
}
