internal import ArticleSearch
internal import Articles
internal import Database
internal import PostgreSQL
internal import SearchRanking

/// Writes the ranking data of articles, and finds near-duplicates among the articles written.
final class ForwardRows {
    private let library: LibraryConnection
    let facts: FactsWriter
    let duplicates: PostgresDuplicates
    private var groups: DuplicateGroups

    init(_ library: LibraryConnection) {
        self.library = library
        facts = FactsWriter(library)
        duplicates = PostgresDuplicates(library)
        groups = DuplicateGroups(duplicates)
    }

    /// Removes articles from their groups of near-duplicates, before the texts of the articles are replaced or deleted.
    /// The old texts must have been passed to `duplicates`.
    func willReplace(_ numbers: [Int64]) throws {
        if numbers.isEmpty { return }
        try facts.need(numbers)
        try duplicates.needGroups(numbers)
        for n in numbers where try groups.remove(n) { facts.change(n) { $0.foldKey = 0 } }
        try library.run(
            "DELETE FROM feedsearch.article_forward WHERE library = $1 AND slot = $2 AND n = ANY ($3)",
            [.integers(numbers)])
    }

    /// Writes the ranking data of articles. The articles must be stored already, and their old ranking data deleted.
    func write(_ entries: [(id: Int64, entry: ForwardEntry, date: Int64)]) throws {
        if entries.isEmpty { return }
        try library.copy(into: "article_forward", ["n", "characters"], entries) {
            [.integer($0.id), .bytes(Array($0.entry.characters))]
        }
        try facts.need(entries.lazy.map(\.id))
        for (n, entry, date) in entries {
            groups.add(n, entry.sketch)
            facts.change(n) {
                $0 = RankingFacts(
                    bodyLength: min(entry.bodyLength, 65_535), titleLength: min(entry.titleLength, 65_535),
                    date: UInt32(clamping: date), foldKey: 0)
            }
        }
    }

    /// Adds the hashes of an article's text without its title. Needed only for articles that were stored without them.
    func addTextSketch(_ n: Int64, _ sketch: DuplicateSketch) { groups.add(n, sketch.ofTextAlone) }

    /// Finds the near-duplicates of the articles written so far.
    func linkCopies() throws {
        let changes = try groups.link()
        try facts.need(changes.lazy.map(\.id))
        for (n, group) in changes { facts.change(n) { $0.foldKey = UInt32(clamping: group) } }
        try duplicates.flush()
    }

    /// Clears the caches; called after a transaction or a rollback.
    func forget() {
        facts.forget()
        groups.forget()
        duplicates.forget()
    }
}
