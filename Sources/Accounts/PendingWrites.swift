/// Which row was used.
struct UseKey: Hashable, Sendable {
    let kind: Principal.Kind
    let id: Int64

    init(_ kind: Principal.Kind, _ id: Int64) {
        self.kind = kind
        self.id = id
    }
}

/// What is written later, so that a request need not wait for it: last uses, and refusals for the log.
struct PendingWrites: Sendable {
    /// Refusals beyond this many are not logged until the disk has taken these.
    private static let maxRecords = 1_000
    private static let maxKeys = 10_000

    private(set) var uses: [UseKey: Int64] = [:]
    private(set) var records: [SignInRecord] = []
    /// When each row was last handed to the writer: also where it fails, it is tried once a minute.
    private var attempts: [UseKey: Int64] = [:]
    /// Whether somebody is writing.
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

    /// All that waits.
    mutating func take() -> (uses: [UseKey: Int64], records: [SignInRecord]) {
        defer {
            uses.removeAll()
            records.removeAll()
        }
        return (uses, records)
    }
}
