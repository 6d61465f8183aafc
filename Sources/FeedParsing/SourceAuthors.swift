/// The authors of an `atom:source`. They apply to an entry without authors of its own (RFC 4287, 4.2.1).
struct SourceAuthors {
    private(set) var authors: [ParsedAuthor] = []
    private var person: PersonDraft?
    private var base: String?
    /// The child element of the person whose text is being read.
    private var field: Field?

    private struct Field {
        var element: FeedElement
        var depth: Int
        var text: [UInt8] = []
    }

    mutating func start(_ element: FeedElement, depth: Int, base: String?) {
        if element == .person, person == nil {
            person = PersonDraft(depth: depth)
        } else if person != nil, field == nil {
            field = Field(element: element, depth: depth)
            self.base = base
        }
    }

    mutating func add(_ text: [UInt8]) {
        guard (field?.text.count ?? 0) + text.count <= Self.maxBytes else { return }
        if field != nil { field?.text += text } else { person?.add(text, limit: Self.maxBytes) }
    }

    mutating func end(depth: Int) {
        if let finished = field, finished.depth == depth {
            var capture = TextCapture(finished.element, depth: depth, mode: .plain, base: base)
            capture.bytes = finished.text
            person?.store(capture)
            field = nil
        } else if let finished = person, finished.depth == depth {
            if let author = finished.author(base: nil), authors.count < XMLFeedReader.maxValues {
                authors.append(author)
            }
            person = nil
        }
    }

    /// The maximum size of a name in bytes. Longer names are left out.
    private static let maxBytes = 1 << 12
}
