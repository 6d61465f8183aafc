internal import Articles
internal import Database

/// Replaces the guids of stored articles when a feed has changed its guids. The articles keep their ids and their
/// state.
struct GuidSuccession {
    let database: any LibraryDatabase
    private var rows: ArticleRows { ArticleRows(database: database) }
    /// The maximum number of a feed's newest articles that are compared. Only these are likely to have a new guid.
    private static let depth = SQL.literal(2_000)
    /// The maximum number of feeds whose guids are in memory at the same time.
    private static let feedsAtOnce = 16

    /// The guid of an article that is stored or removed.
    private struct Known {
        var article: ArticleID
        var guid: String
        var url: String?
        var isRemoved: Bool
    }

    /// - Parameters:
    ///   - documents: the documents, each from a different feed.
    ///   - hasAliases: whether any article has a former guid.
    /// - Returns: the number of stored articles whose guid was replaced.
    func adopt(_ documents: [(feed: Int64, items: DocumentItems)], hasAliases: Bool) throws -> Int {
        let guids = documents.flatMap { feed, items in items.ids.map { NumberedName(number: feed, name: $0) } }
        let found = try rows.find(guids, hasAliases: hasAliases)
        let stored = Set(zip(guids, found).compactMap { guid, article in article == nil ? nil : guid })
        let open = documents.filter { feed, items in
            items.ids.contains { !stored.contains(NumberedName(number: feed, name: $0)) }
        }
        return try stride(from: 0, to: open.count, by: Self.feedsAtOnce).reduce(0) { count, first in
            try count + adopt(open[first..<min(first + Self.feedsAtOnce, open.count)], stored)
        }
    }

    /// - Parameter stored: the guids in the documents that are already stored.
    private func adopt(
        _ open: ArraySlice<(feed: Int64, items: DocumentItems)>, _ stored: Set<NumberedName>
    ) throws -> Int {
        let known = try known(of: open.map(\.feed))
        var statements: [SQL] = []
        var count = 0
        for (place, (feed, items)) in open.enumerated() where !known[place].isEmpty {
            // An article that was removed and has arrived again is both stored and in the bin.
            let byGUID = Dictionary(known[place].map { (NumberedName(number: feed, name: $0.guid), $0) }) { first, _ in
                first
            }
            for (new, old) in items.successors(known[place].map { ($0.guid, $0.url) })
            where !stored.contains(NumberedName(number: feed, name: new)) {
                guard let article = byGUID[NumberedName(number: feed, name: old)] else { continue }
                statements += renaming(article, of: feed, to: new)
                if !article.isRemoved { count += 1 }
            }
        }
        try database.run(statements)
        return count
    }

    /// The known guids of each feed: those of stored articles first, then those of removed articles, newest first.
    /// Removed articles are included so that they stay deleted when the feed renumbers its guids. The link of a removed
    /// article is only known while the article is in the bin.
    private func known(of feeds: [Int64]) throws -> [[Known]] {
        let queries: [SQL] = feeds.flatMap { feed in
            [Table.article, .removedArticle].map { table in
                """
                SELECT a.n, a.guid, a.url FROM \(rows: table) a WHERE a.feed = \(feed)
                ORDER BY a.n DESC LIMIT \(sql: Self.depth)
                """
            }
        }
        let answers = try database.rows(of: queries) { place, row in
            Known(article: row.integer(0), guid: row.text(1), url: row.textOrNil(2), isRemoved: place % 2 == 1)
        }
        return feeds.indices.map { answers[2 * $0] + answers[2 * $0 + 1] }
    }

    /// The statements that change a guid. The old guid is kept as an alias, since an older snapshot of the feed may
    /// arrive later.
    private func renaming(_ known: Known, of feed: Int64, to guid: String) -> [SQL] {
        let n = known.article
        if known.isRemoved {
            return [
                .insert(
                    into: .removedGUID, ["feed": .integer(feed), "guid": .text(guid), "n": .integer(n)],
                    onConflict: .isIgnored)
            ]
        }
        return [
            .update(.article, set: .setting("guid", of: .article, to: .text(guid)), where: "n = \(n)"),
            .insert(
                into: .articleAlias, ["feed": .integer(feed), "guid": .text(known.guid), "n": .integer(n)],
                onConflict: .updates(["n"])),
        ]
    }
}
