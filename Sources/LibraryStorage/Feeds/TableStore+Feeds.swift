internal import ArticleSearch
package import Articles
internal import Database

extension SubscriptionStoring where Self: TableStore {
    package func feeds(subscribedOnly: Bool) throws -> [Feed] {
        try reading { _ in try searcher.source.feeds(subscribedOnly: subscribedOnly) }
    }

    package func feed(_ id: Int64) throws -> Feed? { try reading { _ in try searcher.source.feed(.id(id)) } }

    package func descriptions(of feeds: [Int64]?) throws -> [Int64: String] {
        try texts("f.description", of: feeds)
    }

    package func copyrights(of feeds: [Int64]?) throws -> [Int64: String] { try texts("f.copyright", of: feeds) }

    /// - Parameter column: a text column of the feed `f`.
    private func texts(_ column: SQL, of feeds: [Int64]?) throws -> [Int64: String] {
        if feeds?.isEmpty == true { return [:] }
        let condition: SQL = if let feeds { "AND f.id\(isOneOf: feeds)" } else { "" }
        return try reading { database in
            let rows = try database.rows(
                "SELECT f.id, \(sql: column) FROM \(rows: .feed) f WHERE \(sql: column) <> '' \(sql: condition)"
            ) { ($0.integer(0), $0.text(1)) }
            return Dictionary(rows) { first, _ in first }
        }
    }

    package func feed(named name: String) throws -> Feed? {
        try reading { _ in try FeedLookup(searcher.source).feed(named: name) }
    }

    package func folderCounts() throws -> [FolderCounts] { try FolderCounts.of(feeds(subscribedOnly: true)) }

    package func hasFolder(_ name: String) throws -> Bool {
        try reading { _ in try !searcher.feeds(inFolder: name).isEmpty }
    }

    package func newestDates() throws -> [Int64: Int64] {
        try reading { database in
            let rows = try database.rows("SELECT a.feed, max(a.sort_date) FROM \(rows: .article) a GROUP BY a.feed") {
                ($0.integer(0), $0.integer(1))
            }
            return Dictionary(rows) { first, _ in first }
        }
    }

    @discardableResult
    package func upsert(_ feed: FeedDraft, now: Int64) throws -> (id: Int64, isNew: Bool) {
        try writing { try FeedRows(database: $0).upsert([feed], now: now)[0] }
    }

    package func upsert(_ feeds: [FeedDraft], now: Int64) throws -> [Bool] {
        if feeds.isEmpty { return [] }
        return try writing { try FeedRows(database: $0).upsert(feeds, now: now).map(\.isNew) }
    }

    package func unsubscribe(_ feed: Int64) throws {
        try writing { database in
            try database.run([
                .update(.feed, set: "subscribed = \(false)", where: "id = \(feed)"),
                .delete(from: .feedFolder, where: "feed = \(feed)"),
            ])
        }
    }

    package func edit(_ feed: Int64, _ changes: FeedChanges) throws {
        try writing { database in
            var statements: [SQL] = []
            if let ownTitle = changes.ownTitle {
                statements.append(.update(.feed, set: "own_title = \(ownTitle)", where: "id = \(feed)"))
            }
            if let paused = changes.isPaused {
                statements.append(.update(.feed, set: "paused = \(paused)", where: "id = \(feed)"))
            }
            if changes.folders != nil { statements.append(.delete(from: .feedFolder, where: "feed = \(feed)")) }
            try database.run(statements)
            let paths = (changes.folders ?? []).filter { !$0.isEmpty }
            if paths.isEmpty { return }
            let rows = FeedRows(database: database)
            let folders = try rows.folderIDs(paths)
            try rows.add(paths.map { (folders[$0] ?? 0, feed) })
        }
    }

    // MARK: - Recipes

    package func setRecipe(_ recipe: String?, for feed: Int64) throws {
        try writing { database in
            if let recipe {
                try database.run(
                    .insert(
                        into: .feedRecipe, ["feed": .integer(feed), "recipe": .text(recipe)],
                        onConflict: .updates(["recipe"])))
            } else {
                try database.run(.delete(from: .feedRecipe, where: "feed = \(feed)"))
            }
        }
    }

    package func recipes() throws -> [Int64: String] {
        try reading { database in
            let rows = try database.rows("SELECT r.feed, r.recipe FROM \(rows: .feedRecipe) r") {
                ($0.integer(0), $0.text(1))
            }
            return Dictionary(rows) { first, _ in first }
        }
    }

    package func hasAny(of ids: [String], in feed: Int64) throws -> Bool {
        try reading { database in
            var isFound = false
            try database.visit(names: ids) { ids in
                """
                SELECT 1 FROM \(rows: .article) a WHERE a.feed = \(feed) AND \(name: "a.guid", isOneOf: ids) LIMIT 1
                """
            } _: { _ in
                isFound = true
            }
            return isFound
        }
    }
}
