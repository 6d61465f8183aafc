internal import ArticleSearch
package import Articles
internal import Database

extension StateStoring where Self: TableStore {
    @discardableResult
    package func change(_ change: StateChange, of numbers: [ArticleID]) throws -> Int {
        if numbers.isEmpty { return 0 }
        let reader = database.reader
        return try writing { database in
            try requireMember(reader)
            if let reader, case .read(true) = change, numbers.count >= MemberStateWriter.manyArticles {
                return try markRead(numbers, by: reader, in: database)
            }
            let writer = StateWriter(database: database, reader: reader)
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

    /// Marks many articles as read for a member. A feed with few other unread articles gets a mark instead of a row for
    /// each article.
    private func markRead(
        _ numbers: [ArticleID], by reader: SQLReader, in database: any LibraryDatabase
    ) throws -> Int {
        var unread: [ArticleID] = []
        for part in MemberStateWriter.parts(numbers) {
            unread += try database.reading(as: reader) {
                try database.integers("SELECT a.n FROM \(rows: .article) a WHERE a.n\(isOneOf: part) AND NOT a.read")
            }
        }
        let count = try MemberStateWriter(database: database, reader: reader)
            .markAllRead(Set(unread).sorted(), newest: nil)
        try didChange(count)
        return count
    }

    package func unread(in scope: ReadScope) throws -> [ArticleID] {
        try snapshot { try UnreadArticles(searcher.source).articles(in: scope) }
    }

    @discardableResult
    package func markAllRead(_ scope: ReadScope) throws -> Int {
        guard let reader = database.reader else {
            return try writing { _ in try change(.read(true), of: unread(in: scope)) }
        }
        return try writing { database in
            try requireMember(reader)
            let unread = try database.reading(as: reader) { () -> [ArticleID] in try self.unread(in: scope) }
            let last = try database.lastArticle()
            let newest = scope.receivedBefore == nil ? min(scope.newestSeen ?? last, last) : nil
            let count = try MemberStateWriter(database: database, reader: reader).markAllRead(unread, newest: newest)
            try didChange(count)
            return count
        }
    }
}

extension ArticleSearching where Self: TableStore {
    package func copies(of id: ArticleID) throws -> [ArticleID] {
        try reading { try CopyState(database: $0).copies(ofEach: [id])[id] ?? [] }
    }
}
