/// The program's version.
enum Version {
    static let text = "0.1.0"
    /// The day of that version, as the man page has it.
    static let date = "2026-11-21"
}
