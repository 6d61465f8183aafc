private import Glibc

/// Communication with the service manager that started this process, such as systemd: receives sockets and sends
/// notices.
///
/// - Note: <https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html>, `sd_listen_fds`, `sd_watchdog_enabled`.
public struct ServiceManager: Sendable {
    /// A listening socket passed by the service manager.
    public struct Socket: Sendable, Equatable {
        public let descriptor: Int32
        /// The socket's name in the socket unit; empty if it has no name.
        public let name: String
    }

    /// A state of the process to report to the service manager.
    public enum Notice: Sendable, Equatable {
        case ready
        /// The process is reloading its configuration. A `ready` notice must follow.
        case reloading
        case stopping
        /// The process is alive. Must be sent more often than every `watchdogSeconds`.
        case watchdog
        /// One line of text for the administrator.
        case status(String)
    }

    /// The first descriptor passed by the manager: SD_LISTEN_FDS_START.
    private static let firstDescriptor: Int32 = 3
    private static let maxSockets = 64
    private static let names = [
        "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
    ]

    public let sockets: [Socket]
    /// The manager ends the process if it receives no `Notice.watchdog` for this long; nil if the watchdog is off.
    public let watchdogSeconds: Double?
    private let notifyPath: String?

    /// Reads the environment variables and unsets them, so that child processes do not use them. Must be called before
    /// any other thread starts.
    public static func take() -> ServiceManager {
        var values: [String: String] = [:]
        for name in names {
            values[name] = Environment.value(name)
            unsafe unsetenv(name)
        }
        let manager = ServiceManager(values, process: getpid())
        for socket in manager.sockets { _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) }
        return manager
    }

    init(_ values: [String: String], process: Int32) {
        notifyPath = values["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let isWatched = values["WATCHDOG_PID"].map { Int32($0) == process } ?? true
        watchdogSeconds = values["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap {
            isWatched && $0 > 0 ? Double($0) / 1e6 : nil
        }
        guard values["LISTEN_PID"].flatMap({ Int32($0) }) == process,
            let count = values["LISTEN_FDS"].flatMap({ Int($0) }), (1...Self.maxSockets).contains(count)
        else {
            sockets = []
            return
        }
        let names = (values["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
        sockets = (0..<count).map { index in
            Socket(
                descriptor: Self.firstDescriptor + Int32(index),
                name: index < names.count && names[index] != "unknown" ? String(names[index]) : "")
        }
    }

    /// Sends notices in one message. Does nothing if the service manager has provided no notification socket.
    public func tell(_ notices: Notice...) {
        guard let notifyPath else { return }
        let text = notices.flatMap(Self.lines).joined(separator: "\n")
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(notifyPath.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        // A name in the abstract namespace begins with a NUL byte.
        if path[0] == UInt8(ascii: "@") { path[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let bytes = Array(text.utf8)
        unsafe withUnsafePointer(to: address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                _ = unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }

    private static func lines(_ notice: Notice) -> [String] {
        switch notice {
        case .ready: ["READY=1"]
        case .reloading: ["RELOADING=1", "MONOTONIC_USEC=\(Int64(SystemClock.system.monotonicSeconds() * 1e6))"]
        case .stopping: ["STOPPING=1"]
        case .watchdog: ["WATCHDOG=1"]
        case .status(let text): ["STATUS=" + String(text.map { $0.isNewline ? " " : $0 })]
        }
    }
}
