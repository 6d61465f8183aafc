/// Where things are kept unless told otherwise, by the XDG base directory specification
/// (<https://specifications.freedesktop.org/basedir-spec/latest/>): a relative path in its variables is ignored.
struct DefaultPaths: Sendable {
    let database: String
    let config: String
    /// Words that stand for each other.
    let synonyms: String
    /// What the user has confirmed on this machine; nil where there is no home directory.
    let confirmations: String?
    private let home: String

    init(_ environment: (String) -> String?) {
        let home = environment("HOME") ?? ""
        func folder(_ variable: String, _ fallback: String) -> String {
            if let value = environment(variable), value.hasPrefix("/") { return value }
            return home + fallback
        }
        self.home = home
        database = folder("XDG_DATA_HOME", "/.local/share") + "/feedsearch/feedsearch.db"
        let state = folder("XDG_STATE_HOME", "/.local/state")
        confirmations = home.isEmpty && state == "/.local/state" ? nil : state + "/feedsearch/confirmed"
        config = folder("XDG_CONFIG_HOME", "/.config") + "/feedsearch/config"
        synonyms = folder("XDG_CONFIG_HOME", "/.config") + "/feedsearch/synonyms"
    }

    /// A path with a leading `~/` written out, since no shell reads the configuration file.
    func expand(_ path: String) -> String {
        path.hasPrefix("~/") && !home.isEmpty ? home + path.dropFirst() : path
    }
}
