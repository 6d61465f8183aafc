internal import SQLite
internal import TextAnalysis

/// What the index has of an article: its text, title and author, and the language whose stems its words have.
struct IndexedText {
    var body: [UInt8]
    var title: String
    var author: String?
    var language: StemLanguage

    init(body: [UInt8], title: String, author: String?, language: String?) {
        self.body = body
        self.title = title
        self.author = author
        self.language = StemLanguage(tag: language)
    }

    init(_ draft: ArticleDraft) {
        self.init(body: draft.body, title: draft.title, author: draft.author, language: draft.language)
    }

    /// The columns of `init(_:Statement)`.
    static let columns = "t.n, t.body, t.title, w.name, a.language"
    static let tables = "article_text t JOIN article a ON a.n = t.n LEFT JOIN author w ON w.id = a.author"

    /// Of a row of `columns`.
    init(_ row: borrowing Statement) {
        self.init(body: row.bytes(1), title: row.text(2), author: row.textOrNil(3), language: row.textOrNil(4))
    }

    /// Of a stored article; nil where there is none.
    static func stored(_ n: Int64, _ connection: Connection) throws -> IndexedText? {
        let statement = try connection.cachedStatement("SELECT \(columns) FROM \(tables) WHERE t.n = ?")
        defer { statement.reset() }
        statement.bind(n, at: 1)
        return try statement.step() ? IndexedText(statement) : nil
    }

    /// Calls `body` with each column, by its number in the index, and the language that its words are analysed in: names
    /// of people have no language.
    func forEachColumn(_ body: (_ column: Int, _ text: Span<UInt8>, _ language: StemLanguage) -> Void) {
        body(IndexColumn.body, self.body.span, language)
        var title = title
        title.makeContiguousUTF8()
        body(IndexColumn.title, title.utf8.span, language)
        var author = author ?? ""
        author.makeContiguousUTF8()
        body(IndexColumn.author, author.utf8.span, .english)
    }

    /// The statement that puts a stored article's postings into the index, through FTS5.
    static let insertion =
        "INSERT INTO article_index (rowid, body, title, author) SELECT n, body, title, author FROM article_indexed WHERE n = ?"
    /// The one that takes them out; its text must still be the one that was indexed.
    static let removal = """
        INSERT INTO article_index (article_index, rowid, body, title, author)
        SELECT 'delete', n, body, title, author FROM article_indexed WHERE n = ?
        """
}
