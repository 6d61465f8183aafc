internal import Markup

/// The content of an extension element as JSON, built while the element is read: `{"#text":…,"child":…}`.
///
/// Attributes and children are members of one object, the element's own text is the member `#text`, and children with
/// equal names become an array. An element that contains only text is a string.
struct ExtensionTree {
    private struct Node {
        var key: String
        var members: [(key: String, json: String)]
        var text: [UInt8] = []
    }

    /// The maximum depth of elements. Deeper elements lose their tags, but their text is kept.
    private static let maxDepth = 16
    /// The maximum number of elements in one extension, and the maximum size of its text in bytes.
    private static let maxElements = 1_024
    private static let maxBytes = 1 << 18

    private var open: [Node] = []
    private var tooDeep = 0
    private var elementCount = 0
    private var byteCount = 0
    /// The children of the extension element, in document order.
    private(set) var members: [(key: String, json: String)] = []

    /// Whether the current text belongs to a nested element.
    var isWithin: Bool { !open.isEmpty }

    mutating func start(_ key: String, _ attributes: [(name: XMLName, value: String)]) {
        elementCount += 1
        guard open.count < Self.maxDepth, elementCount <= Self.maxElements else {
            tooDeep += 1
            return
        }
        open.append(Node(key: key, members: Self.members(of: attributes)))
        byteCount += key.utf8.count
        for attribute in attributes { byteCount += attribute.value.utf8.count }
    }

    mutating func add(_ text: consuming [UInt8]) {
        guard !open.isEmpty, byteCount + text.count <= Self.maxBytes else { return }
        byteCount += text.count
        open[open.count - 1].text += text
    }

    mutating func end() {
        guard tooDeep == 0 else {
            tooDeep -= 1
            return
        }
        guard let node = open.popLast() else { return }
        let text = String(decoding: node.text, as: UTF8.self).nonBlank
        guard let json = Self.json(text: text, members: node.members) else { return }
        if open.isEmpty {
            members.append((node.key, json))
        } else {
            open[open.count - 1].members.append((node.key, json))
        }
    }

    static func members(of attributes: [(name: XMLName, value: String)]) -> [(key: String, json: String)] {
        attributes.prefix(32).map { ($0.name.qualified, JSONText.string($0.value)) }
    }

    /// An element as JSON; nil if the element is empty.
    static func json(text: String?, members: [(key: String, json: String)]) -> String? {
        guard !members.isEmpty else { return text.map(JSONText.string) }
        var all = members
        if let text { all.append(("#text", JSONText.string(text))) }
        return object(all)
    }

    private static func hasRepeats(_ members: [(key: String, json: String)]) -> Bool {
        guard members.count <= 16 else { return true }
        for (index, member) in members.enumerated() {
            for other in members[..<index] where other.key == member.key { return true }
        }
        return false
    }

    /// Converts members to a JSON object. Members with equal names become an array at the position of the first.
    static func object(_ members: [(key: String, json: String)]) -> String {
        if !hasRepeats(members) { return JSONText.object(members) }
        var order: [String] = []
        var grouped: [String: [String]] = [:]
        for (key, json) in members {
            if grouped[key] == nil { order.append(key) }
            grouped[key, default: []].append(json)
        }
        return JSONText.object(
            order.map { key in
                let all = grouped[key] ?? []
                return (key, all.count == 1 ? all[0] : "[" + all.joined(separator: ",") + "]")
            })
    }
}
