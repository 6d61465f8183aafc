/// A compressed text and the dictionary needed to decompress it.
public struct PackedText: Sendable, Equatable {
    public let bytes: [UInt8]
    public let dictionary: TextDictionary

    /// - Parameter bytes: the output of a `TextCompressor` with this dictionary.
    public init(_ bytes: [UInt8], dictionary: TextDictionary) {
        self.bytes = bytes
        self.dictionary = dictionary
    }

    /// It is enough to compare the bytes, because they include the dictionary's id.
    public static func == (one: Self, other: Self) -> Bool { one.bytes == other.bytes }
}

extension TextReaders {
    /// The whole decompressed text as an array.
    public mutating func text(_ packed: PackedText) -> [UInt8] {
        guard let text = reader(packed.dictionary.id, { _ in packed.dictionary })?.text(packed.bytes.span) else {
            preconditionFailure("a text that this process has compressed cannot be read")
        }
        return text
    }
}
