import Accounts
import ServiceTestSupport
import Testing

@testable import HTTPServer

/// A browser with a session of an account of a host.
struct HostBrowser {
    private let fixture: HostFixture
    let cookie: String
    /// The token of the last page.
    private(set) var csrf: String
    /// The library of the account.
    let library: HostedLibrary?

    init(_ fixture: HostFixture, _ name: String) async throws {
        self.fixture = fixture
        let login = try await fixture.ask(
            .post, "/login", body: "name=\(name)&password=long+enough+\(name)",
            type: "application/x-www-form-urlencoded")
        cookie = String(try #require(login.headers["Set-Cookie"]?.split(separator: ";").first))
        csrf = ""
        library = try fixture.accounts.hostedLibrary(of: name)
        try await reload()
    }

    /// Reads the token again, as a page that is opened anew.
    mutating func reload() async throws {
        csrf = try #require(
            try await fixture.ask(.get, "/v1/session", headers: ["Cookie": cookie]).object["csrf"] as? String)
    }

    /// Switches the session to a library.
    mutating func open(_ library: HostedLibrary) async throws {
        #expect(try await submit("library", "library=\(library.id)").status == 303)
        try await reload()
    }

    func get(_ path: String) async throws -> ServiceFixture.Answer {
        try await fixture.ask(.get, path, headers: ["Cookie": cookie, "Accept": "text/html"])
    }

    func submit(_ action: String, _ fields: String, withToken: Bool = true) async throws -> ServiceFixture.Answer {
        let csrf = withToken ? csrf : "x"
        return try await fixture.ask(
            .post, "/actions/" + action, headers: ["Cookie": cookie],
            body: "csrf=\(csrf)&next=account&" + fields, type: "application/x-www-form-urlencoded")
    }
}
