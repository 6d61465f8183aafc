/// A reader of a library other than its owner: the number that statements contain as `SQL.reader`, and the queries that
/// replace tables whose rows differ for this reader.
public struct SQLReader: Sendable {
    /// The SQL function that returns the number in SQLite. With a function, all readers share the prepared statements.
    public static let sqliteFunction = "current_reader"

    public let number: Int64
    private let views: @Sendable (_ table: Table, _ sqliteHint: String) -> SQL?

    /// - Parameter views: returns the query that replaces a table, or nil. In SQLite, the query reads its main table
    ///   with the hint, which is empty or begins with `INDEXED BY`.
    public init(number: Int64, views: @escaping @Sendable (_ table: Table, _ sqliteHint: String) -> SQL?) {
        self.number = number
        self.views = views
    }

    func view(of table: Table, sqliteHint hint: String = "") -> SQL? { views(table, hint) }
}
