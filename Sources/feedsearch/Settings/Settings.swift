import FeedLibrary
import Messages
import TerminalPages

/// The effective settings. Flags override the environment, which overrides the configuration file, which overrides the
/// defaults.
struct Settings: Sendable {
    /// The path of the database, or its address on a server (`LibraryPlace`).
    var databasePath: String {
        didSet {
            local = LocalPlace(of: LibraryPlace(databasePath), in: servers, language)
            accounts = LibraryAccounts(of: LibraryPlace(databasePath), local, key: value(.serviceKey), language)
        }
    }
    private let servers: String
    /// The folder for data about the library that belongs to this machine.
    private(set) var local: LocalPlace
    /// The accounts of the service.
    private(set) var accounts: LibraryAccounts
    /// The place of the libraries of a host, and its accounts; nil without `--libraries`.
    let host: HostPlace?
    private(set) var hostAccounts: LibraryAccounts?
    private(set) var hostLocal: LocalPlace?
    let language: Language
    let color: ColorChoice
    let isQuiet: Bool
    let isVerbose: Bool
    private let values: [Flag: String]

    /// The value of a flag or setting.
    func value(_ flag: Flag) -> String? { values[flag] }

    /// Whether a flag that takes no value is given, or set to `yes`.
    func has(_ flag: Flag) -> Bool { values[flag] == ConfigFile.yes }

    /// The value of a numeric flag. Its range has already been checked against the flag table.
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
        let local = LocalPlace(of: LibraryPlace(path), in: home.servers, language)
        self.local = local
        accounts = LibraryAccounts(
            of: LibraryPlace(path), local, key: values[.serviceKey], language)
        host = values[.libraries].map { HostPlace(home.expand($0), language) }
        if let host {
            let place = LibraryPlace(host.accountsLocation)
            let local = LocalPlace(of: place, in: home.servers, language)
            hostLocal = local
            hostAccounts = LibraryAccounts(of: place, local, key: values[.serviceKey], language)
        }
        color = values[.color].flatMap(ColorChoice.init(rawValue:)) ?? .auto
        isQuiet = values[.quiet] == ConfigFile.yes
        isVerbose = values[.verbose] == ConfigFile.yes
    }
}
