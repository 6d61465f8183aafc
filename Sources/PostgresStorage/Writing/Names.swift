internal import Database
internal import PostgreSQL
internal import PostgresSearch
internal import TextAnalysis

/// The ids of feeds, authors and tags by name, which are made where they are absent. What was found is remembered.
///
/// Used inside transactions of a writer, which alone makes names.
final class Names {
    private let library: LibraryConnection
    private var feeds: [String: Int64] = [:]
    private var authors: [String: Int64] = [:]
    private var tags: [String: Int64] = [:]
    private static let maxRemembered = 50_000

    init(_ library: LibraryConnection) { self.library = library }

    /// After a rollback nothing that was remembered is sure.
    func forget() {
        feeds.removeAll()
        authors.removeAll()
        tags.removeAll()
    }

    func feedID(_ url: String) -> Int64 { feeds[url] ?? 0 }
    func tagID(_ name: String) -> Int64 { tags[name] ?? 0 }
    func authorID(_ name: String?) -> Int64? { name.flatMap { authors[$0] } }

    /// Looks up or makes feeds, so that `feedID` knows them.
    func needFeeds(_ urls: some Sequence<String>, now: Int64) throws {
        try need(urls, &feeds, table: "feed", key: "url_key", counter: .feed) { first, new in
            try library.copy(into: "feed", ["id", "url", "url_key", "added"], new.enumerated()) { place, url in
                [.integer(first &+ Int64(place)), .text(url), NameKey.value(of: url), .integer(now)]
            }
        }
    }

    func needAuthors(_ names: some Sequence<String>) throws {
        try need(names, &authors, table: "author", key: "name_key", counter: .author) { first, new in
            try library.copy(into: "author", ["id", "name", "name_key"], new.enumerated()) { place, name in
                [.integer(first &+ Int64(place)), .text(name), NameKey.value(of: name)]
            }
        }
    }

    func needTags(_ names: some Sequence<String>) throws {
        try need(names, &tags, table: "tag", key: "name_key", counter: .tag) { first, new in
            let columns = ["id", "name", "name_key", "folded", "folded_key"]
            try library.copy(into: "tag", columns, new.enumerated()) { place, name in
                let folded = Analyzer.shared.foldedText(name)
                return [
                    .integer(first &+ Int64(place)), .text(name), NameKey.value(of: name), .text(folded),
                    NameKey.value(of: folded),
                ]
            }
        }
    }

    /// - Parameter insert: stores new names, with consecutive ids from the first.
    private func need(
        _ names: some Sequence<String>, _ known: inout [String: Int64], table: String, key: String,
        counter: LibraryConnection.Counter, insert: (Int64, [String]) throws -> Void
    ) throws {
        if known.count > Self.maxRemembered { known.removeAll() }
        var seen: Set<String> = []
        let missing = names.filter { known[$0] == nil && seen.insert($0).inserted }
        if missing.isEmpty { return }
        let rows = try library.query(
            """
            SELECT u.place, t.id FROM unnest($3::bytea[]) WITH ORDINALITY AS u(key, place)
            JOIN feedsearch.\(table) t ON t.library = $1 AND t.slot = $2 AND t.\(key) = u.key
            """, [.byteArrays(missing.map(NameKey.of))])
        for row in rows { known[missing[Int(row.integer(0)) - 1]] = row.integer(1) }
        let new = missing.filter { known[$0] == nil }
        if new.isEmpty { return }
        let first = try library.take(new.count, counter)
        try insert(first, new)
        for (place, name) in new.enumerated() { known[name] = first &+ Int64(place) }
    }
}
