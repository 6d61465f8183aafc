package import LibraryStorage
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: CopyableStore {
    package func withCopiedRows<Result>(
        of table: CopiedTable, after key: [CopiedValue]?,
        _ body: (@escaping () throws -> [CopiedValue]?) throws -> Result
    ) throws -> Result {
        try guarded {
            let form = form(table)
            // Each part would sort all that is behind it where the server has not counted the rows of a table yet.
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
                    return try form.row(rows[next])
                }
            }
            try connection.execute("CLOSE \(form.cursor)")
            return result
        }
    }

    private func form(_ table: CopiedTable) -> CopiedForm {
        CopiedForm(table, library, textDictionaries, location: location, isTarget: isCopyTarget)
    }

    package func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws {
        try guarded {
            let form = form(table)
            if table.holdsTexts { try beginCompressing() }
            try library.copy(into: table.name, form.columns, rows, form.values)
            if table.holdsTexts { try textDictionaries.trainIfDue(library) }
            // Those who write already take the searches over.
            if table.name == "saved_search" {
                try noteChange(ofSearches: rows.compactMap { $0.first?.integer })
            }
        }
    }

    package func remove(copied keys: [[CopiedValue]], from table: CopiedTable) throws {
        try guarded {
            let form = form(table)
            _ = try library.pipeline(keys.map { library.request(form.removal, form.keyValues($0)) })
        }
    }

    package func beginCopy(_ verify: () throws -> Void) throws {
        if isCopyTarget { return }
        try writing {
            try verify()
            // A program that does not know the row takes the library for one of a newer program.
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
            try library.run("DELETE FROM feedsearch.schema_version WHERE library = $1 AND slot = $2")
            isCopyTarget = false
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
