/// Builds a block list while a long doclist is written: the rows of one term in one segment, with their frequencies, in
/// skippable blocks of 128 rows (`BlockList`, docs/index-format.md).
///
/// Its skip data has impacts as in Lucene (`Lucene99SkipWriter`, "impacts":
/// <https://lucene.apache.org/core/10_0_0/core/org/apache/lucene/codecs/lucene101/Lucene101PostingsFormat.html>) and in
/// tantivy (`src/postings/skip.rs`): Ding and Suel, "Faster Top-k Document Retrieval Using Block-Max Indexes" (SIGIR
/// 2011). An impact is a pair of frequency and length, not a score, so it does not depend on the average length of all
/// articles.
struct BlockListEncoder {
    /// A finished list, as rows of the data table.
    struct Encoded {
        var directory: [UInt8]
        /// Each chunk is at most one page long, unless a block is longer or there are too few row ids for so many
        /// chunks.
        var chunks: [[UInt8]]
    }

    private struct Block {
        /// The last row of the block, minus the last row of the previous block.
        var rows: UInt32
        /// The leaf on which the block's first row begins, minus the leaf of the previous block.
        var leaves: Int
        var size: Int
        /// The end of the block's impacts.
        var impactsEnd: Int
    }

    /// The maximum number of impacts per block. A lower maximum would make score bounds too high.
    private static let maxImpacts = 8

    private let pageSize: Int
    /// Returns the weighted length of a row; nil for a list without impacts.
    private let length: ((UInt32) -> Int)?
    /// The finished blocks, their impacts, and their directory entries.
    private var bytes: [UInt8] = []
    private var impactBytes: [UInt8] = []
    private var blocks: [Block] = []
    private var rowCount = 0
    private var removals = 0
    private var isValid = true
    /// The rows of the current block.
    private var rows: [UInt32] = []
    private var firsts: [UInt32] = []
    private var seconds: [UInt32] = []
    /// The impacts of the current block, each packed into one number: the length in the upper bits, then 2^32 - 1 minus
    /// the frequency, so that they sort by length and, for equal lengths, by descending frequency.
    private var impacts: [UInt64] = []
    /// The leaf on which the first row of the current block begins.
    private var leaf = 0
    private var lastLeaf = 0
    /// The last row before the current block.
    private var lastRow: UInt32 = 0

    init(pageSize: Int, firstLeaf: Int, length: ((UInt32) -> Int)?) {
        self.pageSize = pageSize
        self.length = length
        lastLeaf = firstLeaf
    }

    /// Adds a posting. A posting without positions removes the row's older posting.
    ///
    /// - Parameter leaf: the leaf that contains the row id of the posting.
    mutating func add(row: UInt64, _ frequency: (first: Int, second: Int), leaf: Int) {
        guard let row = UInt32(exactly: row), row > rows.last ?? lastRow || rowCount + rows.count == 0,
            frequency.first < 1 << 24, frequency.second < 1 << 24
        else {
            isValid = false
            return
        }
        if rows.isEmpty { self.leaf = leaf }
        rows.append(row)
        firsts.append(UInt32(frequency.first))
        seconds.append(UInt32(frequency.second))
        if frequency.first + frequency.second == 0 {
            removals += 1
        } else if let length {
            let weighed = UInt32(BlockList.weighed(frequency.first, frequency.second))
            impacts.append(UInt64(length(row)) << 32 | UInt64(UInt32.max - weighed))
        }
        if rows.count == BlockList.blockSize { endBlock() }
    }

    /// - Parameter maxChunks: the number of row ids available for chunks.
    /// - Returns: at most `maxChunks` chunks; nil if a row id, a frequency or a chunk would be too large.
    mutating func finish(maxChunks: Int) -> Encoded? {
        if !rows.isEmpty { endBlock() }
        guard isValid, let chunkSize = chunkSize(maxChunks) else { return nil }
        var directory: [UInt8] = [BlockList.version, UInt8(BlockList.secondWeight)]
        SegmentVarint.append(UInt64(rowCount), to: &directory)
        SegmentVarint.append(UInt64(removals), to: &directory)
        var chunks: [[UInt8]] = []
        var start = 0
        var impactsStart = 0
        forEachBlock(chunkSize) { block, beginsChunk in
            if beginsChunk { chunks.append([]) }
            chunks[chunks.count - 1] += bytes[start..<start + block.size]
            SegmentVarint.append(UInt64(block.rows), to: &directory)
            SegmentVarint.append(UInt64(block.leaves), to: &directory)
            SegmentVarint.append(UInt64(block.size) << 1 | (beginsChunk ? 1 : 0), to: &directory)
            directory += impactBytes[impactsStart..<block.impactsEnd]
            start += block.size
            impactsStart = block.impactsEnd
        }
        return Encoded(directory: directory, chunks: chunks)
    }

    /// The maximum size of a chunk of several blocks: one page, or more if there would be too many chunks.
    ///
    /// - Returns: nil if a chunk would exceed the size that readers accept.
    private func chunkSize(_ maxChunks: Int) -> Int? {
        guard maxChunks > 0 else { return blocks.isEmpty ? pageSize : nil }
        var count = 0
        forEachBlock(pageSize) { count += $1 ? 1 : 0 }
        if count <= maxChunks { return pageSize }
        // A chunk and the block after it together have more than `size` bytes, so each chunk but the last has more than
        // `bytes.count / maxChunks`. Hence there are at most `maxChunks` chunks.
        let size = (bytes.count + maxChunks - 1) / maxChunks + (blocks.lazy.map(\.size).max() ?? 0)
        return size <= BlockList.maxChunkBytes ? size : nil
    }

    /// Calls `body` with each block, and whether it starts a chunk.
    private func forEachBlock(_ chunkSize: Int, _ body: (Block, Bool) -> Void) {
        var used = 0
        for (number, block) in blocks.enumerated() {
            let beginsChunk = number == 0 || used + block.size > chunkSize
            used = beginsChunk ? block.size : used + block.size
            body(block, beginsChunk)
        }
    }

    private mutating func endBlock() {
        let start = bytes.count
        var previous = lastRow
        var deltas: [UInt32] = []
        deltas.reserveCapacity(rows.count)
        for row in rows {
            deltas.append(row &- previous &- 1)
            previous = row
        }
        Self.pack(deltas, to: &bytes)
        Self.pack(firsts, to: &bytes)
        let exceptions = seconds.indices.filter { seconds[$0] > 0 }
        bytes.append(UInt8(exceptions.count))
        for index in exceptions {
            bytes.append(UInt8(index))
            SegmentVarint.append(UInt64(seconds[index]), to: &bytes)
        }
        appendImpacts()
        blocks.append(
            Block(
                rows: previous &- lastRow, leaves: leaf - lastLeaf, size: bytes.count - start,
                impactsEnd: impactBytes.count))
        lastRow = previous
        lastLeaf = leaf
        rowCount += rows.count
        rows.removeAll(keepingCapacity: true)
        firsts.removeAll(keepingCapacity: true)
        seconds.removeAll(keepingCapacity: true)
        impacts.removeAll(keepingCapacity: true)
    }

    /// Appends the impacts that have the highest score in the block for some average length.
    private mutating func appendImpacts() {
        impacts.sort()
        var corners = Self.corners(
            impacts.lazy.map { (Int(UInt32.max - UInt32(truncatingIfNeeded: $0)), Int($0 >> 32)) })
        while corners.count > Self.maxImpacts {
            // Joins the two adjacent corners whose joint impact exceeds them least.
            var best = 0
            var least = Double.infinity
            for index in 0..<corners.count - 1 {
                let gain =
                    Double(corners[index + 1].frequency) / Double(corners[index].frequency)
                    * Double(corners[index + 1].length + 1) / Double(corners[index].length + 1)
                if gain < least { (best, least) = (index, gain) }
            }
            corners[best].frequency = corners[best + 1].frequency
            corners.remove(at: best + 1)
            corners = Self.corners(corners)
        }
        impactBytes.append(UInt8(corners.count))
        var last = (frequency: 0, length: 0)
        for impact in corners {
            SegmentVarint.append(UInt64(impact.frequency - last.frequency), to: &impactBytes)
            SegmentVarint.append(UInt64(impact.length - last.length), to: &impactBytes)
            last = impact
        }
    }

    /// The corners of the upper hull of frequency over length, from the origin to the highest frequency.
    ///
    /// A score grows with frequency / (A + length), where A depends only on the average length. This is the slope of
    /// the line from (-A, 0) to the impact. For any A ≥ 0, the steepest such line touches a corner.
    ///
    /// - Parameter impacts: sorted by length and, for equal lengths, by descending frequency.
    private static func corners(
        _ impacts: some Sequence<(frequency: Int, length: Int)>
    ) -> [(frequency: Int, length: Int)] {
        var corners: [(frequency: Int, length: Int)] = []
        for impact in impacts where impact.frequency > corners.last?.frequency ?? 0 {
            while let last = corners.last {
                let before = corners.dropLast().last ?? (frequency: 0, length: 0)
                let isBelow =
                    (last.frequency - before.frequency) * (impact.length - before.length)
                    <= (impact.frequency - before.frequency) * (last.length - before.length)
                if !isBelow { break }
                corners.removeLast()
            }
            corners.append(impact)
        }
        return corners
    }

    /// Writes the number of bits in a byte, then each value in that many bits, lowest bit first.
    private static func pack(_ values: [UInt32], to out: inout [UInt8]) {
        let bits = 32 - values.reduce(0, |).leadingZeroBitCount
        out.append(UInt8(bits))
        var word: UInt64 = 0
        var used = 0
        for value in values {
            word |= UInt64(value) << UInt64(used)
            used += bits
            while used >= 8 {
                out.append(UInt8(truncatingIfNeeded: word))
                word >>= 8
                used -= 8
            }
        }
        if used > 0 { out.append(UInt8(truncatingIfNeeded: word)) }
    }
}
