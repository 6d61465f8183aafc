private import CSodium
internal import Formats
private import Glibc
internal import SQLite
internal import System

/// The key file beside the accounts: 32 random bytes that encrypt the secrets of channels. Without it a copy of the accounts
/// gives none of them away.
struct ServiceKey: Sendable {
    static let byteCount = 32
    private let bytes: [UInt8]

    /// - Throws: `AccountError` of a key that is missing, damaged, or can be read by others.
    init(path: String) throws(AccountError) {
        guard let status = FileStatus(path) else { throw .keyMissing(path: path) }
        guard status.kind == .file else { throw .notAFile(path: path) }
        guard status.isPrivate else { throw .notPrivate(path: path) }
        do throws(SystemError) {
            bytes = try FileSystem.read(path, limit: Self.byteCount, maxWaitSeconds: 1)
        } catch {
            if error.number == EFBIG { throw .keyDamaged(path: path) }
            throw .cannotOpen(path: path, message: error.words)
        }
        guard bytes.count == Self.byteCount else { throw .keyDamaged(path: path) }
    }

    /// Makes a new key and writes it to the disk.
    init(creating path: String) throws(AccountError) {
        bytes = Sodium.randomBytes(Self.byteCount)
        do throws(SystemError) {
            try FileSystem.replace(path, with: bytes, mode: 0o600)
        } catch {
            throw .cannotOpen(path: error.path, message: error.words)
        }
    }

    /// Tells this key from others, and says nothing of it.
    var fingerprint: [UInt8] { SHA256.authenticate(Array("feedsearch service key".utf8), key: bytes) }

    /// A value that only who has the key can make of a message; `purpose` tells it from values for other uses.
    func authenticator(of message: [UInt8], for purpose: String) -> [UInt8] {
        SHA256.authenticate(message, key: SHA256.authenticate(Array("feedsearch \(purpose)".utf8), key: bytes))
    }

    /// Encrypts a secret with XChaCha20-Poly1305.
    ///
    /// - Parameter name: a secret is read under the name that it was written with, so that two cannot be exchanged.
    func seal(_ secret: [UInt8], name: String) -> [UInt8] {
        let nonce = Sodium.randomBytes(Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES))
        var sealed = [UInt8](repeating: 0, count: secret.count + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES))
        let name = Array(name.utf8)
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, secret, UInt64(secret.count), name, UInt64(name.count), nil, nonce, bytes)
        return nonce + sealed
    }

    /// - Returns: nil where the bytes were not made by `seal` with this key and name.
    func open(_ sealed: [UInt8], name: String) -> [UInt8]? {
        let nonceBytes = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
        let overhead = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)
        guard sealed.count >= nonceBytes + overhead else { return nil }
        let nonce = Array(sealed.prefix(nonceBytes))
        let rest = Array(sealed.dropFirst(nonceBytes))
        var secret = [UInt8](repeating: 0, count: rest.count - overhead)
        let name = Array(name.utf8)
        let code = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
            &secret, nil, nil, rest, UInt64(rest.count), name, UInt64(name.count), nonce, bytes)
        return code == 0 ? secret : nil
    }
}
