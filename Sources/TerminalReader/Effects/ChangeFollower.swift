internal import Articles
private import Dispatch
internal import FeedLibrary
internal import System

/// Sends an event after any process has committed a change, at most once a second, so that a bulk import does not
/// disturb reading.
enum ChangeFollower {
    private static let interval = DispatchTimeInterval.milliseconds(250)
    private static let pause = DispatchTimeInterval.seconds(1)

    /// - Parameter open: opens the library to watch. Only this thread uses the library.
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
                    // Reopen the library in the next round, because the database may have been replaced.
                    (library, seen) = (nil, nil)
                }
                if isNew { inbox.send(.changed) }
                _ = never.wait(timeout: .now() + (isNew ? pause : interval))
            }
        }
    }
}
