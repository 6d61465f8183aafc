import Foundation
import System
import Testing

@testable import Accounts

/// Whether credentials of requests that go on are still valid.
@Suite struct CredentialWatchTests {
    let place: ServicePlace

    init() throws { place = try ServicePlace() }

    private func principal(_ store: AccountStore, _ credential: Credential) throws -> Principal {
        guard case .accepted(let principal) = try store.authenticate(credential, from: .local)
        else { throw CancellationError() }
        return principal
    }

    @Test("A token is over once it is revoked by any process, and once it has expired")
    func tokens() throws {
        let store = try place.store()
        let other = try place.store()
        let expires = place.time.now + 100
        let principals = try [
            1: principal(store, .bearer(store.createToken("a", scope: .read))),
            2: principal(store, .bearer(store.createToken("b", scope: .read, expires: expires))),
            3: principal(store, .bearer(store.createToken("c", scope: .read))),
        ]
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: principals) == [])
        try other.revokeToken("c")
        #expect(try watch.over(of: principals) == [3])
        place.time.advance(99)
        #expect(try watch.over(of: principals) == [3])
        place.time.advance(1)
        #expect(try watch.over(of: principals) == [2, 3])
        #expect(try watch.over(of: principals.filter { $0.key < 3 }) == [2])
    }

    @Test("A session is over once it has ended, its account is gone, its password is another or nobody has used it")
    func sessions() throws {
        let store = try place.store()
        func session(_ name: String) throws -> Principal {
            guard
                case .accepted(let session) = try store.signIn(
                    name: name, password: "long enough", from: .local)
            else { throw CancellationError() }
            return session.principal
        }
        for name in ["anna", "berta", "carla", "dora"] { try store.addAccount(name, password: "long enough") }
        let principals = try [1: session("anna"), 2: session("berta"), 3: session("carla"), 4: session("dora")]
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: principals) == [])
        try store.endSession(principals[1]!.id)
        #expect(try watch.over(of: principals) == [1])
        try store.removeAccount("berta")
        try store.setPassword(of: "carla", to: "another one")
        #expect(try watch.over(of: principals) == [1, 2, 3])
        place.time.advance(Session.idleSeconds)
        #expect(try watch.over(of: principals) == [1, 2, 3, 4])
    }

    @Test("Looking is no use; a session that its browser uses meanwhile goes on")
    func use() throws {
        let store = try place.store()
        try store.addAccount("anna", password: "long enough")
        guard
            case .accepted(let session) = try store.signIn(
                name: "anna", password: "long enough", from: .local)
        else { throw CancellationError() }
        var watch = CredentialWatch(store)
        let begun = place.time.now
        place.time.advance(Session.idleSeconds - 1)
        #expect(try watch.over(of: [1: session.principal]) == [])
        store.flush()
        #expect(try store.sessions().map(\.lastUse) == [begun])
        _ = try principal(store, .session(session.cookie))
        store.flush()
        place.time.advance(2)
        #expect(try watch.over(of: [1: session.principal]) == [])
    }

    @Test("A file that cannot be read is an error, and no revocation; later all are looked at again")
    func errors() throws {
        let place = try ServicePlace(.file)
        let store = try place.store()
        let principals = try [1: principal(store, .bearer(store.createToken("a", scope: .read)))]
        var watch = CredentialWatch(store)
        #expect(try watch.over(of: principals) == [])
        try FileSystem.move(place.database, to: place.database + ".away")
        #expect(throws: AccountError.moved(path: place.database)) { _ = try watch.over(of: principals) }
        try FileSystem.move(place.database + ".away", to: place.database)
        try store.revokeToken("a")
        #expect(try watch.over(of: principals) == [1])
    }
}
