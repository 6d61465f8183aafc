package import LibraryStorage
internal import PostgreSQL

extension PostgresStore: CopyableStore {
    package func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        if table.selection == .recordedChanges { return try withRecordedChanges(of: table, after: key, body) }
        return try guarded {
            let copied = copiedForm(table)
            let form = PostgresCopiedForm(copied, place)
            // Disable sorting: until the server has statistics for a table, it would sort all remaining rows for each
            // part.
            try connection.execute(
                """
                SET LOCAL enable_sort = off; DECLARE \(form.cursor) NO SCROLL CURSOR FOR \(form.selection(after: key));
                SET LOCAL enable_sort = on
                """)
            var rows = try connection.query(form.fetch)
            var next = 0
            let result = try body { [self] in
                try guarded {
                    if next == rows.count {
                        if rows.isEmpty { return nil }
                        rows = try connection.query(form.fetch)
                        next = 0
                        if rows.isEmpty { return nil }
                    }
                    defer { next += 1 }
                    return try copied.row(rows[next])
                }
            }
            try connection.execute("CLOSE \(form.cursor)")
            return result
        }
    }

    private func copiedForm(_ table: CopiedTable) -> CopiedForm {
        CopiedForm(table, library, texts: texts, location: location)
    }

    private func withRecordedChanges<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        let form = PostgresRecordedChanges(library, location: location)
        let start = key.map { (action: $0[0].integer ?? 0, part: $0[1].integer ?? 0) }
        return try guarded {
            if table.columns.count == table.keyCount {
                let keys = try connection.query(form.keys(after: start)).makeIterator()
                return try body { keys.next().map { [.integer($0.integer(0)), .integer($0.integer(1))] } }
            }
            try connection.execute("DECLARE recorded_changes NO SCROLL CURSOR FOR \(form.selection(after: start))")
            var (rows, next) = (try connection.query(form.fetch), 0)
            let result = try body { [self] in
                try guarded {
                    var (part, text): ([Int64]?, [UInt8]) = (nil, [])
                    while true {
                        if next == rows.count, !rows.isEmpty { (rows, next) = (try connection.query(form.fetch), 0) }
                        guard next < rows.count else { break }
                        let row = rows[next]
                        let place = [row.integer(0), row.integer(1)]
                        if part ?? place != place { break }
                        part = place
                        try form.change(row).append(to: &text)
                        next += 1
                    }
                    return part.map { $0.map { .integer($0) } + [.text(String(decoding: text, as: UTF8.self))] }
                }
            }
            try connection.execute("CLOSE recorded_changes")
            return result
        }
    }

    package func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws {
        try guarded {
            if table.selection == .recordedChanges {
                let form = PostgresRecordedChanges(library, location: location)
                // Read part by part, because all parts together may contain millions of changes.
                for row in rows {
                    try library.copy(into: table.name, PostgresRecordedChanges.columns, form.changes(of: row)) {
                        form.values($0)
                    }
                }
                return
            }
            let form = PostgresCopiedForm(copiedForm(table), place)
            if table.holdsTexts { try beginCompressing() }
            try library.copy(into: table.name, form.columns, rows, form.values)
            if table.holdsTexts { try trainDictionaryIfDue() }
            // Make other open writers load the changed searches.
            if table.name == "saved_search" {
                try noteChange(ofSearches: rows.compactMap { $0.first?.integer })
            }
        }
    }

    package func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws {
        try guarded {
            if table.selection == .recordedChanges {
                let form = PostgresRecordedChanges(library, location: location)
                let first = Dictionary(grouping: keys) { $0[0].integer ?? 0 }
                    .mapValues { $0.compactMap { $0[1].integer }.min() ?? 0 }
                _ = try library.pipeline(
                    first.map { library.request(form.removal, [.integer($0.key), .integer($0.value)]) })
                return
            }
            let form = PostgresCopiedForm(copiedForm(table), place)
            _ = try library.pipeline(keys.map { library.request(form.removal, form.keyValues($0)) })
        }
    }

    /// Always empty. A file may come from an unknown source, but a server is trusted, so a damaged row ends the copy
    /// with an error.
    package var damagedActions: Set<Int64> { [] }

    package func beginCopy(_ verify: () throws -> Void) throws {
        if isCopyTarget { return }
        try writing {
            try verify()
            // A program that does not support unfinished copies reads this row as the version of a newer program, and
            // refuses to open the library.
            try library.run(
                """
                INSERT INTO feedsearch.schema_version (library, slot, version, least_program)
                VALUES ($1, $2, 0, \(Int32.max))
                """)
        }
        isCopyTarget = true
    }

    package func finishCopy() throws {
        try guarded {
            try library.run(
                "DELETE FROM feedsearch.schema_version WHERE library = $1 AND slot = $2 AND version = 0")
            isCopyTarget = false
        }
    }

    package func sealing<Result>(_ body: () throws -> Result) throws -> Result {
        try writing {
            let result = try body()
            try library.run(
                """
                INSERT INTO feedsearch.schema_version (library, slot, version, least_program)
                VALUES ($1, $2, \(PostgresSchema.sealVersion), \(Int32.max)) ON CONFLICT DO NOTHING
                """)
            return result
        }
    }

    package func lastNumbers() throws -> [CopiedNumber: Int64] {
        try guarded {
            var numbers: [CopiedNumber: Int64] = [:]
            for number in CopiedNumber.allCases {
                let last = try library.query(
                    "SELECT last FROM feedsearch.counter WHERE library = $1 AND slot = $2 AND name = $3",
                    [.text(number.rawValue)])
                numbers[number] = last.first?.integer(0)
            }
            return numbers
        }
    }

    package func setLastNumbers(_ numbers: [CopiedNumber: Int64]) throws {
        try guarded {
            _ = try library.pipeline(
                numbers.sorted { $0.key.rawValue < $1.key.rawValue }.map { number, last in
                    library.request(
                        """
                        INSERT INTO feedsearch.counter (library, slot, name, last) VALUES ($1, $2, $3, $4)
                        ON CONFLICT (library, slot, name) DO UPDATE SET last = greatest(counter.last, excluded.last)
                        """, [.text(number.rawValue), .integer(last)])
                })
        }
    }
}
