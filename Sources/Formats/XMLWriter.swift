/// Writes XML 1.0 element by element, as UTF-8.
public struct XMLWriter: Sendable {
    /// The document written so far.
    public private(set) var bytes: [UInt8]

    public init() { bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8) }

    /// Writes an element with text, or nothing if the text is nil. Attributes with a nil value are left out.
    public mutating func element(_ name: String, _ text: String?, _ attributes: [(name: String, value: String?)] = []) {
        guard let text else { return }
        begin(name, attributes)
        bytes.append(UInt8(ascii: ">"))
        XMLText.append(Array(text.utf8), .xml, to: &bytes)
        end(name)
    }

    /// Writes an element without content.
    public mutating func empty(_ name: String, _ attributes: [(name: String, value: String?)]) {
        begin(name, attributes)
        bytes += "/>".utf8
    }

    /// Writes an element that contains elements.
    public mutating func element(
        _ name: String, _ attributes: [(name: String, value: String?)] = [],
        _ content: (inout XMLWriter) throws -> Void
    ) rethrows {
        begin(name, attributes)
        bytes.append(UInt8(ascii: ">"))
        try content(&self)
        end(name)
    }

    public mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

    private mutating func begin(_ name: String, _ attributes: [(name: String, value: String?)]) {
        bytes.append(UInt8(ascii: "<"))
        bytes += name.utf8
        for attribute in attributes {
            guard let value = attribute.value else { continue }
            bytes.append(UInt8(ascii: " "))
            bytes += attribute.name.utf8
            bytes += "=\"".utf8
            XMLText.append(Array(value.utf8), .xmlAttribute, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
    }

    private mutating func end(_ name: String) {
        bytes += "</".utf8
        bytes += name.utf8
        bytes.append(UInt8(ascii: ">"))
    }
}
