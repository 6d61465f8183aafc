package import Formats
internal import System

/// A store's compression dictionary, shared by all threads that prepare batches. It is the newest dictionary that was
/// committed, or the one trained in the current transaction.
package final class SharedDictionary: Sendable {
    /// The minimum size in bytes of texts that are compressed.
    package static let minPackedBytes = 256

    private let value = Locked<TextDictionary?>(nil)

    package init() {}

    package var current: TextDictionary? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
