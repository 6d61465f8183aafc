import FeedLibrary
import Messages

/// The kind of value that a flag takes.
enum FlagValue: Sendable, Equatable {
    /// The flag has no value.
    case none
    case text(String)
    case path(String)
    /// A whole number in a range.
    case number(String, ClosedRange<Int>)
    case choice([String])

    /// The placeholder for the value in help texts; nil for a flag without a value.
    var placeholder: String? {
        switch self {
        case .none: nil
        case .text(let name), .path(let name), .number(let name, _): name
        case .choice(let words): words.joined(separator: "|")
        }
    }
}

/// One row of the table of flags.
struct FlagSpec: Sendable {
    let value: FlagValue
    let help: LocalizedText
    /// Whether every command accepts the flag.
    var isEverywhere = false
    /// Whether the flag can be set by a line `name = value` in the configuration file.
    var isSetting = false
    /// The environment variable that also sets the flag. It overrides the configuration file and is overridden by the
    /// command line.
    var environment: String?
}

extension Flag {
    /// The flag as entered by the user, for example `--limit`. Only `-0` has a single dash.
    var spelling: String { self == .nul ? "-0" : "--" + rawValue }

    /// The flag with the placeholder of its value, as shown in help. `-h` is an alias of `--help`.
    var usage: String {
        let name = self == .help ? "-h, --help" : spelling
        guard let placeholder = spec.value.placeholder else { return name }
        return name + " " + placeholder
    }

    static let everywhere = Flag.allCases.filter { $0.spec.isEverywhere }
}
