/// The program's version.
enum Version {
    static let text = "0.1.0"
    /// The date of that version, for the man page.
    static let date = "2026-11-21"
}
