import Testing

@testable import Accounts

/// The audit log of administrators' changes.
@Suite struct AuditTests {
    @Test("Changes of administrators are recorded with their user; refused ones and those of accounts are not")
    func changes() throws {
        let place = try ServicePlace()
        var options = ServicePlace.options
        let service = try place.store(options)
        options.actor = "root"
        let store = try place.store(options)
        try store.addAccount("anna", password: "long enough anna")
        let library = try store.addLibrary(for: "anna") { $0 + "/feedsearch.db" }
        #expect(try store.formerAddress(of: library) == nil)
        let moved = try store.move(library, to: "/x.db")
        #expect(moved.address == "/x.db" && moved.version == library.version + 1)
        #expect(try store.formerAddress(of: moved) == "anna/feedsearch.db")
        #expect(throws: AccountError.self) { try store.move(library, to: "/y.db") }
        _ = try store.addAccount("ben", password: "long enough ben") { $0 + "/feedsearch.db" }
        #expect(throws: AccountError.self) { try store.addAccount("ANNA", password: "long enough anna") }
        try store.setPassword(of: "anna", to: "another long one")
        _ = try store.createAppPassword(for: "anna", label: "phone")
        try store.revokeAppPassword(of: "anna", label: "phone")
        try store.endSessions(of: "anna")
        _ = try store.createToken("t", scope: .read, of: "anna")
        _ = try store.createToken("m", scope: .read)
        try store.revokeToken("t", of: "anna")
        #expect(throws: AccountError.self) { try store.revokeToken("t", of: "anna") }
        try store.confirmMail("me@example.org", of: "anna")
        try store.removeMail("me@example.org", of: "anna")
        try store.suspend("anna")
        #expect(try !store.suspend("anna"))
        try store.resume("anna")
        #expect(throws: AccountError.notSuspended("anna")) { try store.resume("anna") }
        try store.auditExport(of: "anna")
        try store.revokeInvitation(store.invite(expires: place.time.now + 60).invitation.id)
        let annas = try #require(try store.hostedLibrary(of: "anna"))
        try store.share(store.setReady(annas), with: "ben", as: .editor)
        try store.unshare(annas, with: "ben")
        let team = try store.rename(#require(try store.hostedLibrary(of: "anna")), to: "team")
        #expect(team.id == annas.id && team.address == annas.address && team.version > annas.version)
        #expect(throws: AccountError.libraryNameTaken("ben")) { try store.rename(team, to: "ben") }
        #expect(throws: AccountError.badName("main")) { try store.rename(team, to: "main") }
        // Changes that an account requests from the service are not recorded.
        _ = try service.createToken("own", scope: .read, of: "ben")
        _ = try service.askMail("you@example.org", in: 1)
        try store.removeAccount("anna", withLibrary: true)
        let log = try service.auditLog(limit: 100)
        #expect(log.allSatisfy { $0.actor == "root" && $0.time == place.time.now })
        let lines = log.reversed().map { "\($0.action.rawValue), \($0.account ?? "none"), \($0.object ?? "none")" }
        #expect(
            lines == [
                "account added, anna, none", "library added, anna, none",
                "library moved, anna, anna (\(library.id)): anna/feedsearch.db", "account added, ben, none",
                "password changed, anna, none", "app password created, anna, phone",
                "app password revoked, anna, phone", "sessions ended, anna, none", "token created, anna, t",
                "token created, none, m", "token revoked, anna, t", "mail address confirmed, anna, me@example.org",
                "mail address removed, anna, me@example.org", "account suspended, anna, none",
                "account resumed, anna, none", "account exported, anna, none",
                "invitation created, none, 1", "invitation revoked, none, 1",
                "library shared, ben, anna editor", "library no longer shared, ben, anna",
                "library renamed, anna, anna: team", "account removed, anna, none",
                "library removed, anna, team",
            ])
        #expect(try service.auditLog(limit: 2).map(\.action) == [.libraryRemoved, .accountRemoved])
        #expect(Set(log.map(\.action)) == Set(AuditRecord.Action.allCases))
    }
}
