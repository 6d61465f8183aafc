/// An error in using the session bus.
public enum BusError: Error, Equatable, Sendable {
    /// libsystemd is not installed.
    case noLibrary
    /// The environment specifies no session bus, or only a bus that is not on a local socket.
    case noSession
    /// Another process owns the name.
    case nameTaken(String)
    /// A C error number, and the operation that failed.
    case system(what: String, number: Int32)
}
