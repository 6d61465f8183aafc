internal import Formats

/// A secret that each request of a session must prove that it knows, so that other sites cannot forge requests.
///
/// The secret is derived from the session's cookie and is not stored. Each response contains it under a new mask, so
/// that the size of compressed responses does not reveal it (BREACH, <https://www.breachattack.com>).
public struct CSRFSecret: Sendable {
    private let bytes: [UInt8]

    init(sessionSecret: String) {
        // Use the cookie as the key, because the database contains the cookie's hash.
        bytes = SHA256.authenticate(Array("feedsearch csrf".utf8), key: Array(sessionSecret.utf8))
    }

    /// A token for one response: a random mask followed by the masked secret.
    public func token() -> String {
        let mask = Sodium.randomBytes(bytes.count)
        return Base64.encode(mask + zip(mask, bytes).map { $0 ^ $1 }, .url)
    }

    /// Whether a request's token was created from this secret.
    public func matches(_ token: String) -> Bool {
        guard token.utf8.count <= 128, let both = Base64.decode(token.utf8, .url), both.count == 2 * bytes.count else {
            return false
        }
        return Sodium.isEqual(zip(both, both.dropFirst(bytes.count)).map { $0 ^ $1 }, bytes)
    }
}
