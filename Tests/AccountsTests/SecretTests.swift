import Database
import Testing

@testable import Accounts

@Suite struct SecretTests {
    let place: ServicePlace

    init() throws { place = try ServicePlace() }

    @Test("Secrets are encrypted under their name and origin, and read only with the key, for that origin")
    func secrets() throws {
        let store = try place.store()
        let (here, there) = ("https://a.example", "https://a.example:8443")
        let hook = try store.keepSecret("hook secret 密", for: here)
        let other = try store.keepSecret("other", for: here)
        #expect(try store.secret(hook, for: here) == "hook secret 密")
        #expect(try place.store().secret(other, for: here) == "other")
        #expect(try store.secret(String(repeating: "0", count: 32), for: here) == nil)
        #expect(try store.secret(hook, for: there) == nil)
        // Neither a secret under another's name nor one under another origin is ours.
        for moved in ["\(other) \(here)", "\(hook) \(there)"] {
            try store.write { database in
                try database.run([
                    .delete(from: .secret, where: "name = \(moved)"),
                    .insert(
                        into: .secret, ["name", "sealed", "changed"], select: "\(moved), s.sealed, 0",
                        from: "\(rows: .secret) s WHERE s.name = \("\(hook) \(here)")", onConflict: .fails),
                ])
            }
        }
        #expect(try store.secret(hook, for: here) == "hook secret 密")
        #expect(throws: AccountError.self) { try store.secret(other, for: here) }
        #expect(throws: AccountError.self) { try store.secret(hook, for: there) }
        for bytes in [[], [1, 2, 3], Array(repeating: 0, count: 100)] as [[UInt8]] {
            try store.write {
                try $0.run(.update(.secret, set: "sealed = \(bytes)", where: "name LIKE \(hook + "%")"))
            }
            #expect(throws: AccountError.self) { try store.secret(hook, for: here) }
        }
        #expect(try store.forgetSecret(hook))
        #expect(try !store.forgetSecret(hook))
        #expect(try store.secret(hook, for: here) == nil)
    }
}
