/// Knows the items of a document that come again and again under one opaque guid, with nothing new but a number.
///
/// RSS 2.0 has of a guid that it "uniquely identifies the item". Many feeds break that, and their items are different items
/// all the same (`ItemIdentity`). So one is left out only where all of this agrees with the first of its guid: the date to the
/// second, every character of its texts, pictures and enclosures, and title and link but for digits. That is a document
/// which counts, not one which tells.
struct ItemRepeats {
    private struct Trace: Equatable {
        var seconds: Int64
        /// Texts, picture, enclosures, as they are.
        var content: UInt64
        /// Title and link without their digits.
        var name: UInt64
    }

    /// Whether the document's warning was given.
    var isReported = false
    private var traces: [UInt64: Trace] = [:]

    /// Whether an item is a repeat; it is remembered otherwise. Items without date or text never are.
    mutating func contains(_ item: ParsedItem) -> Bool {
        guard let id = item.id, let moment = item.published ?? item.updated,
            item.contentHTML != nil || item.summaryHTML != nil
        else { return false }
        var key = StableHash()
        key.add(id)
        var content = StableHash()
        for text in [item.contentHTML, item.summaryHTML, item.image] { content.add(text ?? "") }
        for enclosure in item.enclosures { content.add(enclosure.url) }
        var name = StableHash()
        for text in [item.title, item.url] { name.add(withoutDigits: text ?? "") }
        let trace = Trace(seconds: moment.seconds, content: content.value, name: name.value)
        if let first = traces[key.value] { return first == trace }
        traces[key.value] = trace
        return false
    }
}
