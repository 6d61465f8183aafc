internal import Articles
internal import Database
internal import Formats

/// Updates of stored articles that may change only some groups of fields (`BatchInsertRequest.updatedFields`).
///
/// The writer first decides which articles change, and applies the changes after it has indexed the batch: the index
/// entries that were prepared with the batch are those of the drafts, not of the stored articles with some new fields.
struct LimitedUpdates {
    let database: any LibraryDatabase
    let fields: UpdatedFields
    /// The drafts to apply, by the article's id. A later draft replaces an earlier one, because all of them change the
    /// same fields.
    private(set) var pending: [ArticleID: PlacedArticle] = [:]
    private var texts = DraftTexts()
    private let compressor = PrefixCompressor()
    /// The number of articles that are read at once, because their texts are in memory at the same time.
    static let articlesAtOnce = 32

    init(database: any LibraryDatabase, fields: UpdatedFields) {
        self.database = database
        self.fields = fields
    }

    /// Whether drafts replace all content, so that nothing needs to be merged.
    var replaceContent: Bool { fields.isSuperset(of: .content) }

    mutating func removeAll() { pending.removeAll() }

    mutating func takePending() -> [PlacedArticle] {
        let taken = pending.values.sorted { $0.id < $1.id }
        pending.removeAll()
        return taken
    }

    mutating func add(_ article: PlacedArticle) { pending[article.id] = article }

    // MARK: - Comparing

    /// Whether each draft changes a field that may change. Compares with the pending draft of the same article, if there
    /// is one, otherwise with the stored article.
    ///
    /// - Parameter names: contains the ids of the drafts' tags.
    mutating func areChanges(_ articles: [PlacedArticle], _ names: NameIDs) throws -> [Bool] {
        var changes = [Bool](repeating: false, count: articles.count)
        if fields.isDisjoint(with: .content) { return changes }
        var open: [Int] = []
        for (place, article) in articles.enumerated() {
            guard let earlier = pending[article.id] else {
                open.append(place)
                continue
            }
            changes[place] = differs(plain(article.draft), names, from: content(of: earlier.draft, names), fields)
        }
        for start in stride(from: 0, to: open.count, by: Self.articlesAtOnce) {
            let places = open[start..<min(start + Self.articlesAtOnce, open.count)]
            let stored = try read(places.map { articles[$0].id })
            for place in places {
                guard let content = stored[articles[place].id] else { continue }
                changes[place] = differs(plain(articles[place].draft), names, from: content, fields)
            }
        }
        return changes
    }

    private func differs(
        _ draft: ArticleDraft, _ names: NameIDs, from stored: Content, _ fields: UpdatedFields
    ) -> Bool {
        let known = stored.draft
        if fields.contains(.title), !isSame(draft.title, known.title) { return true }
        if fields.contains(.dates), draft.published != known.published || draft.updated != known.updated { return true }
        if fields.contains(.tags), names.tagIDs(draft.tags) != stored.tags { return true }
        guard fields.contains(.text) else { return false }
        if draft.body != known.body || draft.html != known.html || !isSame(draft.url, known.url)
            || !isSame(draft.author.flatMap { $0.isEmpty ? nil : $0 }, known.author)
            || !isSame(draft.storedExtra, known.storedExtra)
            || draft.hasImage != known.hasImage || draft.hasEnclosure != known.hasEnclosure
        {
            return true
        }
        if isSame(draft.language, known.language) { return false }
        // A language that was detected depends on the title, which may be that of the stored article.
        let title = self.fields.contains(.title) ? draft.title : known.title
        return !isSame(ArticleLanguage.tag(label: draft.language, title: title, body: draft.body), known.language)
    }

    /// Compares bytes, because Swift's `String` treats canonically equivalent texts as equal.
    private func isSame(_ text: String?, _ other: String?) -> Bool {
        guard let text, let other else { return text == nil && other == nil }
        return text.utf8.elementsEqual(other.utf8)
    }

    // MARK: - Merging

    /// The stored content with the fields of a draft that may change.
    ///
    /// - Parameter names: contains the ids of the draft's tags.
    mutating func merged(_ article: PlacedArticle, into stored: Content, _ names: NameIDs) -> ArticleDraft {
        let draft = plain(article.draft)
        var merged = stored.draft
        // If the result is the draft's content, store the draft's hash: the same draft is then recognised as known.
        if !differs(draft, names, from: stored, UpdatedFields.content.subtracting(fields)) {
            merged.givenHash = draft.contentHash
        }
        (merged.feed, merged.guid, merged.received) = (draft.feed, draft.guid, draft.received)
        (merged.isSnapshot, merged.isSilent) = (draft.isSnapshot, draft.isSilent)
        if fields.contains(.title) { (merged.title, merged.hashedTitle) = (draft.title, draft.hashedTitle) }
        if fields.contains(.dates) { (merged.published, merged.updated) = (draft.published, draft.updated) }
        if fields.contains(.tags) { merged.tags = draft.tags }
        if fields.contains(.text) {
            (merged.body, merged.html, merged.url, merged.originalURL) =
                (draft.body, draft.html, draft.url, draft.originalURL)
            (merged.author, merged.language, merged.extra) = (draft.author, draft.language, draft.extra)
            (merged.hasImage, merged.hasEnclosure) = (draft.hasImage, draft.hasEnclosure)
        }
        return merged
    }

    /// A draft with its text and HTML uncompressed.
    private mutating func plain(_ draft: ArticleDraft) -> ArticleDraft {
        var plain = draft
        plain.body = texts.text(of: draft)
        if draft.html == nil, let packed = draft.packedHTML {
            plain.html = compressor.decompress(packed, prefix: plain.body)
        }
        (plain.packedBody, plain.packedHTML) = (nil, nil)
        return plain
    }

    private mutating func content(of draft: ArticleDraft, _ names: NameIDs) -> Content {
        var known = plain(draft)
        if known.author?.isEmpty == true { known.author = nil }
        return Content(draft: known, tags: names.tagIDs(draft.tags))
    }

    // MARK: - Stored articles

    /// The content of a stored article.
    struct Content {
        /// The content as a draft. `extra` includes the original address.
        var draft: ArticleDraft
        /// The ids of the feed's tags, ascending.
        var tags: [Int64]
    }

    /// Reads the content of stored articles. Articles whose text cannot be read are left out; they are not updated, and
    /// `check` reports them.
    func read(_ articles: [ArticleID]) throws -> [ArticleID: Content] {
        if articles.isEmpty { return [:] }
        var found: [ArticleID: Content] = [:]
        var tags: [(article: ArticleID, id: Int64, name: String)] = []
        let database = database
        try database.rows(of: [
            """
            SELECT a.n, a.url, t.title, w.name, a.published, a.updated, a.language, a.flags, t.extra,
                \(sql: StoredTextColumns.body), \(sql: StoredTextColumns.html)
            FROM \(rows: .article) a JOIN \(rows: .articleText) t ON t.n = a.n
            LEFT JOIN \(rows: .author) w ON w.id = a.author WHERE a.n\(isOneOf: articles)
            """,
            """
            SELECT g.n, g.tag, t.name FROM \(rows: .articleTag) g JOIN \(rows: .tag) t ON t.id = g.tag
            WHERE g.n\(isOneOf: articles) AND g.own = \(false) ORDER BY g.tag
            """,
        ]) { query, row in
            if query == 1 {
                tags.append((row.integer(0), row.integer(1), row.text(2)))
                return
            }
            var draft = ArticleDraft()
            draft.url = row.textOrNil(1)
            draft.title = row.text(2)
            draft.author = row.textOrNil(3)
            draft.published = row.secondsOrNil(4)
            draft.updated = row.secondsOrNil(5)
            draft.language = row.textOrNil(6)
            let flags = row.integer(7)
            draft.hasEnclosure = flags & StoredFlags.enclosure != 0
            draft.hasImage = flags & StoredFlags.image != 0
            draft.extra = row.textOrNil(8)
            draft.body = try database.storedText(row, 9)
            draft.html = StoredTextColumns.html(row, from: 10, body: draft.body)
            if draft.html == nil, !row.isNull(10) { return }
            found[row.integer(0)] = Content(draft: draft, tags: [])
        }
        for tag in tags {
            found[tag.article]?.tags.append(tag.id)
            found[tag.article]?.draft.tags.append(tag.name)
        }
        return found
    }
}
