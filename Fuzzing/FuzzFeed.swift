// Any bytes are parsed without a trap, with the same result each time, and the neutral form is JSON.
import FeedParsing

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let base = count % 2 == 0 ? "https://example.org/a/b?c#d" : nil
    let context = FeedParser.Context(base: base)
    let feed = FeedParser.parse(bytes, context: context)
    precondition(feed.format != .unknown || feed.items.isEmpty && feed.error != nil, "items of what is no feed")
    precondition(ItemIdentity.ids(of: feed.items).count == feed.items.count, "an item without identity")
    let json = feed.neutralJSON()
    precondition((try? JSONValue.parseStrictly(Array(json.utf8))) != nil, "the neutral form is no JSON")
    var pieces: [UInt8] = []
    FeedParser.writeNeutralJSON(bytes, context: context) { pieces += $0 }
    precondition(pieces == Array(json.utf8), "written in pieces it differs")
    return 0
}
