internal import Formats
internal import SQLite

/// The token that an app sends instead of its app password after signing in.
///
/// Tokens are not stored: they are derived from the app password's row and the service's key, and end with that row.
extension AccountStore {
    static let maxReaderTokenBytes = 128

    /// The token of an app password: digits, a hyphen and hexadecimal digits.
    ///
    /// - Returns: nil if the principal is not an app password, or it was removed in the meantime.
    public func readerToken(of principal: Principal) throws(AccountError) -> String? {
        guard principal.kind == .appPassword else { return nil }
        return try read { connection in
            let row = try connection.cachedStatement("SELECT hash FROM app_password WHERE id = ?")
            defer { row.reset() }
            row.bind(principal.id, at: 1)
            return try row.step() ? readerToken(principal.id, hash: row.bytes(0)) : nil
        }
    }

    /// The name of a feed's icon in its address. Apps request icons without a credential, so names must be unguessable,
    /// or anyone could find out which feeds exist. Takes a few microseconds, and does not block.
    public func iconName(of feed: Int64) -> String {
        "\(feed)-" + Hexadecimal.encode(Array(key.authenticator(of: Array(String(feed).utf8), for: "icon").prefix(16)))
    }

    /// The signature in the address of an article's picture, so that no one else can make the service fetch addresses.
    package func pictureSignature(of url: String) -> String {
        Hexadecimal.encode(Array(key.authenticator(of: Array(url.utf8), for: "picture").prefix(16)))
    }

    /// Whether a signature is valid for a picture's address. The comparison takes constant time.
    package func isPictureSignature(_ signature: String, of url: String) -> Bool {
        Sodium.isEqual(Array(signature.utf8), Array(pictureSignature(of: url).utf8))
    }

    /// Whether a name is the one of a feed's icon. The comparison takes constant time.
    package func isIconName(_ name: String, of feed: Int64) -> Bool {
        Sodium.isEqual(Array(name.utf8), Array(iconName(of: feed).utf8))
    }

    func readerToken(_ id: Int64, hash: [UInt8]) -> String {
        let message = Array("\(id) ".utf8) + hash
        return "\(id)-\(Hexadecimal.encode(key.authenticator(of: message, for: "reader token")))"
    }
}
