internal import Articles

/// An article of a list.
struct ListRow: Equatable, Sendable {
    var id: ArticleID
    /// Seconds since 1970, by which articles are sorted; what is shown may be another date.
    var sortDate: Int64
    var title = ""
    /// UTF-8 bytes of the title.
    var highlights: [Range<Int>] = []
    var snippet = ""
    var snippetHighlights: [Range<Int>] = []
    var feed = ""
    var feedTitle = ""
    var url: String?
    /// Seconds since 1970.
    var date: Int64 = 0
    var read = false
    var starred = false
    /// Near-duplicates behind it.
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
    /// How many there are; nil where nobody counted them.
    var total: Int?
    var isLowerBound = false
    /// What a person should know of the answer, in their language: it is relaxed, a word may be misspelt.
    var remark: String?
    /// The article to go to.
    var selected: ArticleID?
    /// The newest article when it was read: what comes later has not been seen.
    var newest: ArticleID = 0
}
