internal import Articles
internal import Database

/// Gives stored articles the new guids that their feeds have given them: state and number stay.
struct GuidSuccession {
    let database: any LibraryDatabase
    private var rows: ArticleRows { ArticleRows(database: database) }
    /// Only the newest articles of a feed are compared, stored ones and removed ones: these may have got a new guid.
    private static let depth = SQL.literal(2_000)
    /// Their guids are in memory together.
    private static let feedsAtOnce = 16

    /// A guid of an article that is stored, or in the bin.
    private struct Known {
        var article: ArticleID
        var guid: String
        var url: String?
        var isRemoved: Bool
    }

    /// - Parameters:
    ///   - documents: of different feeds.
    ///   - hasAliases: whether any article has had another guid.
    /// - Returns: how many guids of stored articles were replaced.
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

    /// - Parameter stored: the guids of the documents that are known.
    private func adopt(
        _ open: ArraySlice<(feed: Int64, items: DocumentItems)>, _ stored: Set<NumberedName>
    ) throws -> Int {
        let known = try known(of: open.map(\.feed))
        var statements: [SQL] = []
        var count = 0
        for (place, (feed, items)) in open.enumerated() where !known[place].isEmpty {
            // What has come in again is in the bin as well.
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

    /// The guids of feeds, stored articles first, the newest of them first. What was removed has new guids with the rest, and is
    /// no news under them either. While it is in the bin, its link is known.
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

    /// The old guid stays known as another name: an older snapshot of the feed may come in later.
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
