package import ArticleBatches
internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore: CopyableStore {
    package func copiedRows(of table: CopiedTable) throws -> () throws -> [CopiedValue]? {
        try guarded {
            let form = CopiedForm(table, place, location: location)
            copyCursors += 1
            // A statement is prepared once by its text, and its columns must stay those that it had.
            let cursor = "copied_\(table.name)_\(copyCursors)"
            try connection.execute("DECLARE \(cursor) NO SCROLL CURSOR FOR \(form.selection)")
            var rows = try connection.query(form.fetch(cursor))
            var next = 0
            return { [self] in
                try guarded {
                    if next == rows.count {
                        if rows.isEmpty { return nil }
                        rows = try connection.query(form.fetch(cursor))
                        next = 0
                        if rows.isEmpty {
                            try connection.execute("CLOSE \(cursor)")
                            return nil
                        }
                    }
                    defer { next += 1 }
                    return try form.row(rows[next])
                }
            }
        }
    }

    package func insert(copied rows: [[CopiedValue]], into table: CopiedTable) throws {
        try guarded {
            let form = CopiedForm(table, place, location: location)
            try library.copy(into: table.name, form.columns, rows, form.values)
            // Those who write already take the searches over.
            if table.name == "saved_search" {
                try SavedSearchTable(library: library).noteChange(of: rows.compactMap { $0.first?.integer })
            }
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
