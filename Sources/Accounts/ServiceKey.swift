private import CSodium
internal import Formats
private import Glibc
internal import SQLite
internal import System

/// The key file next to the accounts. Signatures and the encryption of secrets are derived from its 32 random bytes, so
/// a copy of the accounts without this file reveals no secrets.
struct ServiceKey: Sendable {
    static let byteCount = 32
    private let bytes: [UInt8]

    /// - Throws: `AccountError` if the key is missing or damaged, or if other users can read it.
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

    /// Creates a new key and writes it to disk.
    init(creating path: String) throws(AccountError) {
        bytes = Sodium.randomBytes(Self.byteCount)
        do throws(SystemError) {
            try FileSystem.replace(path, with: bytes, mode: 0o600)
        } catch {
            throw .cannotOpen(path: error.path, message: error.words)
        }
    }

    /// Identifies this key without revealing it.
    var fingerprint: [UInt8] { SHA256.authenticate(Array("feedsearch service key".utf8), key: bytes) }

    /// A message authentication code that only the owner of the key can compute. A code for one `purpose` is not valid
    /// for another.
    func authenticator(of message: [UInt8], for purpose: String) -> [UInt8] {
        SHA256.authenticate(message, key: SHA256.authenticate(Array("feedsearch \(purpose)".utf8), key: bytes))
    }

    /// Encrypts a secret with XChaCha20-Poly1305.
    ///
    /// - Parameter name: the name under which the secret is stored. `open` requires the same name, so sealed secrets
    ///   cannot be swapped.
    func seal(_ secret: [UInt8], name: String) -> [UInt8] {
        let nonce = Sodium.randomBytes(Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES))
        var sealed = [UInt8](repeating: 0, count: secret.count + Int(crypto_aead_xchacha20poly1305_ietf_ABYTES))
        let name = Array(name.utf8)
        unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, secret, UInt64(secret.count), name, UInt64(name.count), nil, nonce, bytes)
        return nonce + sealed
    }

    /// - Returns: nil if the bytes were not sealed with this key under this name.
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
