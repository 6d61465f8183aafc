internal import System

/// A body that is already in memory.
final class StoredBody: HTTPBodySource {
    private let bytes: Locked<[UInt8]?>

    init(_ bytes: [UInt8]) { self.bytes = Locked(bytes.isEmpty ? nil : bytes) }

    func next() -> [UInt8]? {
        bytes.withLock { bytes in
            defer { bytes = nil }
            return bytes
        }
    }
}
