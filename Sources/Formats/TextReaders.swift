/// Readers of the dictionaries of one library, by the number that stands in each text; those that were needed so far. For one
/// thread at a time.
public struct TextReaders {
    private var readers: [UInt32: TextReader] = [:]
    /// A library has one dictionary, and one more whenever its articles have become 64 times as many. In a forged file each text
    /// may name another one, of up to `TextDictionary.maxBytes`.
    public static let maxCount = 8
    public var count: Int { readers.count }

    public init() {}

    /// - Parameter load: reads a stored dictionary; nil where there is none.
    /// - Returns: nil where the dictionary is missing or damaged.
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
