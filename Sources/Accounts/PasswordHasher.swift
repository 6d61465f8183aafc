private import CSodium
internal import Formats
internal import System

/// The cost of one password hash.
public struct PasswordCost: Sendable {
    /// The number of passes over the memory.
    public var passes: UInt64
    public var memoryBytes: Int

    public init(passes: UInt64, memoryBytes: Int) {
        self.passes = passes
        self.memoryBytes = memoryBytes
    }

    /// libsodium's interactive limits: 64 MB, two passes, about 50 ms.
    public static let interactive = PasswordCost(
        passes: UInt64(crypto_pwhash_OPSLIMIT_INTERACTIVE), memoryBytes: Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
}

/// Hashes passwords with Argon2id (RFC 9106) from libsodium. All calls block.
final class PasswordHasher: Sendable {
    private let cost: PasswordCost
    private let queue: PasswordQueue
    /// The number of computed hashes, for tests.
    private let hashes = Locked(0)

    init(cost: PasswordCost, queue: PasswordQueue = .shared) {
        self.cost = cost
        self.queue = queue
    }

    var hashCount: Int { hashes.withLock { $0 } }

    /// The text to store for a password. It contains the parameters, the salt and the hash.
    func hash(_ password: String) throws(AccountError) -> String {
        let password = Self.characters(password)
        let text = try queue.run(for: .local, isThrottled: false) { () throws(AccountError) -> String in
            try make(password)
        }
        guard let text else { throw .outOfMemory }
        return text
    }

    private func make(_ password: [CChar]) throws(AccountError) -> String {
        guard Sodium.isReady else { throw .noCryptography }
        hashes.withLock { $0 += 1 }
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let code = unsafe crypto_pwhash_str(&text, password, UInt64(password.count), cost.passes, cost.memoryBytes)
        guard code == 0 else { throw .outOfMemory }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether a password matches a stored hash.
    ///
    /// - Parameter stored: nil for an unknown account. A hash is still computed, and the result is false.
    /// - Returns: nil if too many callers are waiting.
    func verify(_ password: String, _ stored: String?, for address: PeerAddress, isThrottled: Bool) -> Bool? {
        let password = Self.characters(password)
        let text = stored ?? standIn
        return queue.run(for: address, isThrottled: isThrottled) {
            hashes.withLock { $0 += 1 }
            guard Sodium.isReady else { return false }
            let code = unsafe crypto_pwhash_str_verify(text, password, UInt64(password.count))
            return code == 0 && stored != nil
        }
    }

    /// Whether a stored hash was computed with a cost that differs from the current one.
    func isOutdated(_ stored: String) -> Bool {
        unsafe crypto_pwhash_str_needs_rehash(stored, cost.passes, cost.memoryBytes) != 0
    }

    /// A stored hash that no password matches. Passwords of unknown accounts are checked against it.
    private var standIn: String {
        let (salt, hash) = (Self.plain(Sodium.randomBytes(16)), Self.plain(Sodium.randomBytes(32)))
        return "$argon2id$v=19$m=\(cost.memoryBytes / 1_024),t=\(cost.passes),p=1$\(salt)$\(hash)"
    }

    private static func characters(_ password: String) -> [CChar] { password.utf8.map { CChar(bitPattern: $0) } }

    /// Encodes bytes in Base64 without padding.
    private static func plain(_ bytes: [UInt8]) -> String {
        String(Base64.encode(bytes).prefix { $0 != "=" })
    }
}
