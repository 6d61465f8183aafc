/// The number of a hosted library at the beginning of a secret or an id that clients without a credential send, such as
/// `12-SECRET`. It tells a host which library the address belongs to.
public enum LibraryNumber {
    /// - Parameter library: nil on a service with one library, whose addresses have no number.
    package static func adding(_ library: HostedLibrary.ID?, to text: String) -> String {
        (library.map { "\($0)-" } ?? "") + text
    }

    /// The number at the beginning of a text.
    public static func of(_ text: String) -> HostedLibrary.ID? { number(in: text, before: "-") }

    /// The number at the beginning of the name of an icon, such as `12.3-SIGNATURE`.
    public static func ofIcon(_ name: String) -> HostedLibrary.ID? { number(in: name, before: ".") }

    private static func number(in text: String, before end: Character) -> HostedLibrary.ID? {
        let digits = text.prefix(20).prefix { $0 != end }
        guard digits.count < text.count, text.dropFirst(digits.count).first == end,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return HostedLibrary.ID(digits)
    }
}
