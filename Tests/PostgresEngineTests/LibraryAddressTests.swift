import PostgreSQL
import Testing

@testable import PostgresEngine

@Suite struct LibraryAddressTests {
    @Test(
        "The name of a library is taken out of an address, and the rest is that of the server",
        arguments: [
            ("postgresql://h/d", "postgresql://h/d", "main"),
            ("postgresql://h/d?library=work", "postgresql://h/d", "work"),
            ("postgresql://h/d?library=main", "postgresql://h/d", "main"),
            ("postgresql:///d?host=/tmp&library=a.b_c-9&user=me", "postgresql:///d?host=/tmp&user=me", "a.b_c-9"),
            (
                "postgres://me@h1,h2:5433/d?library=x&target_session_attrs=any",
                "postgres://me@h1,h2:5433/d?target_session_attrs=any", "x"
            ),
        ])
    func parts(_ text: String, _ server: String, _ name: String) throws {
        let address = try LibraryAddress(text)
        #expect(address.server.text == server && address.name.text == name)
        #expect(try LibraryAddress(address.text) == address)
    }

    @Test(
        "A name that is not allowed is refused",
        arguments: ["", "Work", "w rk", "a/b", "%6dain", "é", "a'b", String(repeating: "a", count: 65)])
    func badNames(_ name: String) {
        #expect(throws: LibraryAddress.Refusal.badName(name)) { try LibraryAddress("postgresql://h/d?library=\(name)") }
    }

    @Test(
        "What may be a part of a malformed address, with a password in it, is not shown",
        arguments: ["work?password=hunter2", "hunter2@host/db", "a:hunter2"])
    func hidden(_ name: String) {
        #expect(throws: LibraryAddress.Refusal.badName("…")) { try LibraryAddress("postgresql://h/d?library=\(name)") }
    }

    @Test("Two names are refused, and so is a password")
    func refused() {
        #expect(throws: LibraryAddress.Refusal.severalNames) {
            try LibraryAddress("postgresql://h/d?library=a&library=a")
        }
        #expect(throws: LibraryAddress.Refusal.server(.hasPassword)) {
            try LibraryAddress("postgresql://h/d?library=a&password=b")
        }
        #expect(throws: LibraryAddress.Refusal.self) { try LibraryAddress("postgresql://h/d?libraries=a") }
    }

    @Test("No two libraries of a database share a lock")
    func locks() {
        let numbers = Array(Int64(1)...300) + [65_535, 65_536, 65_537, 1 << 27]
        let keys = numbers.flatMap { number in
            let place = LibrarySlot(library: number)
            return [place.writeLock, place.indexLock, place.deliveryLock]
        }
        #expect(Set(keys).count == keys.count)
    }
}
