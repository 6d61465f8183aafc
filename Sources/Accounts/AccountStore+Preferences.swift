internal import SQLite

/// UI preferences, stored for each account.
extension AccountStore {
    /// - Parameters:
    ///   - name: the name of the preference.
    ///   - account: nil for a session started with a one-time key, and for tokens.
    /// - Returns: nil if it was not set.
    package func preference(_ name: String, of account: String?) throws(AccountError) -> String? {
        try read { connection in
            let id = try account.map { try Self.requireAccount($0, connection) } ?? 0
            return try connection.text(
                "SELECT value FROM preference WHERE account = ? AND name = ?", [.integer(id), .text(name)])
        }
    }

    /// - Parameter value: the new value; an empty one removes the preference.
    package func setPreference(_ name: String, of account: String?, to value: String) throws(AccountError) {
        try write { connection in
            let id = try account.map { try Self.requireAccount($0, connection) } ?? 0
            if value.isEmpty {
                try connection.run(
                    "DELETE FROM preference WHERE account = ? AND name = ?", [.integer(id), .text(name)])
            } else {
                try connection.run(
                    "INSERT OR REPLACE INTO preference (account, name, value) VALUES (?, ?, ?)",
                    [.integer(id), .text(name), .text(value)])
            }
        }
    }
}
