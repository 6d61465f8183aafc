internal import Articles
internal import LibraryStorage

extension PostgresStore: ArticleWriting {
    @discardableResult
    package func remove(_ numbers: [Int64], now: Int64) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try recording(.deleted, subject: nil, now: now) {
            guard let recording else { return 0 }
            return try recording.removing {
                try ArticleBin(store: self).remove(numbers, action: recording.id, now: now)
            }
        }.result
    }
}

extension PostgresStore: RetentionStore {
    func bin(_ articles: [ArticleID], action: Int64, now: Int64) throws -> Int {
        try ArticleBin(store: self).remove(articles, action: action, now: now)
    }
}
