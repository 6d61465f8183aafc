internal import Database

/// The articles that one transaction inserted or changed, as stored in a row of `history`.
package struct HistoryEntry {
    package private(set) var firstInserted: Int64?
    package private(set) var lastInserted: Int64?
    package private(set) var changed: [Int64] = []

    package init() {}

    package var isEmpty: Bool { firstInserted == nil && changed.isEmpty }

    package mutating func inserted(_ id: Int64) {
        firstInserted = firstInserted ?? id
        lastInserted = id
    }

    package mutating func updated(_ id: Int64) { changed.append(id) }

    /// The ids of all new articles. They are contiguous, because only one transaction writes at a time.
    package var insertedRange: ClosedRange<Int64>? {
        guard let firstInserted, let lastInserted, firstInserted <= lastInserted else { return nil }
        return firstInserted...lastInserted
    }

    /// The statement that stores the entry.
    func insertion(token: Int64, at now: Int64) -> SQL {
        .insert(
            into: .history,
            [
                "token": .integer(token), "at": .integer(now), "first_inserted": .integer(orNull: firstInserted),
                "last_inserted": .integer(orNull: lastInserted), "changed": .packedIntegers(changed),
            ])
    }
}
