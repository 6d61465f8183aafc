/// The rules for names of accounts and tokens, and for labels of app passwords.
///
/// Names are compared ignoring the case of ASCII letters only (SQLite's NOCASE). Full case folding would need ICU,
/// which this module does not use, and could treat the names of two people as equal.
public enum NameRules {
    public static let maxCharacters = 64

    /// Whether a name is valid: 1 to 64 scalars, no control, format or line-separating characters, no colon, and no
    /// space at either end. A colon would end the name in Basic authentication and in Fever.
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

    /// Whether two names are equal, ignoring ASCII case.
    static func isSame(_ first: String, _ second: String) -> Bool {
        folded(first).utf8.elementsEqual(folded(second).utf8)
    }

    /// The name with ASCII letters in lower case.
    static func folded(_ name: String) -> String {
        String(decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: scalar != ":"
        }
    }
}
