internal import Articles
internal import Formats
internal import LibraryStorage
internal import SQLite

/// Records the row changes of a running action, so that the action can be undone. The recorded changes are written in
/// parts, so that memory use stays bounded.
///
/// The caller must have opened a transaction.
final class SQLiteActionRecording {
    private let kind: UserAction.Kind
    private let subject: String?
    private let now: Int64
    private let connection: Connection
    private let compressor = PrefixCompressor()
    private var recorder: ChangeRecorder?
    private var id: Int64?
    private var parts: Int64 = 0
    /// Number of articles whose state was changed.
    var changed = 0
    /// Number of articles that were moved to the bin.
    var removed = 0
    private let partBytes: Int64

    /// - Parameter partBytes: a part is written when the recorded changes exceed this size, in bytes.
    init(
        _ kind: UserAction.Kind, subject: String?, now: Int64, connection: Connection, partBytes: Int64
    ) throws {
        self.kind = kind
        self.subject = subject
        self.now = now
        self.connection = connection
        self.partBytes = partBytes
        recorder = try ChangeRecorder(connection, tables: kind.tables)
    }

    /// The action's id. The first call inserts the action.
    func actionID() throws -> Int64 {
        if let id { return id }
        let new = try connection.integer(
            "INSERT INTO action (at, kind, subject) VALUES (?, ?, ?) RETURNING id",
            [.integer(now), .text(kind.rawValue), .init(subject)])
        id = new
        return new ?? 0
    }

    /// Writes the recorded changes as a part, and stops recording.
    func flush() throws {
        guard let inverse = try recorder?.inverse(), !inverse.isEmpty else {
            recorder = nil
            return
        }
        recorder = nil
        guard let packed = compressor.compress(inverse, prefix: []) else {
            throw SQLiteError(extendedCode: SQLiteError.outOfMemory, message: "out of memory")
        }
        try connection.run(
            "INSERT INTO action_change (action, part, inverse) VALUES (?, ?, ?)",
            [.integer(actionID()), .integer(parts), .blob(packed)])
        parts += 1
    }

    /// Starts recording again, after `flush`.
    func restart() { recorder = try? ChangeRecorder(connection, tables: kind.tables) }

    /// Counts changed articles, and writes a part if the recorded changes have grown large.
    func didChange(_ articles: Int) throws {
        changed += articles
        guard let recorder, recorder.byteCount > partBytes else { return }
        try flush()
        restart()
    }

    /// Writes the last part and the number of articles that the action has changed.
    ///
    /// - Returns: the action's id; nil if nothing was changed.
    func end() throws -> Int64? {
        try flush()
        guard let id else { return nil }
        if parts == 0, removed == 0 {
            try connection.run("DELETE FROM action WHERE id = ?", [.integer(id)])
            return nil
        }
        try connection.run(
            "UPDATE action SET articles = ? WHERE id = ?", [.integer(Int64(max(changed, removed))), .integer(id)])
        return id
    }
}
