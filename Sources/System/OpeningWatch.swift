private import Glibc

/// Detects whether any process, including this one, has opened a file since the watch began
/// (<https://man7.org/linux/man-pages/man7/inotify.7.html>, IN_OPEN).
public final class OpeningWatch: Sendable {
    private let descriptor: Int32

    /// - Returns: nil if the system cannot watch the file.
    public init?(path: String) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        if unsafe inotify_add_watch(descriptor, path, UInt32(IN_OPEN)) < 0 {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Whether the file was opened since the watch began.
    ///
    /// - Complexity: one system call.
    public var hasSeenOpening: Bool {
        // The events are never read, so the descriptor stays readable after the first event.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&request, 1, 0) > 0
    }
}
