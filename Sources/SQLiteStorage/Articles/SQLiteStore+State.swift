internal import ArticleSearch
internal import Articles
internal import SQLite

extension SQLiteStore {

    @discardableResult
    func change(_ change: StateChange, of numbers: [Int64]) throws -> Int {
        try guarded {
            try connection.transaction {
                var changed = 0
                var writer = try StateWriter(store: self)
                for n in numbers where try writer.apply(change, to: n) {
                    changed += 1
                    try recording?.didChange(1)
                }
                return changed
            }
        }
    }

    func newestID() throws -> Int64 {
        try guarded { try connection.integer("SELECT max(n) FROM article") ?? 0 }
    }

    func unread(in scope: ReadScope) throws -> [Int64] { try guarded { try searcher.unread(in: scope) } }

    @discardableResult
    func markAllRead(_ scope: ReadScope) throws -> Int {
        try guarded { try connection.transaction { try change(.read(true), of: unread(in: scope)) } }
    }
}
