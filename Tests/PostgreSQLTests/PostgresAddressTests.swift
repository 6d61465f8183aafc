import PostgreSQL
import Testing

@Suite struct PostgresAddressTests {
    @Test(
        "A password in an address is refused, in every place where libpq takes one",
        arguments: [
            "postgresql://reader:secret@localhost/feeds", "postgresql://localhost/feeds?password=secret",
            "postgresql://localhost/feeds?sslmode=verify-full&sslpassword=secret", "postgres://a:b@h1,h2/db",
        ])
    func refusesPasswords(_ text: String) {
        #expect(throws: PostgresAddress.Refusal.hasPassword) { try PostgresAddress(text) }
    }

    @Test("A message about a malformed address does not repeat it")
    func hidesMalformed() throws {
        for text in ["postgresql://user:secret@[host/db", "postgresql://h/db?secret", "host=h password=secret"] {
            let refusal = #expect(throws: PostgresAddress.Refusal.self) { try PostgresAddress(text) }
            #expect(refusal != .hasPassword && !"\(String(describing: refusal))".contains("secret"))
        }
    }

    @Test("Several hosts, the primary alone and a verified certificate are kept as written")
    func keepsParameters() throws {
        let text =
            "postgresql://reader@a:5432,b:5433/feeds?target_session_attrs=read-write&sslmode=verify-full&service=x"
        #expect(try PostgresAddress(text).text == text)
        #expect(PostgresAddress.isAddress(text))
        #expect(!PostgresAddress.isAddress("/tmp/postgresql/feeds.db"))
    }
}
