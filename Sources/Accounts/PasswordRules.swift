/// The reason why a new password is easy to guess.
public enum PasswordWeakness: Sendable, Equatable {
    /// The password has fewer than `PasswordRules.minCharacters` characters.
    case short
    /// The password is the account's name, possibly repeated, or with digits and symbols appended.
    case isName
    /// The password is widely used, a sequence of keys, or a repeated group of characters.
    case common
}

/// The rules for account passwords. Passwords are compared byte by byte.
public enum PasswordRules {
    public static let maxBytes = 1_024
    /// Minimum length of new passwords; shorter existing passwords still work.
    public static let minCharacters = 8

    /// Whether the text has a valid length for a password: 1 to `maxBytes` bytes.
    public static func isValid(_ password: String) -> Bool { (1...maxBytes).contains(password.utf8.count) }

    /// Why a new password for an account is refused; nil if it is accepted.
    public static func weakness(_ password: String, for name: String) -> PasswordWeakness? {
        if password.count < minCharacters { return .short }
        let folded = password.lowercased()
        if isName(folded, name.lowercased()) { return .isName }
        return CommonPasswords.contains(folded) ? .common : nil
    }

    /// Whether a password consists of the account's name. For `anna`, true for `anna`, `annaanna` and `Anna-2024!`;
    /// false for a sentence that contains `anna`.
    private static func isName(_ password: String, _ name: String) -> Bool {
        guard !name.isEmpty, password.contains(name) else { return false }
        return password.replacing(name, with: "").allSatisfy { $0.isNumber || $0.isPunctuation || $0.isSymbol }
    }

    /// - Throws: `badPassword` or `weakPassword` if the password is refused.
    static func check(_ password: String, for name: String, allowsWeak: Bool = false) throws(AccountError) {
        guard isValid(password) else { throw .badPassword }
        if !allowsWeak, let weakness = weakness(password, for: name) { throw .weakPassword(weakness) }
    }
}
