/// The default paths according to the XDG base directory specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>). Relative paths in its environment variables are
/// ignored.
public struct DefaultPaths: Sendable {
    public let database: String
    /// The folder for this machine's data about libraries on servers.
    public let servers: String
    public let config: String
    /// The file of synonyms.
    public let synonyms: String
    /// The file of the user's confirmations; nil if there is no home directory.
    public let confirmations: String?
    /// The folder for data that can be recreated.
    public let cache: String
    private let home: String

    public init(_ environment: (String) -> String?) {
        let home = environment("HOME") ?? ""
        func folder(_ variable: String, _ fallback: String) -> String {
            if let value = environment(variable), value.hasPrefix("/") { return value }
            return home + fallback
        }
        self.home = home
        let data = folder("XDG_DATA_HOME", "/.local/share") + "/feedsearch"
        database = data + "/feedsearch.db"
        servers = data + "/servers"
        cache = folder("XDG_CACHE_HOME", "/.cache") + "/feedsearch"
        let state = folder("XDG_STATE_HOME", "/.local/state")
        confirmations = home.isEmpty && state == "/.local/state" ? nil : state + "/feedsearch/confirmed"
        config = folder("XDG_CONFIG_HOME", "/.config") + "/feedsearch/config"
        synonyms = folder("XDG_CONFIG_HOME", "/.config") + "/feedsearch/synonyms"
    }

    /// Replaces a leading `~/` with the home directory, since no shell processes the paths in the configuration file.
    public func expand(_ path: String) -> String {
        path.hasPrefix("~/") && !home.isEmpty ? home + path.dropFirst() : path
    }
}
