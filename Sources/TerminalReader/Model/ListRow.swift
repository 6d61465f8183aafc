internal import Articles

/// An article in a list on the screen.
struct ListRow: Equatable, Sendable {
    var id: ArticleID
    /// The date by which lists are sorted, in seconds since 1970. It may differ from the displayed date.
    var sortDate: Int64
    var title = ""
    /// The ranges of matches in the title, in UTF-8 bytes.
    var highlights: [Range<Int>] = []
    var snippet = ""
    var snippetHighlights: [Range<Int>] = []
    var feed = ""
    var feedTitle = ""
    var url: String?
    var author: String?
    /// The displayed date, in seconds since 1970.
    var date: Int64 = 0
    var read = false
    var starred = false
    /// The number of near-duplicates that are hidden behind this article.
    var folded = 0
    /// The marks of the matching saved searches with a colour.
    var marks: [ColorMark] = []

    var place: DatePlace { DatePlace(date: sortDate, id: id) }
}

/// A loaded page of a list.
struct ListPage: Sendable {
    var question: ListQuestion
    var rows: [ListRow] = []
    var reachesStart = false
    var reachesEnd = false
    var cursor: String?
    /// The total number of articles in the list; nil if unknown.
    var total: Int?
    var isLowerBound = false
    /// A message about the result in the user's language, for example that the search was relaxed or a word may be
    /// misspelt.
    var remark: String?
    /// The article to select in the page.
    var selected: ArticleID?
    /// The newest article at the time of loading. The user has not seen later articles.
    var newest: ArticleID = 0
}
