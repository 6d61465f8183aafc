/// The configuration file: lines `key = value`; `#` begins a comment; keys are names of flags that the table marks as
/// settings. A flag without a value is set by `yes` or `no`.
struct ConfigFile: Sendable, Equatable {
    /// A line that says nothing we know. The rest of the file counts.
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

    /// What a flag without a value has for one when it is given.
    static let yes = "yes"

    /// More than anybody writes by hand.
    static let maxBytes = 1 << 20
    /// Of a pipe that writes nothing.
    static let maxWaitSeconds = 5

    init() {}

    init(text: String) {
        for (index, rawLine) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = ConfigFile.trim(rawLine)
            if line.isEmpty || line.hasPrefix("#") { continue }
            read(line, number: index + 1)
        }
    }

    private mutating func read(_ line: String, number: Int) {
        guard let equals = line.firstIndex(of: "=") else {
            warnings.append(Warning(line: number, key: line, problem: .noEquals))
            return
        }
        let key = ConfigFile.trim(line[..<equals])
        let value = ConfigFile.unquote(ConfigFile.trim(line[line.index(after: equals)...]))
        let settings = Flag.allCases.filter(\.spec.isSetting)
        guard let flag = settings.first(where: { $0.rawValue == key }) else {
            let near = EditDistance.nearest(key, among: settings.map(\.rawValue))
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

    private static func trim(_ text: some StringProtocol) -> String {
        var part = text[...]
        while let first = part.first, first.isWhitespace { part = part.dropFirst() }
        while let last = part.last, last.isWhitespace { part = part.dropLast() }
        return String(part)
    }

    private static func unquote(_ text: String) -> String {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
    }
}
