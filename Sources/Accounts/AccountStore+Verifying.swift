internal import SQLite

extension AccountStore {
    /// Throws if the file of the accounts is gone, was replaced, or cannot be read: requests would be refused, or
    /// writes would be lost.
    ///
    /// - Complexity: reads the whole file, which is small.
    public func verify() throws(AccountError) {
        try read { connection in
            // Drop cached pages, which would hide damage of the file.
            try connection.execute("PRAGMA shrink_memory")
            if let problem = try connection.text("PRAGMA quick_check(1)"), problem != "ok" {
                throw AccountError.damaged(path: path, message: problem)
            }
        }
    }
}
