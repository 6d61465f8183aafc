internal import Articles
package import Ingestion
internal import SQLiteEngine
internal import System

/// A bulk load in several parts that can resume after an interruption.
package struct IngestSession: Sendable {
    package static let maxNameLength = 64
    /// The maximum number of sessions. The least recently used sessions are deleted first.
    package static let maxCount = 1_000
    /// A session without a new part for this many seconds is deleted.
    package static let maxAge: Int64 = 30 * 86_400
    package let name: String

    /// - Parameter name: the session's name: 1 to 64 ASCII letters, digits, `-`, `_` and `.`. For other names, the
    ///   result is nil.
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

extension ArticleIngest {
    /// The number of articles of a session that were processed and committed; 0 for an unknown session.
    package func committedArticles(of session: IngestSession) throws -> Int {
        try store.clientState(of: session.client).map { ClientProgress($0).committed } ?? 0
    }

    /// Deletes sessions to make room for another one. The articles of a deleted session stay in the library, but later
    /// parts of that session are refused if they have an offset.
    private func forgetOldSessions() throws {
        let oldest = clock.now() - IngestSession.maxAge
        let all = try store.clientStates(prefix: IngestSession.prefix)
            .map { (client: $0.client, time: ClientProgress($0.state).time) }
            .sorted { ($0.time, $0.client) > ($1.time, $1.client) }
        for (place, session) in all.enumerated() where place >= IngestSession.maxCount - 1 || session.time < oldest {
            try store.setClientState(nil, of: session.client)
        }
    }

    /// Stores one part of a session. The number of processed articles is stored in the same transactions.
    ///
    /// - Parameters:
    ///   - path: the path of a file of JSON lines.
    ///   - offset: the number of articles of the session that precede this part, which must not exceed the number
    ///     already stored. Articles of the part that are already stored are skipped. If nil, the part is appended to
    ///     the session.
    ///   - onCommit: receives the number of committed articles of the session, after each commit.
    ///   - onStored: as for an ingest without a session.
    /// - Throws: `StorageError`; unreadable input is listed in the report.
    package func ingest(
        _ path: String, _ options: IngestOptions, in session: IngestSession, offset: Int?,
        cancellation: IngestCancellation = IngestCancellation(),
        onCommit: (Int) -> Void, onStored: (([IngestReport.StoredArticle]) -> Void)? = nil
    ) throws -> IngestReport {
        if try store.clientState(of: session.client) == nil { try forgetOldSessions() }
        let committed = try committedArticles(of: session)
        var options = options
        options.client = session.client
        options.committedBefore = committed
        options.skippedArticles = committed - (offset ?? committed)
        if committed > 0 { onCommit(committed) }
        return try withoutActuallyEscaping(onCommit) {
            try ingest([path], options, cancellation: cancellation, onCommit: $0, onStored: onStored)
        }
    }
}
