import FeedLibrary

/// The configuration file. Each line is `key = value`, where the key is the name of a flag that the flag table marks as
/// a setting. `#` begins a comment. A flag without a value is set with `yes` or `no`.
struct ConfigFile: Sendable, Equatable {
    /// A warning about an invalid line. The valid lines are used all the same.
    struct Warning: Sendable, Equatable {
        let line: Int
        let key: String
        let problem: Problem
        enum Problem: Sendable, Equatable {
            case noEquals
            case unknownKey(near: String?)
            case badValue(String)
        }
    }

    private(set) var values: [Flag: String] = [:]
    private(set) var warnings: [Warning] = []

    /// The value of a flag that takes no value, if it is given.
    static let yes = "yes"

    /// The maximum size of the file in bytes.
    static let maxBytes = 1 << 20
    /// The maximum wait in seconds if the file is a pipe that sends nothing.
    static let maxWaitSeconds = 5

    init() {}

    init(text: String) {
        for line in KeyValueLine.lines(of: text) { read(line) }
    }

    private mutating func read(_ line: KeyValueLine) {
        let (key, number) = (line.key, line.number)
        guard let value = line.value else {
            warnings.append(Warning(line: number, key: key, problem: .noEquals))
            return
        }
        let settings = Flag.allCases.filter(\.spec.isSetting)
        guard let flag = settings.first(where: { $0.rawValue == key }) else {
            let near = Flag.nearest(key, among: settings.map(\.rawValue))
            warnings.append(Warning(line: number, key: key, problem: .unknownKey(near: near)))
            return
        }
        if flag.spec.value == .none {
            switch value.lowercased() {
            case "yes", "true", "on", "1": values[flag] = ConfigFile.yes
            case "no", "false", "off", "0": values[flag] = nil
            default: warnings.append(Warning(line: number, key: key, problem: .badValue(value)))
            }
        } else if (try? flag.check(value)) != nil {
            values[flag] = value
        } else {
            warnings.append(Warning(line: number, key: key, problem: .badValue(value)))
        }
    }
}
