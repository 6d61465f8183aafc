package import LibraryStorage
internal import SQLite

extension SQLiteStore: CopyableStore {
    package func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        try guarded {
            let form = form(table)
            let statement = try connection.prepare(form.selection(isPart: key != nil))
            if let key { form.bind(key: key, to: statement) }
            // Rows may be removed once they are read.
            defer { statement.rewind() }
            return try body { [self] in
                try guarded { try statement.step() ? form.row(statement) : nil }
            }
        }
    }

    private func form(_ table: CopiedTable) -> CopiedForm {
        CopiedForm(table, texts: texts, location: path, isTarget: isCopyTarget)
    }

    package func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws {
        try guarded {
            let form = form(table)
            let statement = try connection.cachedStatement(form.insertion)
            for row in rows {
                form.bind(row, to: statement)
                try statement.run()
            }
            if table.holdsTexts { try texts.trainIfDue() }
        }
    }

    package func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws {
        try guarded {
            let form = form(table)
            let statement = try connection.cachedStatement(form.removal)
            for key in keys {
                form.bind(key: key, to: statement)
                try statement.run()
            }
        }
    }

    /// The file of a copy has a name that nobody else uses (`FileCopyTarget`).
    package func beginCopy(_ verify: () throws -> Void) throws {
        if !isCopyTarget { try verify() }
        isCopyTarget = true
        // Rows are removed and brought again without those that refer to them.
        try guarded { try connection.execute("PRAGMA foreign_keys = OFF") }
    }

    package func finishCopy() throws { isCopyTarget = false }

    /// Tables whose numbers SQLite itself never gives twice.
    private static let sequences: [CopiedNumber: String] = [
        .article: "article", .history: "history", .action: "action", .rule: "arrival_rule",
        .delivery: "alert_delivery", .alertBatch: "alert_batch",
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

    /// Feeds, folders and names are never removed, or have no number that anybody keeps: the highest is the last.
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
            // The next search gets a number above those of all that have changed.
            if let last = numbers[.search] {
                try connection.run("INSERT INTO alert_change (search) VALUES (?)", [.integer(last)])
            }
        }
    }
}
