/// Why the session bus cannot be used.
public enum BusError: Error, Equatable, Sendable {
    /// libsystemd is not installed.
    case noLibrary
    /// The environment names no session bus, or only one that is not on a local socket.
    case noSession
    /// Another process owns the name.
    case nameTaken(String)
    /// A C error number.
    case system(what: String, number: Int32)
}
