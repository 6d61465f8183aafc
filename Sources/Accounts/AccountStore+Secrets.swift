internal import Formats
internal import SQLite
internal import System

/// Secrets of channels and feeds that were sent over HTTP. They are encrypted, so that a copy of `service.db` alone
/// does not reveal them. Each is bound to one origin, so that a foreign library cannot have it sent anywhere else.
extension AccountStore {
    /// Stores a secret for an origin.
    ///
    /// - Returns: its name, 32 hexadecimal digits.
    public func keepSecret(_ secret: String, for origin: String) throws(AccountError) -> String {
        let name = Hexadecimal.encode(Sodium.randomBytes(16))
        try seal(secret, as: Self.row(name, origin))
        return name
    }

    /// - Returns: nil if there is no secret of that name for that origin.
    /// - Throws: `damaged` if it was modified, or stored under another name.
    public func secret(_ name: String, for origin: String) throws(AccountError) -> String? {
        try sealedSecret(Self.row(name, origin))
    }

    /// Removes a secret, whatever its origin.
    ///
    /// - Returns: false if there was none.
    @discardableResult
    public func forgetSecret(_ name: String) throws(AccountError) -> Bool {
        try write { connection in
            // "!" follows the space in ASCII, so this range is all names that begin with `name` and a space.
            try connection.run(
                "DELETE FROM secret WHERE name >= ? AND name < ?", [.text(name + " "), .text(name + "!")])
            return connection.changedRows > 0
        }
    }

    /// A secret of the accounts next to a library; nil if it cannot be read.
    public static func secret(_ name: String, for origin: String, besideLibrary path: String) -> String? {
        (try? existing(besideLibrary: path)).flatMap { try? $0.secret(name, for: origin) }
    }

    /// Stores a secret under the name of its row, replacing an existing one.
    func seal(_ secret: String, as row: String) throws(AccountError) {
        let sealed = key.seal(Array(secret.utf8), name: row)
        try write { connection in
            try connection.run(
                "INSERT OR REPLACE INTO secret (name, sealed, changed) VALUES (?, ?, ?)",
                [.text(row), .blob(sealed), .integer(now)])
        }
    }

    /// The secret of a row; nil if there is none.
    func sealedSecret(_ row: String) throws(AccountError) -> String? {
        let sealed = try read { connection -> [UInt8]? in
            let statement = try connection.cachedStatement("SELECT sealed FROM secret WHERE name = ?")
            defer { statement.reset() }
            statement.bind(row, at: 1)
            return try statement.step() ? statement.bytes(0) : nil
        }
        guard let sealed else { return nil }
        guard let secret = key.open(sealed, name: row) else {
            throw .damaged(path: path, message: "a secret cannot be decrypted")
        }
        return String(decoding: secret, as: UTF8.self)
    }

    private static func row(_ name: String, _ origin: String) -> String { name + " " + origin }
}
