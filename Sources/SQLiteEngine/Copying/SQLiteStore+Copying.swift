package import LibraryStorage
internal import SQLite

extension SQLiteStore: CopyableStore {
    package func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        if table.selection == .recordedChanges { return try withRecordedChanges(of: table, after: key, body) }
        return try guarded {
            let copied = copiedForm(table)
            let form = SQLiteCopiedForm(copied)
            let statement = try connection.prepare(form.selection(isPart: key != nil))
            if let key { form.bind(key: key, to: statement) }
            // Rewind the statement, because the caller may delete the rows after reading them.
            defer { statement.rewind() }
            return try body { [self] in
                try guarded { try statement.step() ? copied.row(statement) : nil }
            }
        }
    }

    private func copiedForm(_ table: CopiedTable) -> CopiedForm {
        CopiedForm(table, connection, texts: texts, location: path)
    }

    /// Keeps the changes of only one action in memory at a time.
    private func withRecordedChanges<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        let start = key?.compactMap(\.integer) ?? []
        let (recorded, actions) = try guarded {
            let recorded = try SQLiteRecordedChanges(connection)
            return (recorded, try recorded.actions(from: start.first ?? .min))
        }
        var rest = actions[...]
        var current: (action: Int64, changes: SortedChanges, part: Int)?
        return try body { [self] in
            try guarded {
                while true {
                    if let (action, changes, part) = current, part < changes.partCount {
                        current?.part += 1
                        let row: [CopiedValue] = [.integer(action), .integer(Int64(part))]
                        return table.columns.count == table.keyCount
                            ? row : row + [.text(try changes.text(ofPart: part))]
                    }
                    guard let action = rest.popFirst() else { return nil }
                    do {
                        let isBegun = action == start.first
                        current = (action, try recorded.changes(of: action), isBegun ? Int(start[1]) + 1 : 0)
                    } catch let error where Self.isDamage(error) {
                        current = nil
                        damagedActions.insert(action)
                    }
                }
            }
        }
    }

    /// Whether an error means that recorded changes are damaged while the file itself is intact.
    private static func isDamage(_ error: any Error) -> Bool {
        error is Changeset.Malformed || error is MalformedRowChange
    }

    /// Groups consecutive rows by their action.
    private func grouped(_ rows: [[CopiedValue]]) -> [(action: Int64, rows: [[CopiedValue]])] {
        var groups: [(action: Int64, rows: [[CopiedValue]])] = []
        for row in rows {
            let action = row.first?.integer ?? 0
            if groups.last?.action != action { groups.append((action, [])) }
            groups[groups.count - 1].rows.append(row)
        }
        return groups
    }

    private func insert(recorded rows: [[CopiedValue]]) throws {
        let recorded = try SQLiteRecordedChanges(connection)
        for (action, rows) in grouped(rows) {
            try recorded.append(rows.compactMap { $0.last?.text }, from: rows[0][1].integer ?? 0, to: action)
        }
    }

    package func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws {
        try guarded {
            if table.selection == .recordedChanges { return try insert(recorded: rows) }
            let form = SQLiteCopiedForm(copiedForm(table))
            if table.holdsTexts { try beginCompressing() }
            let statement = try connection.cachedStatement(form.insertion)
            for row in rows {
                form.bind(row, to: statement)
                try statement.run()
            }
            if table.holdsTexts { try trainDictionaryIfDue() }
        }
    }

    package func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws {
        try guarded {
            if table.selection == .recordedChanges {
                let recorded = try SQLiteRecordedChanges(connection)
                for (action, keys) in grouped(keys) {
                    try recorded.remove(from: keys.compactMap { $0[1].integer }.min() ?? 0, of: action)
                }
                return
            }
            let form = SQLiteCopiedForm(copiedForm(table))
            let statement = try connection.cachedStatement(form.removal)
            for key in keys {
                form.bind(key: key, to: statement)
                try statement.run()
            }
        }
    }

    /// Does not lock the library, because no other process uses the file that `FileCopyTarget` has created.
    package func beginCopy(_ verify: () throws -> Void) throws {
        if !isCopyTarget { try verify() }
        isCopyTarget = true
        // Foreign keys do not hold while rows are deleted and inserted again.
        try guarded { try connection.execute("PRAGMA foreign_keys = OFF") }
    }

    package func finishCopy() throws { isCopyTarget = false }

    package func sealing<Result>(_ body: () throws -> Result) throws -> Result {
        try guarded {
            try connection.transaction {
                let result = try body()
                try connection.execute(
                    "PRAGMA user_version = \(SQLiteSchema.sealOffset + SQLiteSchema.newestVersion)")
                return result
            }
        }
    }

    /// Tables with AUTOINCREMENT, whose ids SQLite does not reuse.
    private static let sequences: [CopiedNumber: String] = [
        .article: "article", .history: "history", .action: "action", .rule: "arrival_rule",
        .delivery: "alert_delivery", .alertBatch: "alert_batch",
        .destination: "destination", .sending: "sending",
    ]

    package func lastNumbers() throws -> [CopiedNumber: Int64] {
        try guarded {
            var numbers: [CopiedNumber: Int64] = [:]
            for (number, table) in Self.sequences {
                numbers[number] = try connection.integer(
                    "SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table)])
            }
            for number in [CopiedNumber.feed, .folder, .author, .tag] {
                numbers[number] = try connection.integer("SELECT max(id) FROM \(number.rawValue)")
            }
            numbers[.search] = try connection.integer(
                "SELECT max(id) FROM (SELECT id FROM saved_search UNION ALL SELECT search FROM alert_change)")
            return numbers
        }
    }

    /// Feeds, folders and names need no counter: they are never deleted, or their ids are stored nowhere else.
    package func setLastNumbers(_ numbers: [CopiedNumber: Int64]) throws {
        try guarded {
            for (number, table) in Self.sequences {
                guard let last = numbers[number] else { continue }
                try connection.run(
                    "INSERT INTO sqlite_sequence SELECT ?1, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)",
                    [.text(table)])
                try connection.run(
                    "UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", [.text(table), .integer(last)])
            }
            // The id of the next search follows the largest id in `alert_change`.
            if let last = numbers[.search] {
                try connection.run("INSERT INTO alert_change (search) VALUES (?)", [.integer(last)])
            }
        }
    }
}
