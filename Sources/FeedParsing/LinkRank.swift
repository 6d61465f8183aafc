/// The reliability of an element as the source of the address of an item or feed. The element with the highest rank
/// wins. Among equal ranks the last element wins, as in other readers.
enum LinkRank: Int, Comparable {
    case none
    /// An `atom:link` in RSS that leads to a page in another language.
    case beside
    /// The element `url` of RSS, or an alternate that is not a page.
    case otherFormat
    /// An `atom:link` in RSS, unless the page is in another language.
    case besideInLanguage
    /// The text of the element `link`, or the attribute `HREF` of CDF.
    case text
    /// An alternate page of Atom whose `hreflang` differs from the language of the feed.
    case foreignPage
    case page

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
