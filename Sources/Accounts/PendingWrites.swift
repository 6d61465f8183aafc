/// Identifies the database row of a used credential.
struct UseKey: Hashable, Sendable {
    let kind: Principal.Kind
    let id: Int64

    init(_ kind: Principal.Kind, _ id: Int64) {
        self.kind = kind
        self.id = id
    }
}

/// Last-use times and log entries that wait to be written, so that requests do not wait for the disk.
struct PendingWrites: Sendable {
    /// Maximum number of pending log entries; further refusals are not logged.
    private static let maxRecords = 1_000
    private static let maxKeys = 10_000

    private(set) var uses: [UseKey: Int64] = [:]
    private(set) var records: [SignInRecord] = []
    /// When each row was last passed to the writer. Even a failing write is tried only once a minute.
    private var attempts: [UseKey: Int64] = [:]
    /// Whether a thread is writing.
    var isWriting = false

    var isEmpty: Bool { uses.isEmpty && records.isEmpty }

    mutating func add(_ key: UseKey, at now: Int64) {
        if let attempt = attempts[key], (0..<AccountStore.useSeconds).contains(now - attempt) { return }
        if attempts.count >= Self.maxKeys { attempts.removeAll() }
        attempts[key] = now
        uses[key] = now
    }

    mutating func add(_ record: SignInRecord) {
        if records.count < Self.maxRecords { records.append(record) }
    }

    /// Removes and returns all pending entries.
    mutating func take() -> (uses: [UseKey: Int64], records: [SignInRecord]) {
        defer {
            uses.removeAll()
            records.removeAll()
        }
        return (uses, records)
    }
}
