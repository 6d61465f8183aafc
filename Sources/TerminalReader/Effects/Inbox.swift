internal import System

/// A queue of events for the reader. Any thread may add events, and a pipe signals that the queue is not empty.
final class Inbox: Sendable {
    private let events = Locked<[ReaderEvent]>([])
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    init() throws(SystemError) { (reading, writing) = try FileDescriptor.pipe() }

    deinit {
        reading.close()
        writing.close()
    }

    /// A descriptor that is readable while the queue contains events.
    var bell: FileDescriptor { reading }

    func send(_ event: ReaderEvent) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { try? writing.write([0]) }
    }

    /// Removes and returns all events.
    func take() -> [ReaderEvent] {
        guard reading.isReady else { return [] }
        var bytes: [UInt8] = []
        _ = try? reading.read(into: &bytes, count: 64)
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
