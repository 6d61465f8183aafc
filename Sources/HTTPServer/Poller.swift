private import CEpoll
private import Glibc

/// An event on a descriptor.
struct PollEvent {
    /// The key with which the descriptor was added.
    var key: UInt64
    var isReadable: Bool
    var isWritable: Bool
    /// The peer has shut down its sending side.
    var hasEnded: Bool
    /// Both sides are shut down, or the socket has an error.
    var isBroken: Bool
}

/// The events to wait for.
struct PollInterest: OptionSet {
    let rawValue: UInt32
    static let reading = PollInterest(rawValue: 1)
    static let writing = PollInterest(rawValue: 2)
    /// The peer shuts down its sending side.
    static let end = PollInterest(rawValue: 4)

    fileprivate var events: UInt32 {
        var events: UInt32 = 0
        if contains(.reading) { events |= EPOLLIN.rawValue }
        if contains(.writing) { events |= EPOLLOUT.rawValue }
        if contains(.end) { events |= EPOLLRDHUP.rawValue }
        return events
    }
}

/// Waits for events on descriptors, with level-triggered epoll(7).
@safe final class Poller {
    private static let maxEvents = 256
    private let descriptor: Int32
    private var room: [epoll_event]

    /// - Returns: nil if the system has no free descriptor.
    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        unsafe room = [epoll_event](repeating: epoll_event(), count: Self.maxEvents)
    }

    deinit { close(descriptor) }

    func add(_ socket: Int32, key: UInt64, _ interest: PollInterest) { control(EPOLL_CTL_ADD, socket, key, interest) }

    func change(_ socket: Int32, key: UInt64, _ interest: PollInterest) {
        control(EPOLL_CTL_MOD, socket, key, interest)
    }

    func remove(_ socket: Int32) { control(EPOLL_CTL_DEL, socket, 0, []) }

    /// Waits for events and returns at most 256 of them.
    ///
    /// - Parameter milliseconds: the timeout; -1 for none.
    func wait(milliseconds: Int32, into events: inout [PollEvent]) {
        events.removeAll(keepingCapacity: true)
        let descriptor = descriptor
        let count = unsafe room.withUnsafeMutableBufferPointer {
            unsafe epoll_wait(descriptor, $0.baseAddress, Int32(Self.maxEvents), milliseconds)
        }
        for index in 0..<max(0, Int(count)) {
            let event = unsafe room[index]
            let bits = unsafe event.events
            events.append(
                PollEvent(
                    key: unsafe event.data.u64, isReadable: bits & EPOLLIN.rawValue != 0,
                    isWritable: bits & EPOLLOUT.rawValue != 0, hasEnded: bits & EPOLLRDHUP.rawValue != 0,
                    isBroken: bits & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0))
        }
    }

    private func control(_ operation: Int32, _ socket: Int32, _ key: UInt64, _ interest: PollInterest) {
        var event = unsafe epoll_event(events: interest.events, data: epoll_data_t(u64: key))
        _ = unsafe epoll_ctl(descriptor, operation, socket, &event)
    }
}
