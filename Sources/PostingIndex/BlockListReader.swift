/// Reads the blocks of one block list on demand. Chunks stay in memory, because windows are read in the order of their
/// score bounds and a chunk contains the blocks of a dozen windows.
@safe final class BlockListReader {
    let list: BlockList
    private let pages: any PageSource
    private var chunks: [[UInt8]]
    private var block = DecodedBlock()
    private var blockNumber = -1
    /// Whether the first chunk was read from disk; nil if none has been read.
    private var isOnDisk: Bool?

    init(_ list: BlockList, _ pages: any PageSource) {
        self.list = list
        self.pages = pages
        chunks = Array(repeating: [], count: list.chunkCount)
    }

    /// Whether a window may have rows of the list.
    func mayTouch(window number: Int) -> Bool {
        let first = UInt64(number) * UInt64(FrequencyWindow.size)
        guard first < list.end else { return false }
        let block = list.firstBlock(notBelow: UInt32(first))
        return UInt64(list.rowBefore(block)) < first + UInt64(FrequencyWindow.size)
    }

    /// Sets the frequencies of the rows in a window.
    ///
    /// - Returns: the number of rows in the window, including removed ones.
    /// - Throws: `MalformedIndexError`.
    @discardableResult
    func add(to window: inout FrequencyWindow, _ number: Int) throws -> Int {
        let first = UInt64(number) * UInt64(FrequencyWindow.size)
        guard first < list.end else { return 0 }
        var next = list.firstBlock(notBelow: UInt32(first))
        var count = 0
        while next < list.blockCount, UInt64(list.rowBefore(next)) < first + UInt64(FrequencyWindow.size) {
            try load(next)
            var lower = 0
            var upper = block.count
            while lower < upper, unsafe UInt64(block.rows[lower]) < first { lower += 1 }
            while upper > lower, unsafe UInt64(block.rows[upper - 1]) >= first + UInt64(FrequencyWindow.size) {
                upper -= 1
            }
            unsafe window.set(
                block.rows + lower, block.frequencies + lower, count: upper - lower, first: UInt32(first))
            count += upper - lower
            next += 1
        }
        return count
    }

    /// Calls `body` with each row and its frequency, which is 0 for a removed row.
    @inline(__always)
    func forEachRow(_ body: (_ row: UInt32, _ frequency: Float) -> Void) throws {
        for number in 0..<list.blockCount {
            try load(number)
            for index in 0..<block.count { unsafe body(block.rows[index], block.frequencies[index]) }
        }
    }

    /// Appends all rows, including those with frequency 0.
    func append(to out: inout RowFrequencies) throws {
        for number in 0..<list.blockCount {
            try load(number)
            unsafe out.rows.append(contentsOf: UnsafeBufferPointer(start: block.rows, count: block.count))
            unsafe out.frequencies.append(contentsOf: UnsafeBufferPointer(start: block.frequencies, count: block.count))
        }
    }

    /// The lowest row; nil if the list is empty.
    func firstRow() throws -> UInt32? {
        guard list.blockCount > 0 else { return nil }
        try load(0)
        return unsafe block.count > 0 ? block.rows[0] : nil
    }

    /// The frequency in a row; 0 if the row is removed, nil if it is not in the list.
    func frequency(in row: UInt32) throws -> Float? {
        let number = list.firstBlock(notBelow: row)
        guard number < list.blockCount else { return nil }
        try load(number)
        var low = 0
        var high = block.count
        while low < high {
            let middle = (low + high) / 2
            if unsafe block.rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        guard low < block.count, unsafe block.rows[low] == row else { return nil }
        return unsafe block.frequencies[low]
    }

    private func load(_ number: Int) throws {
        if blockNumber == number { return }
        blockNumber = -1
        let chunk = Int(list.chunks[number])
        if chunks[chunk].isEmpty { try loadChunk(chunk) }
        let start = Int(list.starts[number])
        let size = Int(list.sizes[number])
        guard start + size + MemoryLayout<UInt64>.size <= chunks[chunk].count else { throw PostingReader.malformed }
        let isWhole = unsafe chunks[chunk].withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return false }
            return unsafe block.read(
                base + start, size: size, rows: list.count(of: number), after: list.rowBefore(number),
                endingWith: list.lastRows[number])
        }
        guard isWhole else { throw PostingReader.malformed }
        blockNumber = number
    }

    private func loadChunk(_ number: Int) throws {
        let id = list.id + 1 + Int64(number)
        // A list with a single chunk has no adjacent chunks to read ahead.
        let isOnDisk = try isOnDisk ?? (list.chunkCount > 1 && pages.isSlow(id))
        self.isOnDisk = isOnDisk
        if isOnDisk { try pages.inBlocks { try readChunk(number, id) } } else { try readChunk(number, id) }
    }

    private func readChunk(_ number: Int, _ id: Int64) throws {
        let isThere = try pages.withPage(id) { keep($0, asChunk: number) }
        if !isThere { throw PostingReader.malformed }
    }

    /// Stores a chunk after it was read. A chunk that is too large is reported as malformed when its blocks are read.
    func keep(_ bytes: Span<UInt8>, asChunk number: Int) {
        guard bytes.count <= BlockList.maxChunkBytes else { return }
        let slack = MemoryLayout<UInt64>.size
        chunks[number] = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + slack) { chunk, count in
            unsafe bytes.withUnsafeBufferPointer { _ = unsafe chunk.update(fromContentsOf: $0) }
            for index in bytes.count..<bytes.count + slack { unsafe chunk[index] = 0 }
            count = bytes.count + slack
        }
    }
}
