// For any bytes, the parsed value is written as JSON that parses to the same value, and a converted feed is valid.
import FeedParsing

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let value = JSONValue.parse(bytes) {
        let written = Array(value.compact.utf8)
        guard let again = try? JSONValue.parseStrictly(written) else {
            preconditionFailure("it was not written as JSON")
        }
        precondition(Array(again.compact.utf8) == written, "the second copy differs")
    }
    _ = JSONFeedValidator.validate(bytes)
    let feed = FeedParser.parse(bytes)
    guard feed.format != .unknown else { return 0 }
    let written = JSONFeedWriter.write(feed)
    precondition(JSONFeedValidator.validate(written).isEmpty, "the converted feed is not valid")
    let again = FeedParser.parse(written)
    precondition(again.items.count == feed.items.count, "items were lost")
    precondition(JSONFeedWriter.write(again) == written, "converted twice, it differs")
    return 0
}
