/// A tag in the sanitiser's output, with quoted attributes.
struct ArticleTag {
    var name = ""
    var isEnd = false
    /// The attributes. Values are as written and may contain character references.
    var attributes: [(name: String, value: String)] = []

    /// - Parameter index: the index of the tag's `<`; moved to the index after its `>`.
    init?(_ input: [UInt8], at index: inout Int) {
        index += 1
        if index < input.count, input[index] == UInt8(ascii: "/") {
            isEnd = true
            index += 1
        }
        func word() -> String {
            let start = index
            while index < input.count, !" =>/\"<".utf8.contains(input[index]) { index += 1 }
            return String(decoding: input[start..<index], as: UTF8.self).lowercased()
        }
        name = word()
        while index < input.count, input[index] != UInt8(ascii: ">") {
            let start = index
            let attribute = word()
            if index < input.count, input[index] == UInt8(ascii: "=") {
                index += 1
                guard index < input.count, input[index] == UInt8(ascii: "\"") else { continue }
                let first = index + 1
                index = input[first...].firstIndex(of: UInt8(ascii: "\"")) ?? input.count
                attributes.append((attribute, String(decoding: input[first..<index], as: UTF8.self)))
                index = min(index + 1, input.count)
            } else if index == start {
                index += 1
            }
        }
        index = min(index + 1, input.count)
        if name.isEmpty { return nil }
    }

    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
}

extension ArticleTag {
    /// The value of an attribute as text. Only the character references that the sanitiser writes are resolved.
    func text(_ name: String) -> String? { value(name).map(Self.unescaped) }

    private static let references: [(reference: [UInt8], character: UInt8)] = [
        (Array("&lt;".utf8), UInt8(ascii: "<")), (Array("&gt;".utf8), UInt8(ascii: ">")),
        (Array("&quot;".utf8), UInt8(ascii: "\"")), (Array("&amp;".utf8), UInt8(ascii: "&")),
    ]

    /// Resolves character references. Works on bytes for speed, because an article may have hundreds of thousands of
    /// pictures.
    private static func unescaped(_ value: String) -> String {
        guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
        var rest = Array(value.utf8)[...]
        var out: [UInt8] = []
        while let byte = rest.first {
            if byte == UInt8(ascii: "&"),
                let (reference, character) = references.first(where: { rest.starts(with: $0.0) })
            {
                out.append(character)
                rest = rest.dropFirst(reference.count)
            } else {
                out.append(byte)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The http or https address in `src`; nil for other addresses.
    var source: String? { address("src") }

    /// The http or https address in an attribute; nil for other addresses.
    func address(_ name: String) -> String? {
        text(name).flatMap { $0.hasPrefix("http://") || $0.hasPrefix("https://") ? $0 : nil }
    }

    /// The value of an attribute as an integer, such as a size in pixels.
    func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }
}
