/// The program's version.
enum Version {
    static let text = "0.1.0"
    /// The release date of the version, shown in the man page.
    static let date = "2026-11-21"
}
