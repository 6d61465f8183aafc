import Database
import Dispatch
import Foundation
import SQLite
import System
import Testing

@testable import Accounts

@Suite struct AccountFileTests {
    let place: ServicePlace

    init() throws { place = try ServicePlace(.file) }

    @Test("Accounts and key are files of their own beside the library, which only their owner can read")
    func files() throws {
        #expect(try AccountStore.existing(besideLibrary: place.library) == nil)
        let store = try place.store()
        try store.addAccount("anna", password: "x", allowsWeak: true)
        let names = try Set(FileManager.default.contentsOfDirectory(atPath: place.folder))
        #expect(names == ["service.db", "service.db-wal", "service.db-shm", "service.key"])
        for name in names { #expect(try place.mode(place.folder + "/" + name) == 0o600, "\(name)") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.key)).count == 32)
        #expect(store.instanceID.count == 32)
        #expect(try place.store().instanceID == store.instanceID)
        #expect(try ServicePlace(.file).store().instanceID != store.instanceID)
        #expect(try AccountStore.existing(besideLibrary: place.library)?.accounts().map(\.name) == ["anna"])
        #expect(try store.write { try $0.text("PRAGMA journal_mode") } == "wal")
        #expect(try store.write { try $0.integer("PRAGMA synchronous") } == 2)
    }

    @Test("A library that is reached by a link has its accounts beside the file itself")
    func link() throws {
        _ = try place.store()
        try Data("x".utf8).write(to: URL(fileURLWithPath: place.library))
        let other = try ServicePlace(.file)
        try FileManager.default.createSymbolicLink(atPath: other.library, withDestinationPath: place.library)
        #expect(try AccountStore.existing(besideLibrary: other.library) != nil)
        #expect(throws: AccountError.nameOfLibrary(path: place.database)) {
            try AccountStore(besideLibrary: place.database)
        }
    }

    @Test("Files that others can read are refused", arguments: ["service.db", "service.key"], [0o640, 0o604, 0o620])
    func modes(_ name: String, _ mode: Int) throws {
        _ = try place.store()
        let path = place.folder + "/" + name
        try place.setMode(path, mode)
        #expect(throws: AccountError.notPrivate(path: path)) { try place.store() }
        try place.setMode(path, 0o600)
        _ = try place.store()
    }

    @Test("A key that is missing, damaged or of another service is an error that says so")
    func keys() throws {
        _ = try place.store()
        let good = try Data(contentsOf: URL(fileURLWithPath: place.key))
        func write(_ bytes: Data) throws {
            try bytes.write(to: URL(fileURLWithPath: place.key))
            try place.setMode(place.key, 0o600)
        }
        for bytes in [Data(), good.dropLast(), good + [0], Data(repeating: 0, count: 100_000)] {
            try write(bytes)
            #expect(throws: AccountError.keyDamaged(path: place.key)) { try place.store() }
        }
        try write(Data(good.reversed()))
        #expect(throws: AccountError.keyForeign(path: place.key)) { try place.store() }
        try FileManager.default.removeItem(atPath: place.key)
        #expect(throws: AccountError.keyMissing(path: place.key)) { try place.store() }
        try FileManager.default.createDirectory(atPath: place.key, withIntermediateDirectories: false)
        #expect(throws: AccountError.notAFile(path: place.key)) { try place.store() }
        try FileManager.default.removeItem(atPath: place.key)
        try write(good)
        _ = try place.store()
    }

    @Test("An empty file beside a key has lost its accounts: it is not taken for a new one")
    func emptied() throws {
        _ = try place.store()
        try Data().write(to: URL(fileURLWithPath: place.database))
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + suffix) }
        try place.setMode(place.database, 0o600)
        #expect(throws: AccountError.emptied(path: place.database, keyPath: place.key)) { try place.store() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: place.key)).count == 32)
    }

    @Test("Other files, folders and newer versions are refused and left as they are")
    func foreign() throws {
        try Data("not a database, but long enough to be one".utf8).write(to: URL(fileURLWithPath: place.database))
        try place.setMode(place.database, 0o600)
        #expect(throws: AccountError.notOurs(path: place.database)) { try place.store() }
        try FileManager.default.removeItem(atPath: place.database)
        try FileManager.default.createDirectory(atPath: place.database, withIntermediateDirectories: false)
        #expect(throws: AccountError.notAFile(path: place.database)) { try place.store() }
        try FileManager.default.removeItem(atPath: place.database)
        do {
            let other = try Connection(path: place.database, mode: .create)
            try other.execute("CREATE TABLE account (x)")
        }
        try place.setMode(place.database, 0o600)
        #expect(throws: AccountError.notOurs(path: place.database)) { try place.store() }
        #expect(!FileManager.default.fileExists(atPath: place.key))
        try FileManager.default.removeItem(atPath: place.database)
        _ = try place.store()
        do {
            let newer = try Connection(path: place.database, mode: .readWrite)
            try newer.execute("PRAGMA user_version = 99")
        }
        #expect(throws: AccountError.newer(path: place.database, version: 99, known: AccountSchema.newestVersion)) {
            try place.store()
        }
    }

    @Test("A newer program's upgrade, and a file that is replaced, stop a store that is open")
    func underneath() throws {
        let store = try place.store()
        do {
            let newer = try Connection(path: place.database, mode: .readWrite)
            try newer.execute("PRAGMA user_version = 99")
        }
        #expect(throws: AccountError.newer(path: place.database, version: 99, known: AccountSchema.newestVersion)) {
            try store.addAccount("anna", password: "x", allowsWeak: true)
        }
        try FileManager.default.moveItem(atPath: place.database, toPath: place.database + ".old")
        #expect(throws: AccountError.moved(path: place.database)) { try store.refusal(.bearer("fs_x")) }
        #expect(throws: AccountError.moved(path: place.database)) { try store.revokeToken("x") }
    }

    @Test("A copy of the accounts that is put in place of the file is opened; no file, and a foreign one, are not")
    func restored() throws {
        let store = try place.store()
        let token = try store.createToken("kept", scope: .read)
        store.flush()
        let manager = FileManager.default
        do {
            let copy = try Connection(path: place.database, mode: .readWrite)
            try copy.execute("VACUUM INTO '\(place.database).copy'")
        }
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.database + ".copy")
        try store.addAccount("later", password: "secret", allowsWeak: true)
        for suffix in ["", "-wal", "-shm"] { try manager.removeItem(atPath: place.database + suffix) }
        #expect(throws: AccountError.moved(path: place.database)) { try store.refusal(.bearer(token)) }
        #expect(throws: AccountError.moved(path: place.database)) {
            try store.addAccount("no", password: "x", allowsWeak: true)
        }
        #expect(!manager.fileExists(atPath: place.database))

        let other = try ServicePlace(.file)
        _ = try other.store()
        try manager.copyItem(atPath: other.database, toPath: place.database)
        #expect(throws: AccountError.self) { try store.refusal(.bearer(token)) }
        for suffix in ["", "-wal", "-shm"] { try? manager.removeItem(atPath: place.database + suffix) }

        // A log of another file.
        try manager.copyItem(atPath: place.database + ".copy", toPath: place.database)
        try Data("log".utf8).write(to: URL(fileURLWithPath: place.database + "-wal"))
        #expect(throws: AccountError.moved(path: place.database)) { try store.refusal(.bearer(token)) }
        for suffix in ["", "-wal"] { try manager.removeItem(atPath: place.database + suffix) }

        try manager.moveItem(atPath: place.database + ".copy", toPath: place.database)
        #expect(try store.refusal(.bearer(token)) == nil)
        #expect(try store.accounts().isEmpty)
        try store.addAccount("after", password: "secret", allowsWeak: true)
        #expect(try place.store().accounts().map(\.name) == ["after"])
        try store.verify()
    }

    @Test("A truncated or damaged file is an error, never a crash")
    func damaged() throws {
        do {
            let store = try place.store()
            for index in 0..<20 { try store.addAccount("account \(index)", password: "secret", allowsWeak: true) }
            for index in 0..<20 { _ = try store.createToken("token \(index)", scope: .read) }
        }
        let whole = try Data(contentsOf: URL(fileURLWithPath: place.database))
        #expect(whole.count > 20_000)
        func attempt(_ bytes: Data) throws -> Bool {
            try bytes.write(to: URL(fileURLWithPath: place.database))
            for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + suffix) }
            try place.setMode(place.database, 0o600)
            do throws(AccountError) {
                let store = try AccountStore(
                    besideLibrary: place.library, clock: place.clock, options: ServicePlace.options)
                _ = try store.accounts()
                _ = try store.tokens()
                _ = try store.sessions()
                _ = try store.authenticate(.bearer("fs_x"), from: .local)
                _ = try store.signIn(name: "account 7", password: "secret", from: .local)
                _ = try store.createToken("new", scope: .read)
                return true
            } catch {
                return false
            }
        }
        #expect(try attempt(whole))
        for length in [1, 50, 99, 100, 512, 4_096, 8_192, whole.count / 2, whole.count - 4_096] {
            #expect(try !attempt(whole.prefix(length)), "\(length)")
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<60 {
            var bytes = whole
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            _ = try attempt(bytes)
        }
    }

    @Test("Of stores that are made at the same time one makes file and key, and all use them")
    func creatingTogether() throws {
        let place = place
        let ids = Locked<Set<String>>([])
        let folder = place.folder
        let clock = place.clock
        DispatchQueue.concurrentPerform(iterations: 8) { index in
            do {
                let store = try AccountStore(
                    besideLibrary: folder + "/feedsearch.db", clock: clock, options: ServicePlace.options)
                try store.addAccount("account \(index)", password: "x", allowsWeak: true)
                ids.withLock { _ = $0.insert(store.instanceID) }
            } catch {
                Issue.record(error)
            }
        }
        #expect(ids.withLock { $0.count } == 1)
        #expect(try place.store().accounts().count == 8)
    }

    @Test("While another process writes, credentials are checked without waiting")
    func locked() throws {
        var options = ServicePlace.options
        options.writesInBackground = true
        let store = try place.store(options)
        let other = try Connection(path: place.database, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        // Reading goes on.
        #expect(try store.accounts().isEmpty)
        #expect(try store.refusal(.bearer("fs_x"), from: .at("192.0.2.1")) == .unknown)
        try other.execute("COMMIT")
    }
}
