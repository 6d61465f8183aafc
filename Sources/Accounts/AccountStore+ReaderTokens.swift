internal import Formats
internal import SQLite

/// What an app sends in place of its app password once it has signed in.
///
/// A token is stored nowhere: it is made of the app password's row with the service's key, and ends with that app password.
extension AccountStore {
    static let maxReaderTokenBytes = 128

    /// The token of an app password: digits, a hyphen and hexadecimal digits.
    ///
    /// - Returns: nil where the principal is no app password, or it was removed meanwhile.
    public func readerToken(of principal: Principal) throws(AccountError) -> String? {
        guard principal.kind == .appPassword else { return nil }
        return try read { connection in
            let row = try connection.cachedStatement("SELECT hash FROM app_password WHERE id = ?")
            defer { row.reset() }
            row.bind(principal.id, at: 1)
            return try row.step() ? readerToken(principal.id, hash: row.bytes(0)) : nil
        }
    }

    /// What stands in the address of a feed's icon: apps ask for it without a credential. Nobody else can tell from it which feeds
    /// there are. Costs some microseconds, and does not block.
    public func iconName(of feed: Int64) -> String {
        "\(feed)-" + Hexadecimal.encode(Array(key.authenticator(of: Array(String(feed).utf8), for: "icon").prefix(16)))
    }

    /// What stands in the address of an article's picture: nobody else can have the service fetch an address.
    package func pictureSignature(of url: String) -> String {
        Hexadecimal.encode(Array(key.authenticator(of: Array(url.utf8), for: "picture").prefix(16)))
    }

    /// Whether a signature is that of a picture's address, in a time that does not depend on where it differs.
    package func isPictureSignature(_ signature: String, of url: String) -> Bool {
        Sodium.isEqual(Array(signature.utf8), Array(pictureSignature(of: url).utf8))
    }

    /// The same for the name of an icon.
    package func isIconName(_ name: String, of feed: Int64) -> Bool {
        Sodium.isEqual(Array(name.utf8), Array(iconName(of: feed).utf8))
    }

    func readerToken(_ id: Int64, hash: [UInt8]) -> String {
        let message = Array("\(id) ".utf8) + hash
        return "\(id)-\(Hexadecimal.encode(key.authenticator(of: message, for: "reader token")))"
    }
}
