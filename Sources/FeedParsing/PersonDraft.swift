internal import Markup

/// A person while its element is open. The element contains text, or child elements with name, address and page.
struct PersonDraft {
    /// The depth of the person's element.
    var depth: Int
    /// The text directly inside the element.
    var text: [UInt8] = []
    private var name: String?
    private var email: String?
    private var url: String?

    init(depth: Int) { self.depth = depth }

    /// Appends text from directly inside the element, unless the text would exceed the limit.
    mutating func add(_ more: [UInt8], limit: Int) {
        if text.count + more.count <= limit { text += more }
    }

    mutating func store(_ capture: TextCapture) {
        switch capture.element {
        case .name, .title, .weakTitle: name = name ?? capture.text
        case .email: email = email ?? capture.text.map { $0.hasPrefix("mailto:") ? String($0.dropFirst(7)) : $0 }
        case .uri, .url, .link:
            guard url == nil, let reference = capture.text else { return }
            url = capture.base == nil ? reference : URLReference.resolve(reference, base: capture.base)
        default: break
        }
    }

    /// The person as an author; nil if the element is empty.
    func author(base: String?) -> ParsedAuthor? {
        if name == nil, email == nil, url == nil {
            return PersonText.author(String(decoding: text, as: UTF8.self))
        }
        guard email == nil, let name, let split = PersonText.author(name) else {
            return ParsedAuthor(name: name.map(PersonText.plain)?.nonBlank, email: email, url: url)
        }
        return ParsedAuthor(name: split.name ?? split.email, email: split.email, url: url)
    }
}
