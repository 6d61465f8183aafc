private import CSodium
internal import Formats
private import Glibc
internal import SQLite
internal import System

/// Where a service's key is stored.
package enum ServiceKeyPlace: Sendable {
    /// The file `service.key`, which is created if the service is new.
    case ownFile(path: String)
    /// A file that the user has specified. It is never created.
    case file(path: String)
    /// An environment variable, whose value must have 64 hexadecimal digits.
    case environment(name: String, value: String?)

    /// A description of the place, for messages.
    package var text: String {
        switch self {
        case .ownFile(let path), .file(let path): path
        case .environment(let name, _): "env:" + name
        }
    }

    /// The path of the file to create for a new service; nil if the user has specified another place.
    package var file: String? { if case .ownFile(let path) = self { path } else { nil } }
}

/// The key of a service. Signatures and the encryption of secrets are derived from its 32 random bytes, so a copy of the
/// accounts without the key reveals no secrets.
package struct ServiceKey: Sendable {
    static let byteCount = 32
    /// The maximum size of a key file: 64 hexadecimal digits and a line break.
    private static let maxTextBytes = 2 * byteCount + 2
    private let bytes: [UInt8]

    /// Reads a key: 32 bytes, or 64 hexadecimal digits.
    ///
    /// - Throws: `AccountError` if the key is missing or damaged, or if other users can read it.
    package init(_ place: ServiceKeyPlace) throws(AccountError) {
        switch place {
        case .ownFile(let path), .file(let path): try self.init(path: path)
        case .environment(_, let value):
            guard let value, !value.isEmpty else { throw .keyMissing(path: place.text) }
            guard let bytes = Self.parsed(Array(value.utf8)) else { throw .keyDamaged(path: place.text) }
            self.init(bytes)
        }
    }

    /// Reads a key; returns nil if it does not exist.
    package static func existing(_ place: ServiceKeyPlace) throws(AccountError) -> ServiceKey? {
        do throws(AccountError) { return try ServiceKey(place) } catch {
            if case .keyMissing = error { return nil }
            throw error
        }
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Throws: `AccountError` if the key is missing or damaged, or if other users can read it.
    init(path: String) throws(AccountError) {
        guard let status = FileStatus(path) else { throw .keyMissing(path: path) }
        guard status.kind == .file else { throw .notAFile(path: path) }
        guard status.isPrivate else { throw .notPrivate(path: path) }
        let read: [UInt8]
        do throws(SystemError) {
            read = try FileSystem.read(path, limit: Self.maxTextBytes, maxWaitSeconds: 1)
        } catch {
            if error.number == EFBIG { throw .keyDamaged(path: path) }
            throw .cannotOpen(path: path, message: error.words)
        }
        guard let bytes = Self.parsed(read) else { throw .keyDamaged(path: path) }
        self.bytes = bytes
    }

    /// - Returns: nil if the bytes are not a key.
    private static func parsed(_ read: [UInt8]) -> [UInt8]? {
        if read.count == byteCount { return read }
        var text = read[...]
        while let last = text.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { text.removeLast() }
        guard text.count == 2 * byteCount else { return nil }
        return Hexadecimal.decode(String(decoding: text, as: UTF8.self))
    }

    /// Creates a new key and writes it to disk.
    package init(creating path: String) throws(AccountError) {
        bytes = Sodium.randomBytes(Self.byteCount)
        do throws(SystemError) {
            try FileSystem.replace(path, with: bytes, mode: 0o600)
        } catch {
            throw .cannotOpen(path: error.path, message: error.words)
        }
    }

    /// The first 64 bits of a fingerprint in hexadecimal, for messages.
    package static func text(ofFingerprint fingerprint: [UInt8]) -> String {
        Hexadecimal.encode(Array(fingerprint.prefix(8)))
    }

    /// Whether this is the key with a fingerprint. The comparison takes constant time.
    package func has(fingerprint: [UInt8]) -> Bool { Sodium.isEqual(self.fingerprint, fingerprint) }

    /// Identifies this key without revealing it.
    package var fingerprint: [UInt8] { SHA256.authenticate(Array("feedsearch service key".utf8), key: bytes) }

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
