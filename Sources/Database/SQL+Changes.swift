/// Statements that change the rows of a library.
extension SQL {
    /// What an INSERT does if the key already exists.
    public enum Conflict: Sendable, Hashable {
        /// The statement fails.
        case fails
        case isIgnored
        /// The existing row gets the new values in these columns.
        case updates([String])
        /// Like `updates`, but a row that already has these values is not written.
        case updatesWhereDifferent([String])
        /// Updates the existing row. NULL values in the columns of the first list are skipped; the columns of the
        /// second list are always set.
        case updatesKnown([String], always: [String])
    }

    /// An INSERT statement for one row.
    public static func insert(
        into table: Table, _ values: KeyValuePairs<String, DatabaseValue>, onConflict conflict: Conflict = .fails
    ) -> SQL {
        insert(into: table, values.map(\.key), values.map(\.value), onConflict: conflict)
    }

    /// An INSERT statement for one row.
    ///
    /// - Parameter values: values in the order of the columns. If a text column has a key column, the key is added.
    public static func insert(
        into table: Table, _ columns: [String], _ values: [DatabaseValue], onConflict conflict: Conflict = .fails
    ) -> SQL {
        let columns = columns.map { table.column($0) }
        let keyed = zip(columns, values).filter { $0.0.hasKey }
        var out: SQL = """
            INSERT INTO \(target: table) (\(sqlite: "", postgres: "library, slot, ")\(sql: .list(columns.map(name)))
            """
        out.parts.append(.dialect(sqlite: "", postgres: keyed.map { ", " + $0.0.keyName }.joined()))
        out += """
            ) VALUES (\(sqlite: "", postgres: "$1, $2, ")\(sql: .list(values.map { "\($0)" }))
            """
        out.parts += keyed.flatMap { [.dialect(sqlite: "", postgres: ", "), .key($0.1)] }
        return out + ")" + conflictClause(table, conflict)
    }

    /// Inserts the rows of a query.
    ///
    /// - Parameters:
    ///   - columns: must not have keys.
    ///   - values: expressions in the order of the columns.
    ///   - source: the tables and joins after FROM, and a WHERE clause, which SQLite needs before ON CONFLICT.
    public static func insert(
        into table: Table, _ columns: [String], select values: SQL, from source: SQL, onConflict conflict: Conflict
    ) -> SQL {
        """
        INSERT INTO \(target: table) (\(sqlite: "", postgres: "library, slot, ")\(sql: .list(columns.map { name(table.column($0)) })))
        SELECT \(sqlite: "", postgres: "$1, $2, ")\(sql: values) FROM \(sql: source)\(sql: conflictClause(table, conflict))
        """
    }

    /// Inserts the rows of a query into any columns of the table, including columns that only one of the engines has.
    ///
    /// - Parameters:
    ///   - names: the names of the columns.
    ///   - source: the tables and joins after FROM, and a WHERE clause, which SQLite needs before ON CONFLICT.
    ///   - conflict: the ON CONFLICT clause.
    public static func insert(
        into table: Table, names: SQL, select values: SQL, from source: SQL, conflict: SQL = ""
    ) -> SQL {
        """
        INSERT INTO \(target: table) (\(sqlite: "", postgres: "library, slot, ")\(sql: names))
        SELECT \(sqlite: "", postgres: "$1, $2, ")\(sql: values) FROM \(sql: source)\(sql: conflict)
        """
    }

    private static func conflictClause(_ table: Table, _ conflict: Conflict) -> SQL {
        func changed(_ column: String) -> SQL {
            let column = table.column(column)
            precondition(!column.hasKey, "\(column.name) would keep the hash of its old text")
            return name(column)
        }
        func change(_ column: String) -> SQL {
            let name = changed(column)
            return "\(sql: name) = excluded.\(sql: name)"
        }
        let keys = SQL.list(
            table.key.map { "\(sqlite: $0.sqliteName, postgres: $0.hasKey ? $0.keyName : $0.name)" })
        let key: SQL = " ON CONFLICT (\(sqlite: "", postgres: "library, slot, ")\(sql: keys)) DO UPDATE SET "
        switch conflict {
        case .fails: return ""
        case .isIgnored: return " ON CONFLICT DO NOTHING"
        case .updates(let columns): return key + .list(columns.map(change))
        case .updatesWhereDifferent(let columns):
            let differences = columns.map { column -> SQL in
                let name = name(table.column(column))
                return "\(sql: raw(table.name)).\(sql: name) IS DISTINCT FROM excluded.\(sql: name)"
            }
            return key + .list(columns.map(change)) + " WHERE " + .joined(differences, by: " OR ")
        case .updatesKnown(let known, let always):
            let changes = known.map { column -> SQL in
                let name = changed(column)
                return "\(sql: name) = coalesce(excluded.\(sql: name), \(sql: raw(table.name)).\(sql: name))"
            }
            return key + .list(changes + always.map(change))
        }
    }

    /// An UPDATE statement for the rows that meet a condition. Columns are named without an alias.
    public static func update(_ table: Table, set changes: SQL, where condition: SQL) -> SQL {
        """
        UPDATE \(target: table) SET \(sql: changes)
        WHERE \(sqlite: "", postgres: "library = $1 AND slot = $2 AND ")(\(sql: condition))
        """
    }

    /// An assignment for UPDATE. If a text column has a key column, its key is set too.
    public static func setting(_ column: String, of table: Table, to value: DatabaseValue) -> SQL {
        let column = table.column(column)
        var assignment: SQL = "\(sql: name(column)) = \(value)"
        if column.hasKey {
            assignment += "\(sqlite: "", postgres: ", \(column.keyName) = ")"
            assignment.parts.append(.key(value))
        }
        return assignment
    }

    /// A DELETE statement for the rows that meet a condition. Columns are named without an alias.
    public static func delete(from table: Table, where condition: SQL) -> SQL {
        """
        DELETE FROM \(target: table)
        WHERE \(sqlite: "", postgres: "library = $1 AND slot = $2 AND ")(\(sql: condition))
        """
    }

    /// A list of columns for SELECT.
    public static func columns(_ names: [String], of table: Table, alias: String) -> SQL {
        .list(names.map { "\(sql: raw(alias)).\(sql: name(table.column($0)))" })
    }

    private static func name(_ column: Column) -> SQL { "\(sqlite: column.sqliteName, postgres: column.name)" }
    private static func raw(_ text: String) -> SQL { SQL(stringLiteral: text) }
}
