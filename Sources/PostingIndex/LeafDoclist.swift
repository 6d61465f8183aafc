/// Copies the doclist of one term from the leaves of a segment.
enum LeafDoclist {
    /// Finds a term on a leaf and copies the part of its doclist that is on that leaf.
    static func copyStart(
        of key: Span<UInt8>, from page: Span<UInt8>, to out: inout [UInt8], isOpen: inout Bool
    ) -> Bool {
        guard page.count >= 4 else { return false }
        let footer = Int(page[2]) << 8 | Int(page[3])
        guard footer >= 4, footer <= page.count else { return false }
        var footerAt = footer
        var at = 0
        // The number of bytes that the key shares with the previous term.
        var matched = 0
        var isFirst = true
        while let delta = varint(page, &footerAt, end: page.count) {
            at += delta
            var cursor = at
            var kept = 0
            if !isFirst {
                guard let value = varint(page, &cursor, end: footer) else { return false }
                kept = value
            }
            guard let added = varint(page, &cursor, end: footer), cursor + added <= footer else { return false }
            isFirst = false
            // Terms ascend, so a term that shares fewer than `matched` bytes with the previous term is after the key,
            // and one that shares more is before it.
            if kept < matched { return true }
            if kept > matched { continue }
            var same = 0
            let most = min(added, key.count - matched)
            while same < most, page[cursor + same] == key[matched + same] { same += 1 }
            if same < most {
                if page[cursor + same] > key[matched + same] { return true }
                matched += same
                continue
            }
            if added > most { return true }
            matched += same
            guard matched == key.count else { continue }
            let start = cursor + added
            var end = footer
            if footerAt < page.count, let next = varint(page, &footerAt, end: page.count) { end = at + next }
            guard end >= start, end <= footer else { return false }
            append(page.extracting(start..<end), to: &out)
            isOpen = end == footer
            return true
        }
        return true
    }

    /// The part of a leaf that continues a doclist from an earlier leaf.
    struct Rest {
        /// The range of the continuation on the leaf.
        var bytes: Range<Int>
        /// The offset of the first row id on the leaf; nil if no posting begins on the leaf.
        var firstRow: Int?
        /// Whether the doclist continues on the next leaf.
        var isOpen: Bool
    }

    /// - Returns: nil if the leaf is malformed.
    static func rest(of page: Span<UInt8>) -> Rest? {
        guard page.count >= 4 else { return nil }
        let firstRow = Int(page[0]) << 8 | Int(page[1])
        let footer = Int(page[2]) << 8 | Int(page[3])
        guard footer >= 4, footer <= page.count, firstRow <= footer else { return nil }
        var end = footer
        if footer < page.count {
            var at = footer
            guard let first = varint(page, &at, end: page.count), first >= 4, first <= footer else { return nil }
            end = first
        }
        return Rest(
            bytes: 4..<end, firstRow: firstRow >= 4 && firstRow < end ? firstRow : nil, isOpen: footer == page.count)
    }

    /// The part of the continuation to copy.
    enum Part {
        case whole
        /// The continuation from the first posting that begins on the leaf.
        case postings
        /// The rest of the posting that began on an earlier leaf.
        case end
    }

    /// Copies the continuation of a doclist from the next leaf.
    ///
    /// - Parameter isOpen: set to true if the doclist, or the posting whose end is copied, continues on the next leaf.
    /// - Returns: false if the leaf is malformed or has no such part.
    static func copyRest(
        _ part: Part = .whole, from page: Span<UInt8>, to out: inout Doclists, isOpen: inout Bool
    ) -> Bool {
        guard let rest = rest(of: page) else { return false }
        isOpen = rest.isOpen
        switch part {
        case .whole:
            if let firstRow = rest.firstRow { out.wholeRow(at: firstRow - rest.bytes.lowerBound) }
            append(page.extracting(rest.bytes), to: &out.bytes)
        case .postings:
            guard let firstRow = rest.firstRow else { return false }
            append(page.extracting(firstRow..<rest.bytes.upperBound), to: &out.bytes)
        case .end:
            let end = rest.firstRow ?? rest.bytes.upperBound
            append(page.extracting(rest.bytes.lowerBound..<end), to: &out.bytes)
            if rest.firstRow != nil { isOpen = false }
        }
        return true
    }

    private static func varint(_ page: Span<UInt8>, _ at: inout Int, end: Int) -> Int? {
        var value = 0
        for _ in 0..<5 {
            guard at < end else { return nil }
            let byte = page[at]
            at += 1
            value = value << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return value }
        }
        return nil
    }

    private static func append(_ bytes: Span<UInt8>, to out: inout [UInt8]) {
        unsafe bytes.withUnsafeBufferPointer { unsafe out.append(contentsOf: $0) }
    }
}
