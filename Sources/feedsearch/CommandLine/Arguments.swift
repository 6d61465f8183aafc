/// A command line as entered: the command, its flags with their unparsed values, and its words.
struct Arguments: Sendable {
    var command: CommandSpec
    var flags: [(flag: Flag, value: String?)] = []
    var operands: [String] = []
    /// Whether the user entered the command's name; false if `search` was used by default.
    var isNamed = false

    func has(_ flag: Flag) -> Bool { flags.contains { $0.flag == flag } }

    /// The value of a flag; if the flag is repeated, the last value.
    func value(_ flag: Flag) -> String? { flags.last { $0.flag == flag }?.value }

    /// The words joined by a space.
    var text: String {
        // Avoid `joined` for a single word: it instantiates generic types at run time, which takes 1 % of the time of a
        // search.
        operands.count == 1 ? operands[0] : operands.joined(separator: " ")
    }
}
