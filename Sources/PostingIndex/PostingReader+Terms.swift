extension PostingReader {
    /// Calls `body` with the terms in `lower..<upper`, in byte order. A term that has only empty postings may be
    /// included, if all its rows have changed.
    ///
    /// - Parameter body: returns false to stop.
    /// - Returns: false if `body` returned false.
    /// - Complexity: reads the leaves of each segment that contain the terms.
    package func forEachTerm(
        from lower: [UInt8], to upper: [UInt8], _ body: ([UInt8]) throws -> Bool
    ) throws -> Bool {
        // The main index has the prefix "0".
        let (first, end) = ([UInt8(ascii: "0")] + lower, [UInt8(ascii: "0")] + upper)
        var left = try segments.map { try cursor(in: $0, from: first) }
        while true {
            left.removeAll { $0.term.isEmpty || !$0.term.lexicographicallyPrecedes(end) }
            guard var next = left.first else { return true }
            for cursor in left.dropFirst() where cursor.precedes(next) { next = cursor }
            let term = next.term
            guard try body(Array(term.dropFirst())) else { return false }
            for cursor in left where cursor.term == term { try cursor.next() }
        }
    }
}
