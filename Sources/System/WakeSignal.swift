private import CEpoll
private import Glibc

/// Lets other threads wake a thread that waits for descriptors, with eventfd(2).
public final class WakeSignal: Sendable {
    public let descriptor: Int32

    /// - Returns: nil if the system cannot create a descriptor.
    public init?() {
        descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    public func send() { _ = eventfd_write(descriptor, 1) }

    public func clear() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor, &count)
    }
}
