package import Formats
internal import System

/// The committed dictionary of a store, for all threads that prepare its batches.
package final class SharedDictionary: Sendable {
    /// A shorter text is not worth compressing.
    package static let minPackedBytes = 256

    private let value = Locked<TextDictionary?>(nil)

    package init() {}

    package var current: TextDictionary? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}

extension TextCompressor {
    /// One for a dictionary; the one at hand where it is of that dictionary.
    package static func reused(_ compressor: inout TextCompressor?, _ dictionary: TextDictionary) -> TextCompressor {
        if let compressor, compressor.dictionary === dictionary { return compressor }
        let new = TextCompressor(dictionary)
        compressor = new
        return new
    }
}
