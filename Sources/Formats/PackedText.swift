/// A compressed text, with the dictionary that reading it needs.
public struct PackedText: Sendable, Equatable {
    public let bytes: [UInt8]
    public let dictionary: TextDictionary

    /// - Parameter bytes: what a `TextCompressor` of the dictionary has made of a text.
    public init(_ bytes: [UInt8], dictionary: TextDictionary) {
        self.bytes = bytes
        self.dictionary = dictionary
    }

    /// The number of the dictionary stands in the bytes.
    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

extension TextReaders {
    /// The text, whole, as a value of its own.
    public mutating func text(_ packed: PackedText) -> [UInt8] {
        guard let text = reader(packed.dictionary.id, { _ in packed.dictionary })?.text(packed.bytes.span) else {
            preconditionFailure("a text that this process has compressed cannot be read")
        }
        return text
    }
}
