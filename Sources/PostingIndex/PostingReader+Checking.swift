extension PostingReader {
    /// The number of block lists, both of words and of characters, that differ from their doclists or cannot be read.
    ///
    /// - Complexity: reads these doclists.
    public func wrongBlockLists() throws -> Int {
        guard try refresh() else { return 0 }
        return try wrongWordLists() + wrongCharacterLists()
    }

    private func wrongWordLists() throws -> Int {
        let stored = try pages.makeCursor()
        let lengths = RowLengths(pages)
        var wrong = 0
        for (index, segment) in segments.enumerated() {
            let ids = SegmentRowID.blockLists(segment: segment.id)
            stored.seek(ids)
            defer { stored.reset() }
            var end: Int64 = 0
            while let id = try stored.next() {
                let leaf = Int(id - ids.lowerBound)
                // Chunks are read with their directory. Leaves that a merge by FTS5 has already deleted are never read.
                if id < end || leaf < segment.first { continue }
                var list: BlockList?
                stored.withPage { list = BlockList(directory: $0, segment: segment.id, leaf: leaf) }
                guard let list else {
                    wrong += 1
                    continue
                }
                end = id + 1 + Int64(list.chunkCount)
                let isNewest = index == segments.count - 1
                if try !isRight(list, in: segment, isNewest ? lengths : nil) { wrong += 1 }
            }
        }
        return wrong
    }

    /// - Parameter lengths: nil if rows of the segment may have been rewritten with other lengths.
    private func isRight(
        _ list: BlockList, in segment: SegmentStructure.Segment, _ lengths: RowLengths?
    ) throws -> Bool {
        let cursor = try SegmentCursor(segment: segment, from: list.leaf, of: pages)
        // Moves to the last term that begins on the leaf.
        while cursor.leavesRead == 1, !cursor.term.isEmpty { try cursor.next() }
        let key = cursor.term
        var doclists = Doclists()
        doclists.begin()
        doclists.bytes = cursor.doclist
        guard doclists.end() else { return false }
        let expected = doclists.list(keepsRemovals: true)
        do {
            let blocks = BlockListReader(list, pages)
            var found = RowFrequencies()
            try blocks.append(to: &found)
            guard found.rows == expected.rows,
                found.frequencies == expected.weightedFrequencies(secondWeight: Float(BlockList.secondWeight))
            else { return false }
            // Reads each block separately, to verify that it is found.
            for block in 0..<list.blockCount {
                var part = Doclists()
                try append(block..<block + 1, of: list, key: key, to: &part)
            }
            guard let lengths else { return true }
            return found.rows.indices.allSatisfy { index in
                let length = lengths.length(found.rows[index])
                let frequency = Int(found.frequencies[index])
                return frequency == 0 || length == 0
                    || list.covers(frequency: frequency, length: length, in: index / BlockList.blockSize)
            }
        } catch is MalformedIndexError {
            return false
        }
    }

    /// The number of wrong character lists. While FTS5 merges, they are not checked, because some doclists of a segment
    /// may already be deleted.
    private func wrongCharacterLists() throws -> Int {
        if isMerging { return 0 }
        let stored = try pages.makeCursor()
        var wrong = 0
        for segment in segments {
            stored.seek(SegmentRowID.characterLists(segment: segment.id))
            defer { stored.reset() }
            var end: Int64 = 0
            var lastWrong: UInt32?
            while let id = try stored.next() {
                let (scalar, number) = SegmentRowID.character(ofRow: id, segment: segment.id)
                // Chunks are read together with their directory. If a list is wrong, all its rows together count as
                // one.
                if id < end || scalar == lastWrong { continue }
                var list: BlockList?
                stored.withPage { list = BlockList(directory: $0, segment: segment.id, character: scalar) }
                if number == 0, let list, try isRight(scalar, in: segment) {
                    end = id + 1 + Int64(list.chunkCount)
                } else {
                    wrong += 1
                    lastWrong = scalar
                }
            }
        }
        return wrong
    }

    /// Whether a character's list equals the sums of its doclists.
    private func isRight(_ scalar: UInt32, in segment: SegmentStructure.Segment) throws -> Bool {
        guard let character = Unicode.Scalar(scalar) else { return false }
        let key = Array("0\(character)".utf8)
        var found = RowFrequencies()
        do {
            guard let list = try characterList(of: key, in: segment) else { return false }
            try list.append(to: &found)
        } catch is MalformedIndexError {
            return false
        }
        var sums = SparseFrequencies()
        let cursor = try cursor(in: segment, from: key)
        while cursor.term.starts(with: key) {
            try unsafe cursor.withDoclist { unsafe sums.add($0, count: $1) }
            try cursor.next()
        }
        guard sums.isValid else { return false }
        var expected = RowFrequencies()
        sums.removeAll { row, frequency in
            expected.rows.append(UInt32(truncatingIfNeeded: row))
            expected.frequencies.append(Float(BlockList.weighed(frequency.first, frequency.second)))
        }
        return found.rows == expected.rows && found.frequencies == expected.frequencies
    }

    // MARK: - Pages without a term

    /// The number of stored pages that belong to no segment, or to no term of their segment. They are never read, but a
    /// new segment cannot use their ids. Chunks of lists without a directory are counted by `wrongBlockLists`.
    ///
    /// - Complexity: reads the ids of all pages, and the term indexes.
    public func strayPages() throws -> Int {
        guard try refresh() else { return 0 }
        let known = Dictionary(segments.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var indexed: (segment: Int, heights: [Int: Int]) = (0, [:])
        var last: Int64?
        var strays = 0
        try pages.forEachPageID { id in
            if id == SegmentRowID.averages || id == SegmentRowID.structure { return }
            let (number, isLeaf, height, page) = SegmentRowID.parts(of: id)
            guard let segment = known[number] else {
                strays += 1
                return
            }
            if isLeaf {
                if height > 0 || page < segment.first || page > segment.last { strays += 1 }
                return
            }
            // When FTS5 deletes leaves that it has merged, it does not delete the other pages that belong to them.
            if SegmentRowID.isOfLists(height: height) || page < segment.first {
                last = id
                return
            }
            if indexed.segment != number { indexed = (number, try indexHeights(in: number)) }
            // At each height of a doclist index, the first page has the leaf's number; further pages are numbered
            // consecutively.
            if page <= segment.last, indexed.heights[page] == height {
                indexed.heights[page] = height + 1
            } else if page > segment.last || last != id - 1 {
                strays += 1
                return
            }
            last = id
        }
        return strays
    }

    /// The leaves whose last term has a doclist index. The initial value for each leaf is 0, the height of the first
    /// page.
    private func indexHeights(in segment: Int) throws -> [Int: Int] {
        var heights: [Int: Int] = [:]
        var last: [UInt8]?
        while true {
            var count = 0
            try pages.forEachTerm(segment: segment, above: last, atMost: Self.rowsInOneGo) { term, page in
                count += 1
                last = unsafe term.withUnsafeBufferPointer { unsafe Array($0) }
                if page & 1 == 1 { heights[Int(truncatingIfNeeded: page >> 1)] = 0 }
            }
            if count < Self.rowsInOneGo { return heights }
        }
    }
}
