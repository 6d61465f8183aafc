internal import System

/// The media types of recently played files, detected from the first bytes of each file. They are cached because
/// browsers also request ranges that do not include those bytes.
package final class MediaTypes: Sendable {
    private static let maxCount = 500
    private let types = Locked<[String: String]>([:])

    /// - Parameter url: the address of a media file.
    package subscript(url: String) -> String? {
        get { types.withLock { $0[url] } }
        set {
            types.withLock { types in
                if types.count >= Self.maxCount { types.removeAll() }
                types[url] = newValue
            }
        }
    }
}
