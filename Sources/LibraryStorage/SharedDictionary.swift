package import Formats
internal import System

/// A store's compression dictionary, shared by all threads that prepare batches: the newest committed dictionary, or
/// the one trained in the current transaction.
package final class SharedDictionary: Sendable {
    /// Texts shorter than this many bytes are not compressed.
    package static let minPackedBytes = 256

    private let value = Locked<TextDictionary?>(nil)

    package init() {}

    package var current: TextDictionary? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
