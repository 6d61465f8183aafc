import FeedLibrary
import Messages

/// The value of a flag.
enum FlagValue: Sendable, Equatable {
    /// The flag has no value.
    case none
    case text(String)
    case path(String)
    /// A whole number in a range.
    case number(String, ClosedRange<Int>)
    case choice([String])

    /// The placeholder of the value in help; nil for a flag without a value.
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
    /// Whether every command accepts it.
    var isEverywhere = false
    /// Whether a line `name = value` of the configuration file can set it.
    var isSetting = false
    /// The environment variable that sets the flag; it overrides the configuration file, and the flag itself overrides
    /// the variable.
    var environment: String?
}

extension Flag {
    /// The flag as entered: `--limit`; only `-0` has a single dash.
    var spelling: String { self == .nul ? "-0" : "--" + rawValue }

    /// The spelling with the placeholder of its value, as help shows it; `-h` is another name for `--help`.
    var usage: String {
        let name = self == .help ? "-h, --help" : spelling
        guard let placeholder = spec.value.placeholder else { return name }
        return name + " " + placeholder
    }

    static let everywhere = Flag.allCases.filter { $0.spec.isEverywhere }
}
