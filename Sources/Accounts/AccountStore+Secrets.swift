internal import SQLite

/// Secrets of channels that were sent over HTTP: encrypted, so that a copy of `service.db` alone gives none of them away.
extension AccountStore {
    /// Keeps a secret under a name, in the place of the one that had it.
    public func storeSecret(_ secret: [UInt8], name: String) throws(AccountError) {
        let sealed = key.seal(secret, name: name)
        try write { connection in
            try connection.run(
                "INSERT OR REPLACE INTO secret (name, sealed, changed) VALUES (?, ?, ?)",
                [.text(name), .blob(sealed), .integer(now)])
        }
    }

    /// - Returns: nil where there is none of that name.
    /// - Throws: `damaged` where it was changed, or belongs to another name.
    public func secret(_ name: String) throws(AccountError) -> [UInt8]? {
        let sealed = try read { connection -> [UInt8]? in
            let row = try connection.cachedStatement("SELECT sealed FROM secret WHERE name = ?")
            defer { row.reset() }
            row.bind(name, at: 1)
            return try row.step() ? row.bytes(0) : nil
        }
        guard let sealed else { return nil }
        guard let secret = key.open(sealed, name: name) else {
            throw .damaged(path: path, message: "a secret cannot be decrypted")
        }
        return secret
    }

    /// - Returns: false where there was none.
    @discardableResult
    public func removeSecret(_ name: String) throws(AccountError) -> Bool {
        try write { connection in
            try connection.run("DELETE FROM secret WHERE name = ?", [.text(name)])
            return connection.changedRows > 0
        }
    }
}
