internal import Articles
internal import Database

/// Queues articles for destinations, inside the caller's transaction.
struct SendingRows {
    let database: any LibraryDatabase

    /// The id of the destination with this name; nil if there is none.
    func destination(named name: String) throws -> Int64? {
        try database.integer("SELECT d.id FROM \(rows: .destination) d WHERE d.name = \(name)")
    }

    /// Queues articles for a destination, except those that are already queued for it. Also removes old finished
    /// sendings.
    ///
    /// - Returns: the number of articles queued.
    func queue(_ articles: [Int64], to destination: Int64, now: Int64) throws -> Int {
        let waiting = Set(
            try database.integers(
                """
                SELECT s.article FROM \(rows: .sending) s
                WHERE s.destination = \(destination) AND s.state = 0 AND s.article\(isOneOf: articles)
                """))
        let oldest = now - OutboxLimits.keptSeconds
        try database.postpone([.delete(from: .sending, where: "state <> 0 AND finished < \(oldest)")])
        var seen = waiting
        let new = articles.filter { seen.insert($0).inserted }
        if new.isEmpty { return 0 }
        let first = try database.takeIDs(new.count, of: .sending)
        var random = SystemRandomNumberGenerator()
        let values: [[DatabaseValue]] = new.enumerated().map { place, article in
            [
                .integer(first + Int64(place)), .text(Self.uid(&random)), .integer(destination), .integer(article),
                .integer(now), .integer(now),
            ]
        }
        return try database.insert(
            values, into: .sending, ["id", "uid", "destination", "article", "created", "due"], onConflict: .fails)
    }

    /// An id with 128 random bits.
    private static func uid(_ random: inout SystemRandomNumberGenerator) -> String {
        let parts: [String] = (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return "snd_" + parts.joined()
    }
}
