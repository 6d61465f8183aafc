package import PostingIndex
package import SearchRanking
internal import TextAnalysis

/// A checksum over all postings, for comparing an index with its source texts, as FTS5's integrity check does
/// (`sqlite3Fts5IndexEntryCksum`, <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>).
package struct PostingChecksum {
    package private(set) var value: UInt64 = 0
    /// Whether pairs of words are included. They are useless if some articles lack them.
    package let hasPairs: Bool

    package init(hasPairs: Bool) { self.hasPairs = hasPairs }

    private func counts(_ term: Span<UInt8>) -> Bool { hasPairs || term[0] != TokenKind.pairPrefix }

    /// Adds the postings of a text.
    package mutating func add(_ text: IndexedText, article: Int64) {
        var hashes: [UInt64] = []
        text.forEachColumn { column, text, language in
            var position = -1
            Analyzer.shared.analyzeWithPairs(text, language: language) { term, kind, _ in
                if !kind.isColocated || position < 0 { position += 1 }
                if !counts(term) { return true }
                hashes.append(
                    Self.hash(
                        Self.hash(term.extracting(first: min(term.count, InvertedBatch.maxTermLength))), article,
                        UInt64(column) << 32 | UInt64(position)))
                return true
            }
        }
        add(&hashes)
    }

    /// Adds the postings of an index.
    ///
    /// - Throws: `MalformedIndexError`.
    /// - Complexity: reads the whole index.
    package mutating func add(_ reader: PostingReader) throws {
        guard try reader.refresh() else { throw MalformedIndexError() }
        var hashes: [UInt64] = []
        var positions: [UInt64] = []
        // Sorts after all terms, because this byte does not occur in UTF-8.
        _ = try reader.forEachTerm(from: [], to: [0xFF]) { term in
            if !counts(term.span) { return true }
            guard let list = try reader.postings(of: term.span) else { throw MalformedIndexError() }
            let termHash = Self.hash(term.span)
            for index in list.rows.indices {
                hashes.removeAll(keepingCapacity: true)
                positions.removeAll(keepingCapacity: true)
                list.appendPositions(at: index, to: &positions)
                for position in positions { hashes.append(Self.hash(termHash, Int64(list.rows[index]), position)) }
                add(&hashes)
            }
            return true
        }
    }

    /// Each posting counts once, even if two tokens of a text produce it.
    private mutating func add(_ hashes: inout [UInt64]) {
        hashes.sort()
        var last: UInt64?
        for hash in hashes where hash != last {
            value &+= hash
            last = hash
        }
    }

    /// FNV-1a.
    private static func hash(_ term: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
        return hash
    }

    /// The finaliser of SplitMix64 applied to the three values.
    private static func hash(_ term: UInt64, _ article: Int64, _ position: UInt64) -> UInt64 {
        var hash = term
        for part in [UInt64(bitPattern: article), position] {
            hash = (hash ^ part) &+ 0x9E37_79B9_7F4A_7C15
            hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
            hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
            hash ^= hash >> 31
        }
        return hash
    }
}
