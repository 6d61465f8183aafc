/// Knows the items of a document that come again and again under one opaque guid, with nothing new but a number.
///
/// RSS 2.0 has of a guid that it "uniquely identifies the item". Many feeds break that, and their items are different
/// items all the same (`ItemIdentity`). So one is left out only where all of this agrees with the first of its guid:
/// the date to the second, every character of its texts, pictures and enclosures, and title and link but for digits.
/// That is a document which counts, not one which tells.
struct ItemRepeats {
    private struct Trace {
        var id: String
        var seconds: Int64
        var texts: [String?]
        var enclosures: [ParsedEnclosure]
        var names: [String?]
    }

    /// An item is compared with the last 64 items before it. Items over 64 KB are not compared.
    private static let maxTraces = 64
    private static let maxBytes = 1 << 16

    /// Whether the document's warning was given.
    var isReported = false
    /// The newest of the first of their guids, a ring.
    private var traces: [Trace] = []
    private var next = 0

    /// Whether an item is a repeat; it is remembered otherwise. Items without date or text never are.
    mutating func contains(_ item: ParsedItem) -> Bool {
        guard let id = item.id, let moment = item.published ?? item.updated,
            let text = item.contentHTML ?? item.summaryHTML, text.utf8.count <= Self.maxBytes
        else { return false }
        // The latest first: floods repeat what came just before.
        if let first = traces.last(where: { $0.id == id }) {
            return first.seconds == moment.seconds
                && first.texts == [item.contentHTML, item.summaryHTML, item.image]
                && first.enclosures == item.enclosures
                && first.names.map(Self.withoutDigits) == [item.title, item.url].map(Self.withoutDigits)
        }
        let trace = Trace(
            id: id, seconds: moment.seconds, texts: [item.contentHTML, item.summaryHTML, item.image],
            enclosures: item.enclosures, names: [item.title, item.url])
        if traces.count < Self.maxTraces {
            traces.append(trace)
        } else {
            traces[next] = trace
            next = (next + 1) % Self.maxTraces
        }
        return false
    }

    private static func withoutDigits(_ text: String?) -> [UInt8] { (text ?? "").utf8.filter { $0 &- 0x30 >= 10 } }
}
