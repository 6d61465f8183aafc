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
