/// Evaluates one filter for articles, many times during a search.
package protocol FilterReader: AnyObject {
    /// Whether each call is a round trip over a network. If so, ranges are read together, and single articles are not
    /// looked up.
    var readsRangesTogether: Bool { get }
    /// The articles in the given ranges that pass the filter. The ranges are ascending; the articles are returned in
    /// any order.
    func articles(in ranges: [ClosedRange<Int64>]) throws -> [UInt32]
    /// The given articles that pass the filter, in the same order.
    func keep(_ articles: [UInt32]) throws -> [UInt32]
}
