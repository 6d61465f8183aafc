internal import Articles
internal import LibraryStorage

extension PostgresStore: ArticleWriting {
    @discardableResult
    package func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            return try recording.removing { try bin(numbers, action: recording.id) }
        }.result
    }
}
