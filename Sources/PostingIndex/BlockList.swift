/// The rows of a term in one segment, with their frequencies, in blocks of 128 rows. This type holds the data needed to
/// skip blocks; the blocks themselves are read on demand.
///
/// For frequent terms, the first stage reads block lists instead of doclists. They have 10 % of the bytes, and only the
/// blocks that can contain one of the best matches are read.
///
/// A block list is stored as rows of `%_data` in its segment's range of row ids, at a height that doclist indexes never
/// reach: the directory at the leaf on which the term begins, followed by chunks of blocks, before the leaf on which
/// the next term begins (`SegmentWriter`, docs/index-format.md). FTS5 never reads these rows and deletes them with
/// their segment ("%_data table" in <https://www.sqlite.org/src/file/ext/fts5/fts5_index.c>), so a list never
/// contradicts its segment.
struct BlockList {
    static let version: UInt8 = 2
    /// A version that is still read but no longer written. Its impacts are pairs that no row of the block exceeds in
    /// both frequency and length.
    static let versionOfPairs: UInt8 = 1
    static let blockSize = 128
    static let secondWeight = ColumnWeights.second
    /// Column lengths are capped at this value.
    static let maxColumnLength = 65_535
    /// Readers reject chunks larger than this.
    static let maxChunkBytes = 1 << 17
    /// Terms whose doclists have fewer leaves get no block list, because reading such a doclist is just as fast. A
    /// doclist of this many leaves always continues after its first leaf.
    static let minLeaves = 4

    static func weighed(_ first: Int, _ second: Int) -> Int { first + secondWeight * second }

    let segment: Int
    /// The leaf on which the term begins; 0 for a list of all terms that begin with a character.
    let leaf: Int
    /// The row id of the directory; those of the chunks follow.
    let id: Int64
    /// The first row, if its id is on the leaf; otherwise the id is in the first chunk.
    var firstRow: UInt32?
    /// The number of rows, including removed ones.
    private(set) var rowCount = 0
    /// The number of postings without positions. Such a posting removes an older posting of its row.
    private(set) var removals = 0
    /// The last row in each block.
    private(set) var lastRows: [UInt32] = []
    /// The leaf on which the first row of each block begins.
    private(set) var leaves: [UInt32] = []
    /// The number of each block's chunk, from 0, and the offset of the block in that chunk.
    private(set) var chunks: [UInt32] = []
    private(set) var starts: [UInt32] = []
    private(set) var sizes: [UInt32] = []
    private var version = Self.version
    /// The impacts of all blocks in sequence, and the end of each block's impacts.
    private var frequencies: [Float] = []
    private var lengths: [Float] = []
    private var impactEnds: [UInt32] = []

    var blockCount: Int { lastRows.count }
    /// One more than the last row.
    var end: UInt64 { UInt64(lastRows.last ?? 0) + 1 }

    /// - Returns: nil if the directory is malformed or has another version.
    init?(directory bytes: Span<UInt8>, segment: Int, leaf: Int) {
        self.init(
            bytes, id: SegmentRowID.blockList(leaf: leaf, segment: segment), segment: segment, leaf: leaf)
    }

    /// Reads a character list, the list of all terms that begin with a character.
    ///
    /// - Returns: nil if the directory is malformed or has another version.
    init?(directory bytes: Span<UInt8>, segment: Int, character scalar: UInt32) {
        self.init(
            bytes, id: SegmentRowID.characterList(of: scalar, segment: segment), segment: segment, leaf: 0)
    }

    private init?(_ bytes: Span<UInt8>, id: Int64, segment: Int, leaf: Int) {
        self.segment = segment
        self.leaf = leaf
        self.id = id
        let isWhole = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return false }
            return unsafe read(base, count: buffer.count)
        }
        guard isWhole else { return nil }
    }

    private mutating func read(_ bytes: UnsafePointer<UInt8>, count end: Int) -> Bool {
        guard end > 2, unsafe bytes[0] == Self.version || bytes[0] == Self.versionOfPairs,
            unsafe bytes[1] == UInt8(Self.secondWeight)
        else { return false }
        version = unsafe bytes[0]
        var at = 2
        func next() -> UInt64? { unsafe SegmentVarint.read(bytes, &at, end: end) }
        guard let rows = next(), let removed = next(), rows < 1 << 32, removed <= rows else { return false }
        rowCount = Int(rows)
        removals = Int(removed)
        let blocks = (rowCount + Self.blockSize - 1) / Self.blockSize
        // A block takes at least four bytes of the directory.
        guard blocks <= end / 4 else { return false }
        reserve(blocks)
        var row: UInt64 = 0
        var leaf = UInt64(self.leaf)
        var chunk: UInt32 = 0
        var start: UInt64 = 0
        for number in 0..<blocks {
            guard let delta = next(), let leaves = next(), let size = next(), at < end else { return false }
            // The last rows must be strictly ascending.
            guard delta < 1 << 32, number == 0 || delta > 0 else { return false }
            row += delta
            leaf &+= leaves
            if size & 1 == 1 {
                chunk += number == 0 ? 0 : 1
                start = 0
            }
            guard row < 1 << 32, leaf < 1 << 31, size >> 1 < 1 << 16, start < 1 << 31 else { return false }
            lastRows.append(UInt32(row))
            self.leaves.append(UInt32(leaf))
            chunks.append(chunk)
            starts.append(UInt32(start))
            sizes.append(UInt32(size >> 1))
            start += size >> 1
            let impacts = unsafe bytes[at]
            at += 1
            var frequency: UInt64 = 0
            var length: UInt64 = 0
            for _ in 0..<impacts {
                guard let more = next(), let longer = next() else { return false }
                frequency &+= more
                length &+= longer
                frequencies.append(Float(frequency))
                lengths.append(Float(length))
            }
            impactEnds.append(UInt32(truncatingIfNeeded: frequencies.count))
        }
        return at == end
    }

    private mutating func reserve(_ blocks: Int) {
        lastRows.reserveCapacity(blocks)
        leaves.reserveCapacity(blocks)
        chunks.reserveCapacity(blocks)
        starts.reserveCapacity(blocks)
        sizes.reserveCapacity(blocks)
        impactEnds.reserveCapacity(blocks)
        frequencies.reserveCapacity(4 * blocks)
        lengths.reserveCapacity(4 * blocks)
    }

    /// The largest saturation of any row in each block; 0 for a block that has only removals.
    func maxSaturations(_ saturation: Saturation) -> [Float] {
        var out: [Float] = []
        out.reserveCapacity(blockCount)
        var start = 0
        for end in impactEnds {
            // f / (f + n), where n is the norm, is highest when f / n is highest, so one division per block is enough.
            var frequency: Float = 0
            var norm: Float = 1
            for index in start..<Int(end) {
                let other = saturation.norm(length: lengths[index])
                if frequencies[index] * norm > frequency * other {
                    frequency = frequencies[index]
                    norm = other
                }
            }
            out.append(frequency / (frequency + norm))
            start = Int(end)
        }
        return out
    }

    /// Whether the impacts of a block are an upper bound for the score of a row, for any average length.
    func covers(frequency: Int, length: Int, in block: Int) -> Bool {
        let impacts = (block == 0 ? 0 : Int(impactEnds[block - 1]))..<Int(impactEnds[block])
        let (frequency, length) = (Double(frequency), Double(length))
        if version == Self.versionOfPairs {
            return impacts.contains { Double(frequencies[$0]) >= frequency && Double(lengths[$0]) <= length }
        }
        // The row must be on or below the lines between corners (`BlockListEncoder.corners`).
        var last = (frequency: 0.0, length: 0.0)
        for index in impacts {
            let corner = (frequency: Double(frequencies[index]), length: Double(lengths[index]))
            if length < corner.length {
                return (frequency - last.frequency) * (corner.length - last.length)
                    <= (corner.frequency - last.frequency) * (length - last.length)
            }
            last = corner
        }
        return frequency <= last.frequency
    }

    /// The number of chunks.
    var chunkCount: Int { Int(chunks.last.map { $0 + 1 } ?? 0) }

    /// The first block that may have `row` or a higher row; `blockCount` if no block may have such a row.
    func firstBlock(notBelow row: UInt32) -> Int { lastRows.span.firstIndex(notBelow: row) }

    /// The blocks that may contain any of the rows, ascending. Blocks on the same leaf or on adjacent leaves form one
    /// run.
    ///
    /// - Parameter first: the first row of the list; lower rows are ignored.
    func runs(of rows: [UInt32], from first: UInt64) -> [Range<Int>] {
        guard let first = UInt32(exactly: first) else { return [] }
        var runs: [Range<Int>] = []
        let rows = rows.span
        var index = rows.firstIndex(notBelow: first)
        while index < rows.count {
            let block = firstBlock(notBelow: rows[index])
            if block == blockCount { break }
            if let last = runs.last, leaves[block] <= leaves[min(last.upperBound, blockCount - 1)] + 1 {
                runs[runs.count - 1] = last.lowerBound..<block + 1
            } else {
                runs.append(block..<block + 1)
            }
            if lastRows[block] == .max { break }
            index = rows.firstIndex(notBelow: lastRows[block] + 1, from: index)
        }
        return runs
    }

    /// The leaves of some blocks, up to the leaf on which the next block begins. For the last block of the list, only
    /// its first leaf is included.
    func leaves(of blocks: Range<Int>) -> Range<Int> {
        let first = Int(leaves[blocks.lowerBound])
        return first..<max(first, Int(leaves[min(blocks.upperBound, blockCount - 1)])) + 1
    }

    /// The last row before a block.
    func rowBefore(_ block: Int) -> UInt32 { block == 0 ? 0 : lastRows[block - 1] }

    /// The number of rows in a block.
    func count(of block: Int) -> Int { count(of: block..<block + 1) }

    /// The number of rows in some blocks.
    func count(of blocks: Range<Int>) -> Int {
        min(blocks.upperBound * Self.blockSize, rowCount) - blocks.lowerBound * Self.blockSize
    }
}

/// The weights of columns in stored impacts. Block lists with other weights are ignored.
public enum ColumnWeights {
    /// An occurrence in column 1 counts as this many occurrences in any other column.
    public static let second = 3
}

/// How a frequency saturates with the length of a row, as in BM25: frequency / (frequency + base + slope × length).
public struct Saturation: Sendable {
    public var base: Float
    public var slope: Float

    public init(base: Float, slope: Float) {
        self.base = base
        self.slope = slope
    }

    @inline(__always)
    func norm(length: Float) -> Float { base + slope * length }

    @inline(__always)
    func value(frequency: Float, length: Float) -> Float { frequency / (frequency + norm(length: length)) }
}

/// The rows of one block with their weighted frequencies; 0 for a removed row.
@safe struct DecodedBlock: ~Copyable {
    private(set) var count = 0
    let rows: UnsafeMutablePointer<UInt32>
    let frequencies: UnsafeMutablePointer<Float>

    init() {
        unsafe rows = .allocate(capacity: BlockList.blockSize)
        unsafe frequencies = .allocate(capacity: BlockList.blockSize)
        unsafe rows.initialize(repeating: 0, count: BlockList.blockSize)
        unsafe frequencies.initialize(repeating: 0, count: BlockList.blockSize)
    }

    deinit {
        unsafe rows.deallocate()
        unsafe frequencies.deallocate()
    }

    /// - Parameters:
    ///   - bytes: the block, followed by eight readable bytes.
    ///   - size: the size of the block in bytes.
    ///   - before: the last row of the previous block.
    ///   - last: the last row of the block according to the directory.
    /// - Complexity: about 1 ns per row.
    /// - Returns: false if the block is malformed.
    mutating func read(
        _ bytes: UnsafePointer<UInt8>, size: Int, rows count: Int, after before: UInt32, endingWith last: UInt32
    ) -> Bool {
        self.count = 0
        var at = 0
        // Wider than a row id, so that the sum cannot wrap. If the rows end at the expected last row, they ascend.
        var row = UInt64(before)
        let hasRows = unsafe unpack(bytes, &at, size, count) { index, delta in
            row += UInt64(delta) + 1
            unsafe rows[index] = UInt32(truncatingIfNeeded: row)
        }
        guard hasRows, row == UInt64(last) else { return false }
        let hasFrequencies = unsafe unpack(bytes, &at, size, count) { index, frequency in
            unsafe frequencies[index] = Float(Int32(truncatingIfNeeded: frequency))
        }
        guard hasFrequencies, at < size else { return false }
        let exceptions = unsafe bytes[at]
        at += 1
        for _ in 0..<exceptions {
            guard at < size else { return false }
            let index = unsafe Int(bytes[at])
            at += 1
            guard index < count, let second = unsafe SegmentVarint.read(bytes, &at, end: size), second < 1 << 24 else {
                return false
            }
            // Not `+=`: with the thread sanitizer, Swift 6.3.1 generates invalid code for it here.
            let first = unsafe frequencies[index]
            unsafe frequencies[index] = first + Float(BlockList.secondWeight) * Float(second)
        }
        self.count = count
        return at == size
    }

    @inline(__always)
    private func unpack(
        _ bytes: UnsafePointer<UInt8>, _ at: inout Int, _ size: Int, _ count: Int, _ body: (Int, UInt32) -> Void
    ) -> Bool {
        guard at < size else { return false }
        let bits = unsafe Int(bytes[at])
        let length = (count * bits + 7) / 8
        at += 1
        guard bits <= 32, at + length <= size else { return false }
        let start = unsafe UnsafeRawPointer(bytes + at)
        let mask: UInt64 = 1 << UInt64(bits) &- 1
        var index = 0
        // Eight values start on a byte boundary, and four values of at most 15 bits fit into eight bytes.
        if bits <= 15 {
            let half = 4 * bits
            while index + 8 <= count {
                let first = unsafe start + index / 8 * bits
                var word = unsafe UInt64(littleEndian: first.loadUnaligned(as: UInt64.self))
                for offset in 0..<4 {
                    body(index + offset, UInt32(truncatingIfNeeded: word & mask))
                    word &>>= UInt64(bits)
                }
                word = unsafe UInt64(littleEndian: (first + half >> 3).loadUnaligned(as: UInt64.self))
                word &>>= UInt64(half & 7)
                for offset in 4..<8 {
                    body(index + offset, UInt32(truncatingIfNeeded: word & mask))
                    word &>>= UInt64(bits)
                }
                index += 8
            }
        }
        while index < count {
            let position = index * bits
            let word = unsafe UInt64(littleEndian: (start + position >> 3).loadUnaligned(as: UInt64.self))
            body(index, UInt32(truncatingIfNeeded: word >> UInt64(position & 7) & mask))
            index += 1
        }
        at += length
        return true
    }
}
