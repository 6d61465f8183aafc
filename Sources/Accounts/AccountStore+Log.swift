internal import Database
internal import SQLite
internal import System

/// The sign-in log and the times of last use, which are written in the background.
extension AccountStore {
    /// Minimum seconds between two updates of a time of last use.
    static let useSeconds: Int64 = 60
    /// Maximum number of entries in the log.
    static let maxLogLines: Int64 = 10_000

    /// The newest entries of the sign-in log, newest first: sign-ins, and refused credentials of any kind.
    public func signInLog(limit: Int) throws(AccountError) -> [SignInRecord] {
        try read { connection in
            let rows = try connection.cachedStatement(
                """
                SELECT time, kind, outcome, account, address, user_agent FROM sign_in ORDER BY id DESC LIMIT ?
                """)
            defer { rows.reset() }
            rows.bind(Int64(limit), at: 1)
            var records: [SignInRecord] = []
            while try rows.step() {
                guard let kind = Credential.Kind(rawValue: rows.text(1)),
                    let outcome = SignInRecord.Outcome(rawValue: rows.text(2))
                else { continue }
                records.append(
                    SignInRecord(
                        time: rows.seconds(0), kind: kind, outcome: outcome, account: rows.textOrNil(3),
                        address: rows.text(4), userAgent: rows.text(5)))
            }
            return records
        }
    }

    /// Writes all pending entries; for the end of the process and for tests. Drops entries that cannot be written.
    public func flush() {
        flushing.withLock { _ in
            while true {
                let (uses, records) = pending.withLock { $0.take() }
                if uses.isEmpty, records.isEmpty { return }
                try? write { connection in
                    for (key, time) in uses { try Self.note(key, time, connection) }
                    try Self.insert(records, connection)
                }
            }
        }
    }

    // MARK: -

    func noteUse(_ key: UseKey, lastUse: Int64?, now: Int64) {
        if let lastUse, (0..<Self.useSeconds).contains(now - lastUse) { return }
        later { $0.add(key, at: now) }
    }

    func log(_ record: SignInRecord) { later { $0.add(record) } }

    static func insert(_ records: [SignInRecord], _ connection: Connection) throws {
        if records.isEmpty { return }
        for record in records {
            try connection.run(
                "INSERT INTO sign_in (time, kind, outcome, account, address, user_agent) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .integer(record.time), .text(record.kind.rawValue), .text(record.outcome.rawValue),
                    record.account.map { .text($0) } ?? .null, .text(record.address), .text(record.userAgent),
                ])
        }
        try connection.run(
            "DELETE FROM sign_in WHERE id <= (SELECT max(id) FROM sign_in) - ?", [.integer(maxLogLines)])
    }

    private static func note(_ key: UseKey, _ time: Int64, _ connection: Connection) throws {
        let table =
            switch key.kind {
            case .token: "token"
            case .appPassword: "app_password"
            case .session: "session"
            }
        // Another process may have written a later time.
        try connection.run(
            "UPDATE \(table) SET last_use = ?1 WHERE id = ?2 AND coalesce(last_use, 0) < ?1",
            [.integer(time), .integer(key.id)])
    }

    private func later(_ add: (inout PendingWrites) -> Void) {
        let starts = pending.withLock { pending in
            add(&pending)
            if pending.isEmpty || pending.isWriting { return false }
            pending.isWriting = options.writesInBackground
            return true
        }
        guard starts else { return }
        if !options.writesInBackground { return flush() }
        let hasStarted = BackgroundThread.start { self.drainQueue() }
        if !hasStarted { pending.withLock { $0.isWriting = false } }
    }

    private func drainQueue() {
        while true {
            flush()
            let isDone = pending.withLock { pending in
                if pending.isEmpty { pending.isWriting = false }
                return pending.isEmpty
            }
            if isDone { return }
        }
    }
}
