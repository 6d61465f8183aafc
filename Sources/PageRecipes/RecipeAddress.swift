internal import Markup

/// The address of the pages that a recipe reads, with parameters in braces, for example
/// `https://forum.example/go/{node}?p={page}`.
///
/// The parameter `page` is the number of the page. A subscription sets all others.
public struct RecipeAddress: Sendable, Equatable {
    /// The address as written.
    public let text: String
    /// The distinct names of the parameters other than `page`.
    public let parameters: [String]
    private let parts: [Part]

    private enum Part: Sendable, Equatable {
        case text(String)
        case parameter(String)
    }

    public static let page = "page"
    static let maxParameters = 8
    private static let maxNumber = 1_000_000

    /// - Returns: nil if a brace is not closed, a name is invalid, or the address is not a web address.
    public init?(_ text: String) {
        self.text = text
        var parts: [Part] = []
        var names: [String] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            guard let close = rest[open...].firstIndex(of: "}") else { return nil }
            let name = String(rest[rest.index(after: open)..<close])
            guard RecipeAddress.isName(name) else { return nil }
            parts.append(.parameter(name))
            if name != Self.page, !names.contains(name) { names.append(name) }
            rest = rest[rest.index(after: close)...]
        }
        if rest.contains("}") || names.count > Self.maxParameters { return nil }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        guard case .text(let start)? = parts.first,
            start.hasPrefix("https://") || start.hasPrefix("http://"),
            start.drop(while: { $0 != ":" }).dropFirst(3).contains("/")
        else { return nil }
        self.parts = parts
        parameters = names
    }

    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 40
            && name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
    }

    /// The address with the values of some parameters. Values are percent-encoded, so that they cannot change other
    /// parts of the address.
    public func setting(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let name): values[name].map(Self.encoded) ?? "{\(name)}"
            }
        }.joined()
    }

    /// Whether the address has the parameter `page`.
    public var hasPages: Bool { parts.contains(.parameter(Self.page)) }

    /// The address of a page by its number.
    public func address(ofPage number: Int) -> String { setting([Self.page: String(number)]) }

    /// The address of the page after the page at `address`; nil if there is no page number or `address` does not match.
    func next(after address: String) -> String? {
        guard parameters.isEmpty, parts.contains(.parameter(Self.page)) else { return nil }
        let page = address.prefix { $0 != "#" }
        var number: Int?
        var rest = page
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                guard rest.hasPrefix(text) else { return nil }
                rest = rest.dropFirst(text.count)
            case .parameter:
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard let value = Int(digits), (0...Self.maxNumber).contains(value), number == nil || number == value
                else { return nil }
                number = value
                rest = rest.dropFirst(digits.count)
                if index == parts.count - 1, !rest.isEmpty { return nil }
            }
        }
        guard let number, rest.isEmpty else { return nil }
        return self.address(ofPage: number + 1)
    }

    private static func encoded(_ value: String) -> String {
        var out = ""
        for byte in value.utf8 {
            let isPlain =
                (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || byte == 0x5F || byte == 0x2E
                || byte == 0x7E
            if isPlain {
                out.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                out += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return out
    }
}

/// A value of a parameter that a site offers, such as a node of a forum.
public struct RecipeNode: Sendable, Equatable {
    public var value: String
    public var title: String
}

/// Rules for reading the values of a parameter from a page of the site.
public struct NodeListRecipe: Sendable, Equatable {
    /// The address of the page.
    public var address: String
    public var item: Selector
    /// The parameter whose values the items are.
    public var parameter: String
    /// Finds the value. If it is a link, the value is the last part of the link's path.
    public var value: FieldRule
    /// Finds the title; if nil, the text of the item is used.
    public var title: FieldRule?

    static let members: Set<String> = [
        "nodes.address", "nodes.item", "nodes.parameter", "nodes.value", "nodes.title",
    ]
    static let maxNodes = 5_000
    private static let maxValueBytes = 200

    init(_ fields: [String: String], of address: RecipeAddress?) throws(PageRecipe.Mistake) {
        func rule(_ name: String) throws(PageRecipe.Mistake) -> FieldRule? {
            guard let text = fields[name] else { return nil }
            do throws(SelectorSyntaxError) { return try FieldRule(text) } catch { throw .selector(error) }
        }
        guard let text = fields["nodes.address"] else { throw .missing("nodes.address") }
        guard let page = RecipeAddress(text), page.text == page.setting([:]), !text.contains("{") else {
            throw .address("nodes.address")
        }
        self.address = text
        guard let selector = fields["nodes.item"] else { throw .missing("nodes.item") }
        do throws(SelectorSyntaxError) { item = try Selector(selector) } catch { throw .selector(error) }
        guard let parameter = fields["nodes.parameter"] ?? address?.parameters.first,
            address?.parameters.contains(parameter) ?? false
        else { throw .missing("nodes.parameter") }
        self.parameter = parameter
        guard let value = try rule("nodes.value") else { throw .missing("nodes.value") }
        self.value = value
        title = try rule("nodes.title")
    }

    var fields: [(name: String, value: String)] {
        [("address", address), ("item", item.text), ("parameter", parameter), ("value", value.text)]
            + (title.map { [("title", $0.text)] } ?? [])
    }

    /// Decodes percent-encoding; returns the text unchanged if the result is not valid UTF-8.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// Reads the page of nodes. Returns at most 5,000 distinct nodes, in the order of the page.
    public func nodes(_ page: [UInt8], contentType: String? = nil) -> [RecipeNode] {
        let tree = HTMLTree(Charset.decode(page, contentType: contentType, kind: .html).utf8)
        var nodes: [RecipeNode] = []
        var seen: Set<String> = []
        var steps = PageReading.maxSteps
        for element in SelectorMatcher(item, in: tree).matches(limit: Self.maxNodes) {
            steps -= (Int(tree.elements[element].end) - element) * 2
            guard steps >= 0 else { break }
            guard let found = value.value(of: element, in: tree, attributes: ["href"])?.trimmed else { continue }
            let path = found.prefix { $0 != "?" && $0 != "#" }
            let value = path.contains("/") ? path.split(separator: "/").last.map(String.init) ?? "" : found
            let decoded = Self.decoded(value)
            guard !decoded.isEmpty, decoded.utf8.count <= Self.maxValueBytes, seen.insert(decoded).inserted else {
                continue
            }
            let text = (title?.value(of: element, in: tree) ?? tree.text(of: element))
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            nodes.append(RecipeNode(value: decoded, title: text.isEmpty ? decoded : String(text.prefix(200))))
        }
        return nodes
    }
}
