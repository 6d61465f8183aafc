/// A stored row of the list of frequent words.
package struct FrequentWordRow {
    /// The first word of the row, which is its key.
    package var first: [UInt8]
    /// For each word: its length as a byte, its bytes, and its document frequency as a varint, low bits first.
    package var words: [UInt8]
}

/// The storage of `FrequentWords`. It is used inside the transaction that changes the index.
package protocol FrequentWordStore: AnyObject {
    /// A number that changes whenever another connection may have changed the list.
    func version() throws -> Int64
    /// Calls `body` with the words of each row, in order.
    func forEachRow(_ body: (Span<UInt8>) -> Void) throws
    /// - Parameter all: whether the rows are the whole list. If false, each row replaces the row with the same first
    ///   word.
    func write(_ rows: [FrequentWordRow], replacingAll all: Bool) throws

    /// The newest article whose words have been examined; 0 if no article has been examined.
    func learntUpTo() throws -> Int64
    func remember(learntUpTo article: Int64) throws
    /// Calls `body` with the title and text of the newest articles above an id.
    func forEachText(after article: Int64, limit: Int, _ body: (_ title: Span<UInt8>, _ text: Span<UInt8>) -> Void)
        throws
    /// Whether more than this number of articles are stored.
    func hasMoreArticles(than count: Int) throws -> Bool
    func lastArticle() throws -> Int64

    /// The number of segments in which a term is looked up.
    func segmentCount() throws -> Int
    /// The document frequency of each term in the index.
    func articles(with terms: [[UInt8]]) throws -> [Int]
    /// Calls `body` with each term of the index that is in more than one article, in byte order.
    func forEachTerm(_ body: (_ term: Span<UInt8>, _ articles: Int) -> Void) throws
}
