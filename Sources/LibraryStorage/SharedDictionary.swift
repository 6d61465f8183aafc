package import Formats
internal import System

/// A store's compression dictionary, shared by all threads that prepare batches: the newest one that is committed or
/// was trained in the current transaction.
package final class SharedDictionary: Sendable {
    /// The minimum size of compressed texts. Shorter texts are not compressed.
    package static let minPackedBytes = 256

    private let value = Locked<TextDictionary?>(nil)

    package init() {}

    package var current: TextDictionary? {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }
}
