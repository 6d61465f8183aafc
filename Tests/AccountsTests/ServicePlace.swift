import Foundation
import System

@testable import Accounts

/// A temporary folder with a service in it, and a clock that tests set.
final class ServicePlace {
    /// A time that tests move.
    final class Time: Sendable {
        private let value = Locked<Int64>(1_800_000_000)
        var now: Int64 { value.withLock { $0 } }
        func advance(_ seconds: Int64) { value.withLock { $0 += seconds } }
    }

    let folder: String
    let time = Time()

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("accounts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var library: String { folder + "/feedsearch.db" }
    var database: String { folder + "/service.db" }
    var key: String { folder + "/service.key" }

    var clock: SystemClock {
        let time = time
        return SystemClock(now: { time.now }, monotonicSeconds: { Double(time.now) })
    }

    /// Hashes that cost next to nothing; writes at once.
    static var options: AccountStore.Options {
        var options = AccountStore.Options()
        options.passwordCost = PasswordCost(passes: 1, memoryBytes: 8_192)
        options.writesInBackground = false
        return options
    }

    func store(_ options: AccountStore.Options = ServicePlace.options) throws -> AccountStore {
        try AccountStore(besideLibrary: library, clock: clock, options: options)
    }

    func mode(_ path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int ?? -1
    }

    func setMode(_ path: String, _ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

extension Visitor {
    static let local = Visitor(.local)
    static func at(_ address: String) -> Visitor { Visitor(PeerAddress(address)) }
}

extension AccountStore {
    /// The refusal of a credential; nil where it was accepted.
    func refusal(_ credential: Credential, from visitor: Visitor = .local) throws -> Refusal? {
        if case .refused(let refusal) = try authenticate(credential, from: visitor) { refusal } else { nil }
    }

    func principal(_ credential: Credential, from visitor: Visitor = .local) throws -> Principal? {
        if case .accepted(let principal) = try authenticate(credential, from: visitor) { principal } else { nil }
    }

    /// The session of a right password; nil where it was refused.
    func session(_ name: String, _ password: String, from visitor: Visitor = .local) throws -> NewSession? {
        if case .accepted(let session) = try signIn(name: name, password: password, from: visitor) {
            session
        } else {
            nil
        }
    }

    func refusedSignIn(_ name: String, _ password: String, from visitor: Visitor = .local) throws -> Refusal? {
        if case .refused(let refusal) = try signIn(name: name, password: password, from: visitor) {
            refusal
        } else {
            nil
        }
    }
}
