/// The readers for the dictionaries of one library, found by the dictionary id in each text. A reader is created when
/// it is first needed. May be used by only one thread at a time.
public struct TextReaders {
    private var readers: [UInt32: TextReader] = [:]
    /// Maximum number of readers in memory. A library gets a new dictionary only when its number of articles has grown
    /// by a factor of 64. In a crafted file, however, each text may refer to a different dictionary of up to
    /// `TextDictionary.maxBytes`.
    public static let maxCount = 8
    public var count: Int { readers.count }

    public init() {}

    /// - Parameter load: reads a stored dictionary by its id; returns nil if the dictionary does not exist.
    /// - Returns: nil if the dictionary is missing or damaged.
    public mutating func reader(
        _ id: UInt32, _ load: (UInt32) throws -> TextDictionary?
    ) rethrows -> TextReader? {
        if let known = readers[id] { return known }
        guard let stored = try load(id), let reader = TextReader(stored) else { return nil }
        if readers.count >= Self.maxCount { readers.removeAll() }
        readers[id] = reader
        return reader
    }
}
