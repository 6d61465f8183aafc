internal import Articles
internal import LibraryStorage

extension PostgresStore: PageWriter {
    func writingBatch<Result>(
        now: Int64, _ body: ((PreparedBatch) throws -> [ArticleID]) throws -> Result
    ) throws -> Result {
        try guarded {
            let writer = try PostgresBatchWriter(
                store: self, request: BatchInsertRequest(resultType: .ids) { _ in false }, now: now)
            let result = try writing {
                try body { batch in
                    _ = try writer.write(batch)
                    return writer.total.updatedIDs
                }
            }
            try writer.finish()
            return result
        }
    }
}
