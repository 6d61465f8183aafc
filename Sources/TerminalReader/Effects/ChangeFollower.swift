internal import Articles
private import Dispatch
internal import FeedLibrary
internal import System

/// Tells of commits, by whichever process: at most one event a second, so that a bulk load leaves time to read.
enum ChangeFollower {
    private static let interval = DispatchTimeInterval.milliseconds(250)
    private static let pause = DispatchTimeInterval.seconds(1)

    /// - Parameter open: the library that is looked at, for this thread alone.
    static func start(_ inbox: Inbox, open: @escaping @Sendable () throws -> Library) {
        _ = BackgroundThread.start {
            let never = DispatchSemaphore(value: 0)
            var library: Library?
            var seen: ChangeToken?
            while true {
                var isNew = false
                do {
                    let looked = try library ?? open()
                    library = looked
                    let current = try looked.store.changeToken()
                    isNew = seen != nil && current != seen
                    seen = current
                } catch {
                    // The next look opens it again: the database may have been replaced.
                    (library, seen) = (nil, nil)
                }
                if isNew { inbox.send(.changed) }
                _ = never.wait(timeout: .now() + (isNew ? pause : interval))
            }
        }
    }
}
