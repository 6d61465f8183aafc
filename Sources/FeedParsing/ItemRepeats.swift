/// Finds items of a document that repeat an earlier item with the same guid and differ from it only in a number.
///
/// According to RSS 2.0, a guid "uniquely identifies the item", but many feeds give several items the same guid
/// (`ItemIdentity`). Therefore an item counts as a repeat only if it has the same date (to the second), texts, picture
/// and enclosures as the first item with its guid, and the same title and link when digits are ignored. Such documents
/// come from generators that insert a counter.
struct ItemRepeats {
    private struct Trace {
        var id: String
        var seconds: Int64
        var texts: [String?]
        var enclosures: [ParsedEnclosure]
        var names: [String?]
    }

    /// The maximum number of distinct items that an item is compared with.
    private static let maxTraces = 64
    /// The maximum size of a compared item, in bytes.
    private static let maxBytes = 1 << 16

    /// Whether a warning about repeats was already added to the document.
    var isReported = false
    /// A ring buffer of the newest 64 items, without repeats.
    private var traces: [Trace] = []
    private var next = 0

    /// Whether an item is a repeat; stores the item otherwise. Items without date or text are never repeats.
    mutating func contains(_ item: ParsedItem) -> Bool {
        guard let id = item.id, let moment = item.published ?? item.updated,
            let text = item.contentHTML ?? item.summaryHTML, text.utf8.count <= Self.maxBytes
        else { return false }
        // Search from the newest item: a repeat usually follows its original closely.
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
