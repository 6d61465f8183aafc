private import Glibc

/// Builds one finished segment of an FTS5 index, page by page: leaves, the term index, doclist indexes, and block lists
/// of long doclists and of frequent characters. Pages end where FTS5 would end them. The result is returned in pieces.
///
/// Format: "%_data table" in <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>.
@safe final class SegmentWriter {
    private let segment: Int
    private let pageSize: Int
    /// The pages completed since the last call of `takePiece`.
    var piece = SegmentPiece()

    private let page: UnsafeMutablePointer<UInt8>
    private var used = 4
    private let footer: UnsafeMutablePointer<UInt8>
    private var footerUsed = 0
    private var lastTermOffset = 0
    private var pageNumber = 1
    /// Whether this leaf has no term and no row id yet.
    private var hasNoTerm = true
    private var hasNoRow = true
    private var previousTerm: [UInt8] = []
    /// The leaf whose row of the term index has not been written yet (0 for none), and its first term.
    private var indexedPage = 1
    private var indexedTerm: [UInt8] = []
    private var doclistIndex = DoclistIndex()
    /// Finished block lists. They are written after the leaves: early if they take much memory, otherwise at the end.
    private var blockLists = SegmentPiece()
    private static let maxBlockListBytes = 8 << 20
    private var characters: CharacterListBuilder
    /// Doclists of at least this many bytes get a block list.
    private let minListedBytes: Int
    /// Returns the weighted length of a row, for impacts.
    private let length: (UInt32) -> Int
    private static let slack = 40_000

    /// - Parameters:
    ///   - expectedBytes: the estimated size of all leaves.
    ///   - length: returns the weighted length of a row (`RowLengths`).
    init(segment: Int, pageSize: Int, expectedBytes: Int, length: @escaping (UInt32) -> Int) {
        self.segment = segment
        self.pageSize = pageSize
        self.length = length
        minListedBytes = BlockList.minLeaves * pageSize
        characters = CharacterListBuilder(pageSize: pageSize, segmentBytes: expectedBytes)
        unsafe page = .allocate(capacity: pageSize + Self.slack)
        unsafe page.initialize(repeating: 0, count: pageSize + Self.slack)
        unsafe footer = .allocate(capacity: pageSize + Self.slack)
    }

    deinit {
        unsafe page.deallocate()
        unsafe footer.deallocate()
    }

    /// Returns the finished pages. Reserves the same amount of memory for the next piece.
    func takePiece() -> SegmentPiece {
        var taken = SegmentPiece(capacity: piece.bytes.count)
        swap(&taken, &piece)
        return taken
    }

    /// Ends the segment.
    func finish() {
        append(characters.end())
        if used > 4 { writeLeaf() }
        if pageNumber > 1 { flushIndexRow() }
        for row in doclistIndex.saved {
            unsafe row.bytes.withUnsafeBufferPointer {
                unsafe piece.append($0, id: pageID(row.page, doclistHeight: row.height))
            }
        }
        piece.append(blockLists)
    }

    /// Writes the next term in order, with the index byte.
    func write(term: UnsafeBufferPointer<UInt8>) {
        if used + footerUsed + term.count + 2 >= pageSize, used > 4 { writeLeaf() }
        unsafe footerUsed += SegmentVarint.write(UInt64(used - lastTermOffset), to: footer + footerUsed)
        lastTermOffset = used
        var shared = 0
        let most = min(term.count, previousTerm.count)
        while shared < most, unsafe term[shared] == previousTerm[shared] { shared += 1 }
        var kept = 0
        if hasNoTerm {
            if pageNumber != 1 {
                flushIndexRow()
                indexedTerm = unsafe Array(term[..<(previousTerm.isEmpty ? term.count : min(term.count, shared + 1))])
                indexedPage = pageNumber
            }
        } else {
            kept = shared
            unsafe used += SegmentVarint.write(UInt64(kept), to: page + used)
        }
        unsafe used += SegmentVarint.write(UInt64(term.count - kept), to: page + used)
        unsafe memcpy(page + used, term.baseAddress.unsafelyUnwrapped + kept, term.count - kept)
        used += term.count - kept
        previousTerm.removeAll(keepingCapacity: true)
        unsafe previousTerm.append(contentsOf: term)
        hasNoTerm = false
        hasNoRow = false
        doclistIndex.begin(page: pageNumber)
        append(unsafe characters.begin(term))
    }

    /// Writes a term with its whole doclist.
    func write(term: [UInt8], doclist: [UInt8]) {
        unsafe term.withUnsafeBufferPointer { unsafe write(term: $0) }
        unsafe doclist.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            // Reading a varint may read up to nine bytes past its start. That is safe here, because a row id is always
            // followed by a posting.
            unsafe write(doclist: start, count: bytes.count)
        }
    }

    /// Writes the postings of the term, which consist of row id deltas, sizes and positions.
    func write(doclist: UnsafePointer<UInt8>, count: Int) {
        unsafe characters.add(doclist, count: count)
        if count <= pageSize, used + footerUsed + count + 1 <= pageSize {
            unsafe memcpy(page + used, doclist, count)
            used += count
            return
        }
        let firstLeaf = pageNumber
        var encoder =
            count >= minListedBytes
            ? BlockListEncoder(pageSize: pageSize, firstLeaf: firstLeaf, length: length) : nil
        var source = unsafe doclist
        let end = unsafe doclist + count
        var row: UInt64 = 0
        while unsafe source < end {
            let delta = unsafe SegmentVarint.read(&source)
            row &+= delta
            if hasNoRow {
                unsafe page[0] = UInt8(truncatingIfNeeded: used >> 8)
                unsafe page[1] = UInt8(truncatingIfNeeded: used)
                doclistIndex.add(row: row, page: pageNumber, pageSize: pageSize)
                unsafe used += SegmentVarint.write(row, to: page + used)
                hasNoRow = false
            } else {
                unsafe used += SegmentVarint.write(delta, to: page + used)
            }
            var sizeEnd = unsafe source
            let size = unsafe Int(SegmentVarint.read(&sizeEnd) >> 1)
            if encoder != nil {
                let frequencies = unsafe PostingList.frequencies(from: sizeEnd, to: min(sizeEnd + size, end))
                encoder?.add(row: row, frequencies, leaf: pageNumber)
            }
            let posting = unsafe sizeEnd - source + size
            if used + footerUsed + posting <= pageSize {
                unsafe memcpy(page + used, source, posting)
                used += posting
                unsafe source += posting
            } else {
                unsafe writeAcrossPages(&source, end: source + posting)
            }
        }
        // The next term and its list begin on this leaf or a later one, so the ids before this leaf are free.
        if let list = encoder?.finish(maxChunks: pageNumber - firstLeaf - 1) {
            append(list, SegmentRowID.blockList(leaf: firstLeaf, segment: segment))
        }
    }

    private func append(_ character: (scalar: UInt32, list: BlockListEncoder.Encoded)?) {
        guard let character else { return }
        append(character.list, SegmentRowID.characterList(of: character.scalar, segment: segment))
    }

    /// - Parameter id: the row id of the directory.
    private func append(_ list: BlockListEncoder.Encoded, _ id: Int64) {
        for (number, bytes) in ([list.directory] + list.chunks).enumerated() {
            unsafe bytes.withUnsafeBufferPointer { unsafe blockLists.append($0, id: id + Int64(number)) }
        }
        guard blockLists.bytes.count >= Self.maxBlockListBytes else { return }
        piece.append(blockLists)
        blockLists = SegmentPiece()
    }

    /// Writes a posting that does not fit on the leaf. Its size is on the same leaf as the row id before it. The
    /// positions may continue on the next leaves, but a varint is never split.
    private func writeAcrossPages(_ source: inout UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) {
        while true {
            let room = pageSize - used - footerUsed
            var count = unsafe end - source
            if count > room {
                count = unsafe SegmentVarint.span(source)
                while count < room {
                    let next = unsafe SegmentVarint.span(source + count)
                    if count + next > room { break }
                    count += next
                }
            }
            unsafe memcpy(page + used, source, count)
            used += count
            unsafe source += count
            if used + footerUsed >= pageSize { writeLeaf() }
            if unsafe source >= end { return }
        }
    }

    // MARK: - Pages

    private func writeLeaf() {
        unsafe page[2] = UInt8(truncatingIfNeeded: used >> 8)
        unsafe page[3] = UInt8(truncatingIfNeeded: used)
        if hasNoTerm {
            doclistIndex.endLeafWithoutTerm(hasNoRow: hasNoRow)
        } else {
            unsafe memcpy(page + used, footer, footerUsed)
        }
        unsafe piece.append(
            UnsafeBufferPointer(start: page, count: used + footerUsed), id: pageID(pageNumber, doclistHeight: nil))
        piece.leafCount += 1
        for index in 0..<4 { unsafe page[index] = 0 }
        used = 4
        footerUsed = 0
        lastTermOffset = 0
        pageNumber += 1
        hasNoTerm = true
        hasNoRow = true
    }

    private func flushIndexRow() {
        guard indexedPage != 0 else { return }
        let hasIndex = doclistIndex.endDoclist()
        piece.terms.append((indexedTerm, Int64(indexedPage) << 1 + (hasIndex ? 1 : 0)))
        indexedPage = 0
    }

    private func pageID(_ page: Int, doclistHeight height: Int?) -> Int64 {
        guard let height else { return SegmentRowID.leaf(page, segment: segment) }
        return SegmentRowID.doclistIndex(leaf: page, height: height, segment: segment)
    }
}
