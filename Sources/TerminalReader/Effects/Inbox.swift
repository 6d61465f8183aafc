internal import System

/// Events for the reader, from any thread; a pipe says that there are some.
final class Inbox: Sendable {
    private let events = Locked<[ReaderEvent]>([])
    private let reading: FileDescriptor
    private let writing: FileDescriptor

    init() throws(SystemError) { (reading, writing) = try FileDescriptor.pipe() }

    deinit {
        reading.close()
        writing.close()
    }

    /// Can be read when there are events.
    var bell: FileDescriptor { reading }

    func send(_ event: ReaderEvent) {
        let isFirst = events.withLock { events in
            events.append(event)
            return events.count == 1
        }
        if isFirst { try? writing.write([0]) }
    }

    /// Takes all events that are there.
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
