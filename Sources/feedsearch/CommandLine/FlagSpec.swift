import FeedLibrary
import Messages

/// What follows a flag.
enum FlagValue: Sendable, Equatable {
    /// Nothing: the flag is there or not.
    case none
    case text(String)
    case path(String)
    /// A whole number in a range.
    case number(String, ClosedRange<Int>)
    case choice([String])

    /// What help prints behind the flag, nil for a flag without a value.
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
    /// Every command takes it.
    var isEverywhere = false
    /// A line `name = value` of the configuration file may set it.
    var isSetting = false
    /// The environment variable that sets it, over the file and under the flag.
    var environment: String?
}

extension Flag {
    /// The flag as it is typed: `--limit`; `-0` is the only one of a single dash.
    var spelling: String { self == .nul ? "-0" : "--" + rawValue }

    /// The spelling with the placeholder of its value, as help shows it; `-h` is the other name of `--help`.
    var usage: String {
        let name = self == .help ? "-h, --help" : spelling
        guard let placeholder = spec.value.placeholder else { return name }
        return name + " " + placeholder
    }

    static let everywhere = Flag.allCases.filter { $0.spec.isEverywhere }
}
