/// How reliably an element gives the address of an item or feed. The highest rank wins; among equal ranks the last, as
/// in other readers.
enum LinkRank: Int, Comparable {
    case none
    /// An `atom:link` in RSS to a page in another language.
    case beside
    /// `url` in RSS, or an alternate that is not a page.
    case otherFormat
    /// An `atom:link` in RSS.
    case besideInLanguage
    /// The text of `link`, or `HREF` in CDF.
    case text
    /// An alternate page of Atom whose `hreflang` is not the feed's language.
    case foreignPage
    case page

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
