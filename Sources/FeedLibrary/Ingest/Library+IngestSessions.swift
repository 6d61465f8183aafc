internal import Articles
package import Ingestion
internal import SQLiteStorage
internal import System

/// A bulk load in several parts that can go on where it broke.
package struct IngestSession: Sendable {
    package static let maxNameLength = 64
    /// At most this many sessions are kept; the least recently used are forgotten first.
    package static let maxCount = 1_000
    /// A session without a new part for this many seconds is forgotten.
    package static let maxAge: Int64 = 30 * 86_400
    package let name: String

    /// - Parameter name: 1 to 64 letters, digits, `-`, `_` and `.` of ASCII; nil for others.
    package init?(_ name: String) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
            default: false
            }
        }
        guard isName, (1...Self.maxNameLength).contains(name.utf8.count) else { return nil }
        self.name = name
    }

    fileprivate static let prefix = "ingest:"
    fileprivate var client: String { Self.prefix + name }
}

extension Library {
    /// How many articles of a session are dealt with for good; 0 for an unknown session.
    package func committedArticles(of session: IngestSession) throws -> Int {
        try store.clientState(of: session.client).map { ClientProgress($0).committed } ?? 0
    }

    /// Makes room for one more session. What a session has stored stays; a part with an offset is refused then.
    private func forgetOldSessions() throws {
        let oldest = clock.now() - IngestSession.maxAge
        let all = try store.clientStates(prefix: IngestSession.prefix)
            .map { (client: $0.client, time: ClientProgress($0.state).time) }
            .sorted { ($0.time, $0.client) > ($1.time, $1.client) }
        for (place, session) in all.enumerated() where place >= IngestSession.maxCount - 1 || session.time < oldest {
            try store.setClientState(nil, of: session.client)
        }
    }

    /// Stores one part of a session. The number of articles that are dealt with is stored with them.
    ///
    /// - Parameters:
    ///   - path: of JSON lines.
    ///   - offset: how many articles of the session come before this part, at most as many as are stored; those of the
    ///     part that are dealt with already are left out. nil where the part begins where the session ends.
    ///   - onCommit: takes the number of articles of the session that are stored for good, after each commit.
    /// - Throws: `StorageError`; what cannot be read is in the report.
    package func ingest(
        _ path: String, _ options: IngestOptions, in session: IngestSession, offset: Int?,
        cancellation: IngestCancellation = IngestCancellation(), onCommit: (Int) -> Void
    ) throws -> IngestReport {
        if try store.clientState(of: session.client) == nil { try forgetOldSessions() }
        let committed = try committedArticles(of: session)
        var options = options
        options.client = session.client
        options.committedBefore = committed
        options.skippedArticles = committed - (offset ?? committed)
        if committed > 0 { onCommit(committed) }
        return try withoutActuallyEscaping(onCommit) {
            try ingest([path], options, cancellation: cancellation, onCommit: $0)
        }
    }
}
