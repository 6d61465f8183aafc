internal import Markup

/// What stands within an element that the neutral form has no place for, as it grows: `{"#text":…,"child":…}`.
///
/// Attributes and children are members of one object, text beside them is `#text`, and children of one name are a list.
/// An element with text alone is a string.
struct ExtensionTree {
    private struct Node {
        var key: String
        var members: [(key: String, json: String)]
        var text: [UInt8] = []
    }

    /// Elements nested deeper lose their tags, their text stays.
    private static let maxDepth = 16
    /// Elements of one extension beyond these, and text beyond these bytes, are left out.
    private static let maxElements = 1_024
    private static let maxBytes = 1 << 18

    private var open: [Node] = []
    private var tooDeep = 0
    private var elementCount = 0
    private var byteCount = 0
    /// Children of the element itself, in document order.
    private(set) var members: [(key: String, json: String)] = []

    /// Whether text belongs to an element within.
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

    /// An element as JSON, or nil where it says nothing.
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

    /// Members of any names as an object; those of one name become one list, at the place of the first.
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
