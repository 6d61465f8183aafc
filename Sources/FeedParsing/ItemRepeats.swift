/// Knows the items of a document that come again: same opaque guid, same date, text of the same length.
///
/// RSS 2.0 has of a guid that it "uniquely identifies the item"; where even date and text agree, a second item says nothing new,
/// whatever its title counts up to.
struct ItemRepeats {
    private struct Trace: Equatable {
        var seconds: Int64
        var contentBytes: Int
        var summaryBytes: Int
    }

    /// Whether the document's warning was given.
    var isReported = false
    private var traces: [UInt64: Trace] = [:]

    /// Whether an item is a repeat; it is remembered otherwise. Items without date or text never are.
    mutating func contains(_ item: ParsedItem) -> Bool {
        guard let id = item.id, let moment = item.published ?? item.updated,
            item.contentHTML != nil || item.summaryHTML != nil
        else { return false }
        var hash = StableHash()
        hash.add(id)
        let trace = Trace(
            seconds: moment.seconds, contentBytes: item.contentHTML?.utf8.count ?? 0,
            summaryBytes: item.summaryHTML?.utf8.count ?? 0)
        if let first = traces[hash.value] { return first == trace }
        traces[hash.value] = trace
        return false
    }
}
