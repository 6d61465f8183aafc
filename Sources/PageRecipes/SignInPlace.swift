/// What an address that a redirect leads to tells about a sign-in.
package struct SignInPlace {
    package let problem: PageReading.Problem

    /// Returns nil if the address is not that of a page for signing in.
    package init?(_ address: String) {
        let whole = address.prefix { $0 != "#" }.lowercased()
        let path = whole.prefix { $0 != "?" }
        let parts = path.split(separator: "/").dropFirst(2)
        if parts.contains(where: { part in Self.secondFactors.contains { Self.begins(part, with: $0) } }) {
            problem = .needsTwoFactor
            return
        }
        guard parts.contains(where: { part in Self.signIns.contains { part.hasPrefix($0) } }) else { return nil }
        let names = whole.dropFirst(path.count + 1).split(separator: "&").map { $0.prefix { $0 != "=" } }
        problem = names.contains(where: { Self.failures.contains(String($0)) }) ? .signInFailed : .needsSignIn
    }

    /// Whether a part of a path is a word, or begins with it as a word of its own (`otp`, `otp-check`; not `otpbank`).
    private static func begins(_ part: Substring, with word: String) -> Bool {
        guard part.hasPrefix(word) else { return false }
        return part.dropFirst(word.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
    }

    private static let signIns = ["login", "log-in", "signin", "sign-in", "sign_in"]
    private static let secondFactors = [
        "2fa", "mfa", "otp", "totp", "twofactor", "two-factor", "two_factor", "second-factor", "second_factor",
    ]
    /// Parameters that say why a site shows its page for signing in again.
    private static let failures: Set<String> = [
        "error", "err", "failed", "failure", "login_failed", "invalid", "denied", "expired", "session_expired",
    ]
}
