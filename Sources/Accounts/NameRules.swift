/// What names of accounts and tokens and labels of app passwords may be.
///
/// They are compared without regard to the case of ASCII letters (SQLite's NOCASE); other letters must be the same. Case
/// folding of all letters would need ICU, which this room does not have, and could take two names of two persons for one.
public enum NameRules {
    public static let maxCharacters = 64

    /// 1 to 64 scalars, no control, format or line-separating characters, no colon (Basic authentication and Fever put one
    /// behind the name), no space at either end.
    public static func isValid(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard (1...maxCharacters).contains(scalars.count), let first = scalars.first, let last = scalars.last else {
            return false
        }
        return scalars.allSatisfy(isAllowed) && !first.properties.isWhitespace && !last.properties.isWhitespace
    }

    static func check(_ name: String) throws(AccountError) {
        if !isValid(name) { throw .badName(name) }
    }

    /// Whether two names are the same name.
    static func isSame(_ first: String, _ second: String) -> Bool { folded(first) == folded(second) }

    private static func folded(_ name: String) -> [UInt8] {
        name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: scalar != ":"
        }
    }
}
