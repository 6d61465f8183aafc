import Articles
import LibraryStorage

@testable import PostgresEngine

extension PostgresStore {
    /// Stores an article for each number.
    func insert(
        _ numbers: Range<Int>, batchSize: Int = 2_000, _ draft: @escaping (Int) -> ArticleDraft
    ) throws -> BatchInsertResult {
        var rest = numbers
        return try insert(
            BatchInsertRequest(batchSize: batchSize) { row in
                guard let number = rest.popFirst() else { return false }
                row = draft(number)
                return true
            }, now: 1)
    }
}
