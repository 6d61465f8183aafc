internal import System

/// Types of the files that were played last, each known by its first bytes: browsers ask for parts, which have none.
final class MediaTypes: Sendable {
    private static let maxCount = 500
    private let types = Locked<[String: String]>([:])

    /// - Parameter url: of a file; nil is kept for none.
    subscript(url: String) -> String? {
        get { types.withLock { $0[url] } }
        set {
            types.withLock { types in
                if types.count >= Self.maxCount { types.removeAll() }
                types[url] = newValue
            }
        }
    }
}
