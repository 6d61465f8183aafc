/// Authors from elements that are used only if the item has no other authors, such as `itunes:author` and `webMaster`.
struct WeakAuthors {
    private var entries: [(author: ParsedAuthor, key: String?, text: String)] = []

    var isEmpty: Bool { entries.isEmpty }
    var all: [ParsedAuthor] { entries.map(\.author) }

    mutating func add(_ author: ParsedAuthor, _ capture: TextCapture) {
        guard entries.count < XMLFeedReader.maxValues else { return }
        entries.append((author, capture.key, capture.text ?? ""))
    }

    /// Extensions for the elements whose authors are not in `used`.
    func extensions(without used: [ParsedAuthor]) -> [(name: String, json: String)] {
        entries.compactMap { entry in
            guard let key = entry.key, !used.contains(where: { $0.name == entry.author.name }) else { return nil }
            return (key, JSONText.string(entry.text))
        }
    }
}
