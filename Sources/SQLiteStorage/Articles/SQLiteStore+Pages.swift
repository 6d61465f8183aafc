internal import Articles
internal import LibraryStorage
internal import SQLite

extension SQLiteStore: PageWriter {
    func writingBatch<Result>(
        now: Int64, _ body: ((PreparedBatch) throws -> [ArticleID]) throws -> Result
    ) throws -> Result {
        try guarded {
            let result = try connection.transaction {
                let request = BatchInsertRequest(resultType: .ids) { _ in false }
                let writer = try BatchWriter(store: self, request: request, now: now)
                let result = try body { batch in
                    try writer.write(batch)
                    return writer.total.updatedIDs
                }
                try writer.finish()
                return result
            }
            try BatchWriter.mergeSegments(connection)
            return result
        }
    }
}
