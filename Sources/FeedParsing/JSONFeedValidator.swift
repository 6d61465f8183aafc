/// Checks a document against JSON Feed 1.0 and 1.1 (<https://www.jsonfeed.org/version/1.1/>).
///
/// The validator is stricter than the parser. It is meant for publishers who want to correct their feeds.
public enum JSONFeedValidator {
    /// One violation of the specification.
    public struct Violation: Sendable, Equatable {
        /// The line in the document, counted from 1.
        public var line: Int
        /// The path of the value in the document, such as `items[2].attachments[0].url`; empty for the document itself.
        public var path: String
        /// The rule of the specification that was violated.
        public var rule: String

        public init(line: Int, path: String, rule: String) {
            self.line = line
            self.path = path
            self.rule = rule
        }
    }

    /// The maximum number of violations that are reported.
    public static let maxViolations = 1_000

    /// All violations in document order; empty for a valid feed.
    ///
    /// - Complexity: linear.
    public static func validate(_ bytes: [UInt8]) -> [Violation] {
        var parser = JSONParser(bytes, recordsOffsets: true)
        let value = parser.parseDocument()
        let lines = LineTable(bytes)
        var violations = parser.departures.map {
            Violation(line: lines.line(of: $0.byteOffset), path: "", rule: "JSON: " + $0.reason.rawValue)
        }
        guard let value else { return violations }
        var offsets = parser.offsets[...]
        let root = JSONNode(value, offsets: &offsets)
        var checker = JSONFeedChecker(lines: lines)
        checker.checkFeed(root)
        violations += checker.violations
        return Array(violations.prefix(maxViolations))
    }
}

/// A JSON value with its byte offset in the document.
struct JSONNode {
    let value: JSONValue
    let byteOffset: Int
    let elements: [JSONNode]
    let members: [(key: String, node: JSONNode)]

    /// Combines a value with its offset.
    ///
    /// - Parameter offsets: the offsets of this value and all values in it, in document order. They are removed from
    ///   the front.
    init(_ value: JSONValue, offsets: inout ArraySlice<Int>) {
        self.value = value
        byteOffset = offsets.popFirst() ?? 0
        var elements: [JSONNode] = []
        var members: [(key: String, node: JSONNode)] = []
        switch value {
        case .array(let values):
            for value in values { elements.append(JSONNode(value, offsets: &offsets)) }
        case .object(let list):
            for member in list { members.append((member.key, JSONNode(member.value, offsets: &offsets))) }
        default: break
        }
        self.elements = elements
        self.members = members
    }

    /// The last member with this name; nil if there is none.
    subscript(key: String) -> JSONNode? { members.last { $0.key == key }?.node }
}

/// Finds the line of a byte offset.
struct LineTable {
    private var starts = [0]

    init(_ bytes: [UInt8]) {
        for (index, byte) in bytes.enumerated() where byte == 0x0A { starts.append(index + 1) }
    }

    /// The line of an offset, counted from 1. Lines end with a line feed.
    ///
    /// - Complexity: logarithmic in the number of lines.
    func line(of byteOffset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= byteOffset { low = middle } else { high = middle }
        }
        return low + 1
    }
}
