internal import Articles

/// An article in a list.
struct ListRow: Equatable, Sendable {
    var id: ArticleID
    /// The date for sorting, in seconds since 1970; the date that is shown may differ.
    var sortDate: Int64
    var title = ""
    /// Ranges of matches in the title, in UTF-8 bytes.
    var highlights: [Range<Int>] = []
    var snippet = ""
    var snippetHighlights: [Range<Int>] = []
    var feed = ""
    var feedTitle = ""
    var url: String?
    /// The date that is shown, in seconds since 1970.
    var date: Int64 = 0
    var read = false
    var starred = false
    /// Number of near-duplicates that it stands for.
    var folded = 0

    var place: DatePlace { DatePlace(date: sortDate, id: id) }
}

/// A part of a list.
struct ListPage: Sendable {
    var question: ListQuestion
    var rows: [ListRow] = []
    var reachesStart = false
    var reachesEnd = false
    var cursor: String?
    /// Total number of articles; nil if they were not counted.
    var total: Int?
    var isLowerBound = false
    /// A localized message about the result: the search was relaxed, or a word may be misspelt.
    var remark: String?
    /// The article to select.
    var selected: ArticleID?
    /// The newest article at the time of reading; later articles have not been seen.
    var newest: ArticleID = 0
}
