import Database
import Dispatch
import Formats
import Foundation
import SQLite
import System
import Testing

@testable import Accounts

@Suite struct CredentialTests {
    let place: ServicePlace
    let store: AccountStore

    init() throws {
        place = try ServicePlace()
        store = try place.store()
        try store.addAccount("Anna", password: "secret", allowsWeak: true)
    }

    // MARK: - API tokens

    @Test("A token is fs_ and 32 random bytes, valid with its name and scope, and not stored itself")
    func token() throws {
        let token = try store.createToken("script", scope: .write)
        #expect(token.wholeMatch(of: /fs_[A-Za-z0-9_-]{43}/) != nil)
        let principal = try #require(try store.principal(.bearer(token)))
        #expect(principal.kind == .token && principal.label == "script" && principal.scope == .write)
        #expect(principal.account == nil && principal.csrf == nil)
        store.flush()
        #expect(try place.contains("script"))
        #expect(try !place.contains(token.dropFirst(3)))
        #expect(throws: AccountError.tokenExists("Script")) { try store.createToken("Script", scope: .read) }
    }

    @Test("Another text, a text of another kind and an endless one are unknown")
    func unknown() throws {
        let token = try store.createToken("script", scope: .read)
        let others: [Credential] = [
            .bearer(""), .bearer("fs_"), .bearer(String(token.dropLast())), .bearer(token + "x"),
            .bearer(token + "\u{0}"),
            .bearer(token.uppercased()), .bearer(String(repeating: "fs_", count: 100_000)), .session(token),
            .appPassword(token), .feverKey(token), .basic(name: "Anna", password: token),
            .basic(name: "Anna", password: "secret"), .appPassword(""), .session(""), .feverKey(""),
        ]
        for (index, credential) in others.enumerated() {
            #expect(try store.refusal(credential, from: .at("192.0.2.\(index)")) == .unknown, "\(credential)")
        }
    }

    @Test("A token ends when it expires, and its name can then be used again")
    func expiry() throws {
        let token = try store.createToken("script", scope: .read, expires: place.time.now + 60)
        place.time.advance(59)
        #expect(try store.refusal(.bearer(token)) == nil)
        place.time.advance(1)
        #expect(try store.refusal(.bearer(token)) == .expired)
        #expect(try store.tokens().map(\.name) == ["script"])
        let next = try store.createToken("script", scope: .read)
        #expect(try store.refusal(.bearer(next)) == nil)
        #expect(try store.tokens().count == 1)
    }

    @Test("What another process revokes is refused at once")
    func revoking() throws {
        let other = try place.store()
        let token = try store.createToken("script", scope: .read)
        let app = try store.createAppPassword(for: "anna", label: "phone", forFever: true)
        #expect(try store.refusal(.bearer(token)) == nil)
        #expect(try store.refusal(.appPassword(app)) == nil)
        try other.revokeToken("SCRIPT")
        try other.revokeAppPassword(of: "anna", label: "Phone")
        #expect(try store.refusal(.bearer(token)) == .revoked)
        #expect(try store.refusal(.appPassword(app)) == .revoked)
        #expect(try store.refusal(.basic(name: "anna", password: app)) == .revoked)
        #expect(try store.tokens().isEmpty)
        #expect(throws: AccountError.noSuchToken("script")) { try store.revokeToken("script") }
        #expect(throws: AccountError.noSuchLabel("phone")) {
            try store.revokeAppPassword(of: "anna", label: "phone")
        }
        // Both names can be used again, and the old ones stay revoked.
        _ = try store.createToken("script", scope: .read)
        _ = try store.createAppPassword(for: "anna", label: "phone")
        #expect(try other.refusal(.bearer(token)) == .revoked)
    }

    @Test("What was revoked is known as such for 90 days")
    func forgotten() throws {
        let token = try store.createToken("script", scope: .read)
        let app = try store.createAppPassword(for: "anna", label: "phone")
        try store.revokeToken("script")
        try store.revokeAppPassword(of: "anna", label: "phone")
        for (seconds, refusal) in [(AccountStore.revokedSeconds, Refusal.revoked), (1, .unknown)] {
            place.time.advance(seconds)
            _ = try store.createToken("at \(seconds)", scope: .read)
            _ = try store.createAppPassword(for: "anna", label: "at \(seconds)")
            #expect(try store.refusal(.bearer(token)) == refusal)
            #expect(try store.refusal(.appPassword(app)) == refusal)
        }
    }

    @Test("Many threads present credentials while others come and go")
    func manyThreads() throws {
        var options = ServicePlace.options
        options.writesInBackground = true
        let store = try place.store(options)
        let token = try store.createToken("kept", scope: .read)
        let wrong = Locked(0)
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            for round in 0..<20 {
                if index < 2 {
                    let other = try? store.createToken("\(index) \(round)", scope: .write)
                    let isAccepted = (try? store.principal(.bearer(other ?? ""))) != nil
                    try? store.revokeToken("\(index) \(round)")
                    let isRefused = (try? store.refusal(.bearer(other ?? ""))) != nil
                    if !isAccepted || !isRefused { wrong.withLock { $0 += 1 } }
                } else if (try? store.principal(.bearer(token))) == nil {
                    wrong.withLock { $0 += 1 }
                }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
        store.flush()
    }

    @Test("A last use is written at most once a minute")
    func lastUse() throws {
        let token = try store.createToken("script", scope: .read)
        func uses() throws -> Int64? { try store.tokens().first?.lastUse }
        #expect(try uses() == nil)
        let first = place.time.now
        _ = try store.principal(.bearer(token))
        #expect(try uses() == first)
        // The server does not count changes of a connection.
        func changes() throws -> Int64? { try store.write { ($0 as? Connection)?.totalChanges } }
        let before = try changes()
        for _ in 0..<59 {
            place.time.advance(1)
            _ = try store.principal(.bearer(token))
        }
        #expect(try changes() == before)
        #expect(try uses() == first)
        place.time.advance(1)
        _ = try store.principal(.bearer(token))
        #expect(try uses() == first + 60)
    }

    @Test("Last uses and refusals are written on another thread, without the request waiting for it")
    func background() throws {
        var options = ServicePlace.options
        options.writesInBackground = true
        let store = try place.store(options)
        let token = try store.createToken("script", scope: .read)
        _ = try store.principal(.bearer(token))
        _ = try store.refusal(.bearer("fs_x"))
        for _ in 0..<2_000 where try store.signInLog(limit: 1).isEmpty || store.tokens()[0].lastUse == nil {
            usleep(1_000)
        }
        #expect(try store.tokens()[0].lastUse == place.time.now)
        #expect(try store.signInLog(limit: 9).map(\.outcome) == [.unknown])
    }

    @Test("What waits to be written is there after a flush, also where another thread has begun to write it")
    func flushBesideTheBackground() throws {
        var options = ServicePlace.options
        options.writesInBackground = true
        let store = try place.store(options)
        for number in 1...200 {
            store.log(
                SignInRecord(
                    time: 1, kind: .token, outcome: .unknown, account: nil, address: "\(number)", userAgent: ""))
            // The other thread begins at any moment from now on.
            if number % 2 == 0 { usleep(UInt32(number)) }
            store.flush()
            #expect(try store.signInLog(limit: 1).first?.address == "\(number)")
        }
    }

    // MARK: - App passwords

    @Test("An app password has 131 random bits in letters, and is taken however it is typed")
    func appPassword() throws {
        let password = try store.createAppPassword(for: "anna", label: "phone")
        #expect(password.wholeMatch(of: /([a-z]{4}-){6}[a-z]{4}/) != nil)
        let spellings = [
            password, password.uppercased(), password.replacing("-", with: ""), password.replacing("-", with: " "),
        ]
        for spelling in spellings {
            let principal = try #require(try store.principal(.basic(name: "ANNA", password: spelling)))
            #expect(principal.kind == .appPassword && principal.account == "Anna" && principal.label == "phone")
            #expect(principal.scope == .reader)
            #expect(try store.principal(.appPassword(spelling)) != nil)
        }
        try store.addAccount("bob", password: "x", allowsWeak: true)
        #expect(try store.refusal(.basic(name: "bob", password: password)) == .unknown)
        #expect(throws: AccountError.labelExists("PHONE")) {
            try store.createAppPassword(for: "anna", label: "PHONE")
        }
        _ = try store.createAppPassword(for: "bob", label: "phone")
        #expect(throws: AccountError.noSuchAccount("eve")) { try store.createAppPassword(for: "eve", label: "a") }
        #expect(try store.appPasswords(of: "Anna").map(\.lastUse) == [place.time.now])
    }

    @Test("Fever's key is MD5 of name:password, valid only where it was asked for, and not stored")
    func fever() throws {
        let password = try store.createAppPassword(for: "anna", label: "reeder", forFever: true)
        let digest = try #require(MD5.hash(Array("Anna:\(password)".utf8)))
        let key = Hexadecimal.encode(digest)
        #expect(try store.principal(.feverKey(key))?.label == "reeder")
        #expect(try store.principal(.feverKey(key.uppercased()))?.scope == .reader)
        #expect(try store.principal(.appPassword(password))?.label == "reeder")
        let stored = try store.read { database in
            try database.first("SELECT p.fever_hash FROM \(rows: .appPassword) p") { $0.bytes(0) } ?? []
        }
        #expect(stored.count == 32 && !stored.starts(with: digest))
        let plain = try store.createAppPassword(for: "anna", label: "other")
        let other = Hexadecimal.encode(try #require(MD5.hash(Array("Anna:\(plain)".utf8))))
        #expect(try store.refusal(.feverKey(other)) == .unknown)
        #expect(try store.appPasswords().map(\.isForFever) == [false, true])
    }

    @Test(
        "MD5 of the test suite of RFC 1321",
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ])
    func md5(_ text: String, _ digest: String) {
        #expect(MD5.hash(Array(text.utf8)).map(Hexadecimal.encode) == digest)
    }

    @Test("With an account go its app passwords and sessions")
    func removal() throws {
        let app = try store.createAppPassword(for: "anna", label: "phone")
        let session = try #require(try store.session("anna", "secret"))
        try store.removeAccount("anna")
        #expect(try store.refusal(.appPassword(app)) == .unknown)
        #expect(try store.refusal(.session(session.cookie)) == .unknown)
        try store.addAccount("anna", password: "secret", allowsWeak: true)
        #expect(try store.refusal(.session(session.cookie)) == .unknown)
    }

    // MARK: - Scopes

    @Test("Scopes: admin contains all, write contains read, an app password is for readers only")
    func scopes() {
        let table: [Scope: Set<Scope>] = [
            .read: [.read], .write: [.read, .write], .admin: [.read, .write, .admin, .reader], .reader: [.reader],
        ]
        for scope in Scope.allCases {
            #expect(Set(Scope.allCases.filter(scope.includes)) == table[scope])
        }
    }

    // MARK: - Tokens of reader apps

    @Test("An app's token is the same each time, is in no file, and ends with its app password")
    func readerToken() throws {
        let password = try store.createAppPassword(for: "Anna", label: "phone")
        let principal = try #require(try store.principal(.appPassword(password)))
        let token = try #require(try store.readerToken(of: principal))
        #expect(try store.readerToken(of: principal) == token && place.store().readerToken(of: principal) == token)
        let signedIn = try #require(try store.principal(.readerToken(token)))
        #expect(signedIn.scope == .reader && signedIn.account == "Anna" && signedIn.label == "phone")
        store.flush()
        #expect(try !place.contains(token.dropFirst(2)))
        for (index, other) in [
            "", "-", "1-", token + "0", String(token.dropLast()), "2" + token.dropFirst(), "01" + token.dropFirst(),
            token.uppercased() + " ", String(repeating: "1", count: 100_000),
        ].enumerated() {
            #expect(try store.refusal(.readerToken(other), from: .at("192.0.2.\(index)")) == .unknown, "\(other)")
        }
        #expect(try store.refusal(.bearer(token)) == .unknown)
        try store.revokeAppPassword(of: "Anna", label: "phone")
        #expect(try store.refusal(.readerToken(token)) == .revoked)
        let script = try #require(try store.principal(.bearer(store.createToken("script", scope: .read))))
        #expect(try store.readerToken(of: script) == nil)
    }
}
