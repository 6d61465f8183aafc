internal import Accounts
private import Dispatch
internal import FeedFetching
internal import FeedLibrary
internal import System

/// The pictures of all libraries of a host, on this machine.
final class HostPictures: Sendable {
    private enum Opening {
        case not
        case opened(SharedPictureStore)
        case failed(any Error)
    }

    private let path: String
    private let limits: SharedPictureStore.Limits
    private let clock: SystemClock
    private let state = Locked(Opening.not)
    private let known = Locked(SharedFetches.Counts())
    /// Stores pictures after their responses are sent. The duration of a response would otherwise show whether the
    /// store already has an equal picture.
    private let queue = DispatchQueue(label: "service.pictures")
    /// The size of the pictures that wait to be stored.
    private let waiting = Locked(0)
    /// The maximum size of the pictures that wait to be stored. Further ones are not stored.
    private static let maxWaitingBytes = 32 << 20

    init(_ path: String, maxBytes: Int?, clock: SystemClock) {
        self.path = path
        var limits = SharedPictureStore.Limits()
        if let maxBytes {
            limits.maxBytes = Int64(maxBytes)
            limits.maxBytesOfUser = min(limits.maxBytesOfUser, limits.maxBytes)
        }
        self.limits = limits
        self.clock = clock
    }

    /// The numbers of pictures that were found in the store and that were fetched.
    var counts: SharedFetches.Counts { known.withLock { $0 } }

    /// The size of all stored pictures; nil if the store is not open. Blocks.
    var byteCount: Int64? {
        guard case .opened(let store) = state.withLock({ $0 }) else { return nil }
        return try? store.total().byteCount
    }

    /// The error if the store cannot be opened. Each request then fetches the picture again.
    var failure: (any Error)? {
        if case .failed(let error) = state.withLock({ $0 }) { error } else { nil }
    }

    func bytes(of url: String, _ user: SharedPictureStore.User) -> [UInt8]? {
        let bytes = (try? store()?.bytes(of: url, for: user, now: clock.now())) ?? nil
        known.withLock { counts in
            if bytes == nil { counts.misses += 1 } else { counts.hits += 1 }
        }
        return bytes
    }

    func size(of url: String, _ user: SharedPictureStore.User) -> (width: Int, height: Int)? {
        (try? store()?.size(of: url, for: user)) ?? nil
    }

    /// Stores a picture later on `queue`, unless `maxWaitingBytes` would be exceeded. Returns immediately.
    func keep(_ bytes: [UInt8], of url: String, _ user: SharedPictureStore.User) {
        let mayWait = waiting.withLock { sum in
            if sum + bytes.count > Self.maxWaitingBytes { return false }
            sum += bytes.count
            return true
        }
        guard mayWait else { return }
        queue.async { [self] in
            defer { waiting.withLock { $0 -= bytes.count } }
            let size = PictureType.size(of: Array(bytes.prefix(PictureType.headBytes)))
            try? store()?.keep(.init(bytes, size: size), of: url, for: user, now: clock.now())
        }
    }

    /// Waits until the pictures of earlier calls of `keep` are stored.
    func flush() { queue.sync {} }

    /// Removes the pictures of libraries that no longer belong to an account. Blocks.
    func removeUses(exceptOf libraries: Set<HostedLibrary.ID>) throws {
        try store()?.removeUses(exceptOf: libraries)
    }

    /// Opens the store if necessary.
    private func store() -> SharedPictureStore? {
        state.withLock { state in
            switch state {
            case .opened(let store): return store
            case .failed: return nil
            case .not:
                do {
                    try FileSystem.makeFolders(FileSystem.parent(path))
                    let store = try SharedPictureStore(path, limits: limits)
                    state = .opened(store)
                    return store
                } catch {
                    state = .failed(error)
                    return nil
                }
            }
        }
    }
}
