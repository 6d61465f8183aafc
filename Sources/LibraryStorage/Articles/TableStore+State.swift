internal import ArticleSearch
package import Articles
internal import Database

extension StateStoring where Self: TableStore {
    @discardableResult
    package func change(_ change: StateChange, of numbers: [ArticleID]) throws -> Int {
        if numbers.isEmpty { return 0 }
        return try writing { database in
            let writer = StateWriter(database: database)
            var count = 0
            for first in stride(from: 0, to: numbers.count, by: articlesPerChange) {
                let part = Array(numbers[first..<min(first + articlesPerChange, numbers.count)])
                let changed = try writer.apply(change, to: part)
                try didChange(changed)
                count += changed
            }
            return count
        }
    }

    package func unread(in scope: ReadScope) throws -> [ArticleID] {
        try snapshot { try UnreadArticles(searcher.source).articles(in: scope) }
    }

    @discardableResult
    package func markAllRead(_ scope: ReadScope) throws -> Int {
        try writing { _ in try change(.read(true), of: unread(in: scope)) }
    }
}

extension ArticleSearching where Self: TableStore {
    package func copies(of id: ArticleID) throws -> [ArticleID] {
        try reading { try CopyState(database: $0).copies(ofEach: [id])[id] ?? [] }
    }
}
