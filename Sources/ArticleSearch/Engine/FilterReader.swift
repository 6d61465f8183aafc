/// Tells which articles pass one filter, as often as a search asks.
package protocol FilterReader: AnyObject {
    /// Over a network a question is a round trip: then ranges are read together, and single articles are not asked for.
    var readsRangesTogether: Bool { get }
    /// The articles of some ranges, ascending, that pass; in any order.
    func articles(in ranges: [ClosedRange<Int64>]) throws -> [UInt32]
    /// Those of some articles that pass, in the same order.
    func keep(_ articles: [UInt32]) throws -> [UInt32]
}
