internal import Formats
private import Markup

/// The attributes of one outline, assigned to properties by name. Names are compared case-insensitively.
struct RawOutline {
    private(set) var others: [OPMLAttribute] = []
    private(set) var categories: [[String]] = []
    private(set) var htmlURL: String?
    private var xmlURL: String?
    private var url: String?
    private var type = ""
    private var ownTitle = ""
    private var text = ""

    private static let maxOthers = 32
    private static let addressNames = Set(
        ["xmlurl", "xmluri", "feedurl", "htmlurl", "htmluri", "url"].map { HTMLNameTable.hash($0.utf8) })

    /// Whether an attribute whose name has this hash contains an address.
    static func isAddress(_ hash: UInt64) -> Bool { addressNames.contains(hash) }

    /// Stores an attribute. If several attributes have the same name, the first is used.
    mutating func take(_ name: String, _ value: String) {
        switch name.lowercased() {
        case "xmlurl", "xmluri", "feedurl": if xmlURL == nil, !value.isEmpty { xmlURL = value }
        case "htmlurl", "htmluri": if htmlURL == nil, !value.isEmpty { htmlURL = value }
        case "title": if ownTitle.isEmpty { ownTitle = BidiControls.removed(from: value) }
        case "text": if text.isEmpty { text = BidiControls.removed(from: value) }
        case "category": if categories.isEmpty { categories = Self.paths(BidiControls.removed(from: value)) }
        case "type": if type.isEmpty { type = value }
        case "url":
            if url == nil, !value.isEmpty { url = value }
            fallthrough
        default:
            guard others.count < Self.maxOthers else { return }
            let isXML = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_-.:".contains($0)) }
            if isXML, name.first?.isLetter == true || name.first == "_", !others.contains(where: { $0.name == name }) {
                others.append(OPMLAttribute(name: name, value: value))
            }
        }
    }

    /// The title to show. OPML 2.0 requires `text`; programs that also write `title` give both the same value.
    var title: String { text.isEmpty ? ownTitle : text }

    /// The address of the feed; nil if the outline is not a feed. An address in `url`, as some programs write it, is
    /// used only if the outline's type is a feed type.
    var feedURL: String? {
        if let xmlURL { return xmlURL }
        return isFeed ? url : nil
    }

    /// Whether the outline's type is a feed type.
    var isFeed: Bool {
        let feedTypes = ["rss", "atom", "feed", "rss1", "rss2", "pie", "application/rss+xml", "application/atom+xml"]
        return feedTypes.contains(type.lowercased())
    }

    /// Parses categories into paths, for example `/Food/Japan,Travel` into `[["Food", "Japan"], ["Travel"]]`.
    /// <http://opml.org/spec2.opml#1629043023000>
    private static func paths(_ value: String) -> [[String]] {
        var paths: [[String]] = []
        for item in value.split(separator: ",").prefix(64) {
            let path = item.split(separator: "/").prefix(32)
                .map { $0.split(separator: " ").joined(separator: " ") }
                .filter { !$0.isEmpty }
            if !path.isEmpty, !paths.contains(path) { paths.append(path) }
        }
        return paths
    }
}
