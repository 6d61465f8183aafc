import FeedLibrary
import Messages
import TerminalPages

/// The effective settings: flags override the environment, which overrides the configuration file and the defaults.
struct Settings: Sendable {
    /// A path, or the address of a database on a server (`LibraryPlace`).
    var databasePath: String {
        didSet { local = LocalPlace(of: LibraryPlace(databasePath), in: servers, language) }
    }
    private let servers: String
    /// The folder for this machine's data about the library.
    private(set) var local: LocalPlace
    let language: Language
    let color: ColorChoice
    let isQuiet: Bool
    let isVerbose: Bool
    private let values: [Flag: String]

    /// The value of a flag or setting.
    func value(_ flag: Flag) -> String? { values[flag] }

    /// Whether a flag without a value is given or set to yes.
    func has(_ flag: Flag) -> Bool { values[flag] == ConfigFile.yes }

    /// A number, whose range has already been checked according to the table.
    func number(_ flag: Flag) -> Int? { values[flag].flatMap { Int($0) } }

    init(
        arguments: Arguments, file: ConfigFile, language: Language, environment: (String) -> String?
    ) throws(UsageError) {
        var values: [Flag: String] = [:]
        for flag in Flag.allCases {
            if flag.spec.isSetting, let value = file.values[flag] { values[flag] = value }
            if let name = flag.spec.environment, let value = environment(name), !value.isEmpty { values[flag] = value }
        }
        for (flag, value) in arguments.flags { values[flag] = value ?? ConfigFile.yes }
        self.values = values
        self.language = language
        let home = DefaultPaths(environment)
        let path = values[.db].map(home.expand) ?? home.database
        databasePath = path
        servers = home.servers
        local = LocalPlace(of: LibraryPlace(path), in: home.servers, language)
        color = values[.color].flatMap(ColorChoice.init(rawValue:)) ?? .auto
        isQuiet = values[.quiet] == ConfigFile.yes
        isVerbose = values[.verbose] == ConfigFile.yes
    }
}
