/// Why there is no session bus to answer on.
public enum BusError: Error, Equatable, Sendable {
    /// libsystemd is not installed.
    case noLibrary
    /// The environment names no bus of this session, or one that others may reach.
    case noSession
    /// Another process has the name.
    case nameTaken(String)
    /// A C error number.
    case system(what: String, number: Int32)
}
