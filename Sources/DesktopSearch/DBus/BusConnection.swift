private import CSystemd
private import Glibc
public import System

/// A connection to the session bus that answers calls to its objects.
///
/// Used by one thread. Other threads send replies through `outbox`.
@safe public final class BusConnection {
    public let outbox: BusOutbox
    private let bus: OpaquePointer
    private var objects: [BusObject] = []
    private var name: String?
    /// Calls that have no reply yet.
    private var calls: [UInt64: BusMessage] = [:]
    private var lastNumber: UInt64 = 0
    private var lastCall = ContinuousClock.now

    /// Connects to the session bus.
    public init(_ environment: (String) -> String? = Environment.value) throws(BusError) {
        guard unsafe csystemd_symbol_library() != nil else { throw .noLibrary }
        guard let address = BusAddress.ofSession(environment) else { throw .noSession }
        guard let signal = WakeSignal() else { throw .system(what: "eventfd", number: EMFILE) }
        outbox = BusOutbox(signal: signal)
        var bus: OpaquePointer?
        try Self.check("sd_bus_new", unsafe csd_bus_new(&bus))
        guard let bus = unsafe bus else { throw .noSession }
        unsafe self.bus = unsafe bus
        try Self.check(address, unsafe csd_bus_set_address(bus, address))
        try Self.check(address, unsafe csd_bus_set_bus_client(bus, 1))
        try Self.check(address, unsafe csd_bus_start(bus))
    }

    deinit {
        calls = [:]
        unsafe csd_bus_flush_close_unref(bus)
    }

    /// Serves an interface at a path. `handle` is called on this connection's thread and must not block.
    ///
    /// - Throws: `BusError.system` for an invalid path.
    public func serve(
        _ interface: BusInterface, at path: String, _ handle: @escaping (BusCall) -> Void
    ) throws(BusError) {
        let object = BusObject(interface) { [unowned self] message, method in
            lastCall = .now
            guard let arguments = message.arguments(method.arguments) else {
                message.reply(.invalidArguments("\(method.name) takes \(method.arguments.joined())"))
                return
            }
            lastNumber += 1
            calls[lastNumber] = message
            handle(
                BusCall(
                    id: lastNumber, sender: message.sender, interface: interface.name, method: method.name,
                    arguments: arguments))
        }
        objects.append(object)
        // The object exists as long as the connection, and sd-bus frees its slot.
        let data = unsafe Unmanaged.passUnretained(object).toOpaque()
        try Self.check(path, unsafe csd_bus_add_object(bus, nil, path, receive, data))
    }

    /// Requests the name under which other programs call this program and the bus starts it.
    ///
    /// - Throws: `BusError.nameTaken`.
    public func takeName(_ name: String) throws(BusError) {
        let code = unsafe csd_bus_request_name(bus, name, 0)
        if code == -EEXIST || code == -EALREADY { throw .nameTaken(name) }
        try Self.check(name, code)
        self.name = name
    }

    /// Answers calls until none has arrived for `idleTime`, or until the bus disconnects.
    ///
    /// The bus name is released before the connection ends. Calls that have already arrived are still answered; for a
    /// later call, the bus starts the program again.
    public func run(untilIdleFor idleTime: Duration) {
        lastCall = .now
        while true {
            for (call, reply) in outbox.take() { calls.removeValue(forKey: call)?.reply(reply) }
            let code = unsafe csd_bus_process(bus, nil)
            if code > 0 { continue }
            if code < 0 { return }
            let end = lastCall.advanced(by: idleTime)
            if calls.isEmpty, end <= .now {
                guard let name else { return }
                self.name = nil
                guard unsafe csd_bus_release_name(bus, name) >= 0 else { return }
                continue
            }
            if calls.isEmpty, name == nil { return }
            wait(atMost: calls.isEmpty ? ContinuousClock.now.duration(to: end) : .seconds(60))
        }
    }

    private func wait(atMost duration: Duration) {
        var deadline: UInt64 = 0
        let isDue = unsafe csd_bus_get_timeout(bus, &deadline) >= 0 && deadline != UInt64.max
        let milliseconds = isDue ? 10 : min(60_000, duration.components.seconds * 1_000 + 1_000)
        var descriptors = [
            pollfd(
                fd: unsafe csd_bus_get_fd(bus), events: Int16(truncatingIfNeeded: unsafe csd_bus_get_events(bus)),
                revents: 0),
            pollfd(fd: outbox.signal.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&descriptors, 2, Int32(milliseconds))
    }

    private static func check(_ what: String, _ code: Int32) throws(BusError) {
        if code < 0 { throw .system(what: what, number: -code) }
    }
}

/// The context passed to sd-bus's callback.
private final class BusObject {
    private static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
    private let interface: BusInterface
    private let handle: (BusMessage, BusInterface.Method) -> Void

    init(_ interface: BusInterface, _ handle: @escaping (BusMessage, BusInterface.Method) -> Void) {
        self.interface = interface
        self.handle = handle
    }

    func take(_ message: BusMessage) {
        let (named, method) = (message.interface, message.method)
        switch (named, method) {
        case ("org.freedesktop.DBus.Introspectable", "Introspect"):
            message.reply(.values([.string(interface.introspection)]))
        case ("org.freedesktop.DBus.Properties", "GetAll"): message.reply(.values([.properties([])]))
        default:
            guard named.isEmpty || named == interface.name,
                let known = interface.methods.first(where: { $0.name == method })
            else { return message.reply(.failure(name: Self.unknownMethod, text: "no method \(method) of \(named)")) }
            handle(message, known)
        }
    }
}

private func receive(
    _ message: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message, let data = unsafe data else { return 0 }
    let kept = unsafe BusMessage(message)
    guard kept.isCall else { return 0 }
    unsafe Unmanaged<BusObject>.fromOpaque(data).takeUnretainedValue().take(kept)
    return 1
}
