/// A command line as it was typed: the command, its flags with their values unread, and its words.
struct Arguments: Sendable {
    var command: CommandSpec
    var flags: [(flag: Flag, value: String?)] = []
    var operands: [String] = []
    /// Whether the command's name was typed, or it is search because nothing else was.
    var isNamed = false

    func has(_ flag: Flag) -> Bool { flags.contains { $0.flag == flag } }

    /// The value of a flag; the last one counts.
    func value(_ flag: Flag) -> String? { flags.last { $0.flag == flag }?.value }

    /// The words joined by a space.
    var text: String {
        // Joining makes types at run time: a hundredth of the time of a search.
        operands.count == 1 ? operands[0] : operands.joined(separator: " ")
    }
}
