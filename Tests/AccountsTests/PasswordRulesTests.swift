import Testing

@testable import Accounts

@Suite struct PasswordRulesTests {
    @Test(
        "A new password that is easily guessed is refused",
        arguments: [
            ("a", PasswordWeakness.short), ("secret", .short), ("1234567", .short), ("密码密码", .short),
            ("Annabella", .isName), ("annabella", .isName), ("annabellaAnnabella", .isName),
            ("Annabella-2024!", .isName),
            ("1annabella", .isName), ("password", .common), ("PASSWORD", .common),
            ("Password1", .common), ("password2024!", .common), ("12345678", .common), ("1234567890", .common),
            ("87654321", .common), ("abcdefgh", .common), ("aaaaaaaa", .common), ("abcabcabc", .common),
            ("12121212", .common), ("qwertyuiop", .common), ("letmein123", .common), ("iloveyou", .common),
            ("woaini1314", .common), ("p@ssw0rd", .common),
        ])
    func weak(_ password: String, _ weakness: PasswordWeakness) {
        #expect(PasswordRules.weakness(password, for: "annabella") == weakness, "\(password)")
    }

    @Test(
        "A password of eight characters that nobody tries first is taken",
        arguments: [
            "correct horse", "a long password", "kT7#pq2x", "passwordless living", "我的猫喜欢晒太阳", "hunter and dog",
            "annabella walks home",
        ])
    func strong(_ password: String) {
        #expect(PasswordRules.weakness(password, for: "annabella") == nil, "\(password)")
    }

    @Test("The store refuses weak passwords of new accounts and changes, and signs in with those that it has")
    func stored() throws {
        let place = try ServicePlace()
        defer { withExtendedLifetime(place) {} }
        let store = try place.store()
        #expect(throws: AccountError.weakPassword(.short)) { try store.addAccount("anna", password: "a") }
        #expect(throws: AccountError.weakPassword(.short)) { try store.addFirstAccount("anna", password: "a") }
        try store.addAccount("anna", password: "a", allowsWeak: true)
        #expect(try store.session("anna", "a") != nil)
        #expect(throws: AccountError.weakPassword(.common)) { try store.setPassword(of: "anna", to: "password") }
        #expect(try store.session("anna", "a") != nil)
    }
}
