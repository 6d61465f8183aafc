package import Formats
internal import System

/// The dictionary of a store, for all threads that prepare its batches: the newest that is committed or was trained in the
/// transaction at work.
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
    /// The compressed form of a text; nil where it is stored as it is.
    ///
    /// - Parameter compressor: the one at hand, which is replaced where it is of another dictionary.
    package static func packed(
        _ text: [UInt8], _ dictionary: TextDictionary?, _ compressor: inout TextCompressor?
    ) -> PackedText? {
        guard text.count >= SharedDictionary.minPackedBytes, let dictionary else { return nil }
        return reused(&compressor, dictionary).compress(text).map { PackedText($0, dictionary: dictionary) }
    }

    /// One for a dictionary; the one at hand where it is of that dictionary.
    private static func reused(_ compressor: inout TextCompressor?, _ dictionary: TextDictionary) -> TextCompressor {
        if let compressor, compressor.dictionary === dictionary { return compressor }
        let new = TextCompressor(dictionary)
        compressor = new
        return new
    }
}
