import Testing

@testable import FeedFetching

@Suite struct SignInPageTests {
    private func isSignIn(_ html: String, at address: String = "https://example.org/members") throws -> Bool {
        SignInDetection.isSignIn(
            Array(html.utf8), address: try WebAddress(address), asked: "https://example.org/members")
    }

    @Test(
        "A page with a field for a password asks to sign in",
        arguments: ["<input type=password>", "<INPUT TYPE='Password' name=p>", "<input name=p type=\"password\"/>"])
    func field(_ field: String) throws {
        #expect(try isSignIn("<!DOCTYPE html><form>\(field)</form>"))
    }

    @Test("A redirect to a page for signing in is one, whatever that page holds")
    func redirect() throws {
        #expect(try isSignIn("<!DOCTYPE html><p>Welcome</p>", at: "https://example.org/account/login?next=/members"))
        #expect(try isSignIn("<!DOCTYPE html><p>Welcome</p>", at: "https://sso.example.org/signin"))
        #expect(try !isSignIn("<!DOCTYPE html><p>Welcome</p>", at: "https://example.org/blog/in"))
    }

    @Test("A page that only speaks of passwords, and what is no page, is none")
    func others() throws {
        #expect(try !isSignIn("<!DOCTYPE html><p>type=text, my password</p>"))
        #expect(try !isSignIn("<rss><channel><title>type=password</title></channel></rss>"))
        #expect(try !isSignIn(""))
        #expect(try !isSignIn("<!DOCTYPE html>type="))
        #expect(try !isSignIn("<!DOCTYPE html>type=\""))
    }

    @Test("A field for a one-time code is found in any spelling, and only in a page")
    func oneTimeCode() {
        #expect(SignInDetection.asksForCode(Array("<!DOCTYPE html><INPUT Autocomplete='One-Time-Code'>".utf8)))
        #expect(!SignInDetection.asksForCode(Array("<!DOCTYPE html><input autocomplete=off>".utf8)))
        #expect(!SignInDetection.asksForCode(Array("<rss>autocomplete=one-time-code</rss>".utf8)))
    }
}
