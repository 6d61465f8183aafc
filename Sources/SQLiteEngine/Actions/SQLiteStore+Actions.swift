internal import Articles
internal import Database
internal import Formats
internal import LibraryStorage
internal import SQLite

extension SQLiteStore {
    func recording<Result>(
        _ kind: UserAction.Kind, subject: String?, now: Int64, _ body: () throws -> Result
    ) throws -> (result: Result, action: Int64?) {
        if let recording { return (try body(), try recording.actionID()) }
        return try guarded {
            try connection.transaction {
                let recording = try SQLiteActionRecording(
                    kind, subject: subject, now: now, connection: connection, partBytes: actionPartBytes)
                self.recording = recording
                defer { self.recording = nil }
                let result = try body()
                let action = try recording.end()
                if action != nil { try forgetOldActions() }
                return (result, action)
            }
        }
    }

    /// Updates the unread counts of feeds while a changeset is applied to articles.
    fileprivate static let readTrigger = """
        CREATE TEMP TRIGGER undo_reading AFTER UPDATE OF read ON main.article WHEN new.read <> old.read BEGIN
            UPDATE feed SET unread = unread + old.read - new.read WHERE id = new.feed;
        END
        """
}

extension SQLiteStore {
    func applyInverse(of action: UserAction) throws -> Int {
        let statement = try connection.prepare(
            "SELECT inverse FROM action_change WHERE action = ? ORDER BY part DESC")
        try statement.bind([.integer(action.id)])
        let tables = Set(action.kind.tables)
        let followsReading = tables.contains("article")
        if followsReading { try connection.execute(Self.readTrigger) }
        defer { if followsReading { try? connection.execute("DROP TRIGGER temp.undo_reading") } }
        let compressor = PrefixCompressor()
        var kept = 0
        while try statement.step() {
            guard let inverse = compressor.decompress(statement.bytes(0), prefix: []) else {
                throw StorageError.damaged(location: path, message: "action \(action.id)")
            }
            kept += try connection.apply(inverse, to: tables, leavesOrphans: leavesOrphans(inverse, tables))
        }
        if tables.contains("saved_search") {
            // Restored searches must not stay recorded as removed.
            try connection.run("DELETE FROM alert_forgotten WHERE search IN (SELECT id FROM saved_search)")
        }
        return kept
    }

    /// Whether `TableStore.takeBack` removes rows that refer to a row that is not there. It does so for saved searches
    /// and folders, but not for feeds.
    private func leavesOrphans(_ inverse: [UInt8], _ tables: Set<String>) -> Bool {
        if tables.contains("saved_search") { return true }
        var deletesFeeds = false
        let isIntact: Void? = try? Changeset.forEach(in: inverse) { table, change in
            if table == "feed", change.operation == .delete { deletesFeeds = true }
        }
        return tables.contains("folder") && isIntact != nil && !deletesFeeds
    }
}
