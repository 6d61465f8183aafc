/// The doclists of all terms with one prefix, and the rule that decides which of their postings are valid.
struct PrefixDoclists {
    /// The doclists of one segment.
    enum Source {
        /// The sums of all doclists, if the prefix is a frequent character.
        case list(BlockListReader)
        /// A cursor on one term, or on the first term that does not sort before the prefix.
        case terms(SegmentCursor)
    }

    /// For each segment, newest first, a function that opens its character list if one is requested and present;
    /// otherwise a cursor on the first term that does not sort before `key`.
    var sources: [(_ asList: Bool) throws -> Source]
    /// The prefix, with the index byte.
    var key: [UInt8]
    /// Whether FTS5 has begun a merge and not finished it, so that a segment may have only some of the terms of a row.
    var isMerging: Bool

    /// Calls `body` with each doclist (a cursor on its term), or with the character list of a segment, and with the
    /// number of its owner, from 1.
    ///
    /// The newest segment that contains a changed or deleted row has all the row's terms, some perhaps with empty
    /// postings. Therefore only that segment counts: the owner is the segment. During a merge by FTS5 this does not
    /// hold, because some of the terms are already in another segment. The owner is then the term, and for each row and
    /// term the newest segment counts.
    ///
    /// - Parameters:
    ///   - asLists: whether to use character lists, which have the sums of a segment's doclists.
    ///   - body: returns false to stop.
    /// - Returns: false if `body` returned false.
    func forEachSource(asLists: Bool = false, _ body: (Source, _ owner: UInt32) throws -> Bool) throws -> Bool {
        isMerging ? try forEachTerm(body) : try forEachSegment(asLists, body)
    }

    /// Whether a posting of `owner` counts, given that `previous` is the owner for which its row was last counted (0 if
    /// it was never counted).
    @inline(__always)
    func counts(_ previous: UInt32, _ owner: UInt32) -> Bool {
        isMerging ? previous != owner : previous == 0 || previous == owner
    }

    private func forEachSegment(_ asLists: Bool, _ body: (Source, _ owner: UInt32) throws -> Bool) throws -> Bool {
        for (number, open) in sources.enumerated() {
            let source = try open(asLists)
            guard case .terms(let cursor) = source else {
                guard try body(source, UInt32(number + 1)) else { return false }
                continue
            }
            while cursor.term.starts(with: key) {
                guard try body(source, UInt32(number + 1)) else { return false }
                try cursor.next()
            }
        }
        return true
    }

    private func forEachTerm(_ body: (Source, _ owner: UInt32) throws -> Bool) throws -> Bool {
        var number: UInt32 = 0
        var left = try sources.compactMap { open -> SegmentCursor? in
            guard case .terms(let cursor) = try open(false) else { return nil }
            return cursor.term.starts(with: key) ? cursor : nil
        }
        while var next = left.first {
            for cursor in left.dropFirst() where cursor.precedes(next) { next = cursor }
            let term = next.term
            number += 1
            for cursor in left where cursor.term == term {
                guard try body(.terms(cursor), number) else { return false }
                try cursor.next()
            }
            left.removeAll { !$0.term.starts(with: key) }
        }
        return true
    }
}

extension SegmentCursor {
    /// Calls `body` with each posting of the term: its row and its positions.
    ///
    /// - Returns: false if the doclist is malformed.
    @inline(__always)
    func forEachPosting(
        _ body: (_ row: UInt64, _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Void
    ) throws -> Bool {
        try unsafe withDoclist { unsafe PostingList.forEachPosting(in: $0, count: $1, body) }
    }
}
