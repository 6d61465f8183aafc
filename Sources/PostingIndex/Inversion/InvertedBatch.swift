private import CMalloc
private import Glibc
internal import System

/// The tokens of a few thousand documents, inverted: for each term, the documents and positions where it occurs.
///
/// The value is built in raw memory without an allocation per token, and is reused from batch to batch. Documents have
/// ordinals from 0; the caller assigns rows to documents, or skips documents, when the batch is written. The postings
/// of a term are stored in a chain of chunks (16, 32 … 8192 bytes) in one arena, in FTS5's own form except for the row
/// ids.
///
/// Only one thread at a time may use it.
@safe public final class InvertedBatch: @unchecked Sendable {
    /// A token's term: its first eight bytes, and its offset in `termBytes` if it has more.
    private struct TokenText {
        var key: UInt64
        var hash: UInt32
        var offset: UInt32
        var length: UInt16
    }

    static let inlineLength = 24
    /// FTS5 also truncates tokens at this length.
    package static let maxTermLength = 32_000

    public let columnCount: Int
    /// Each term takes 64 bytes and is in one cache line.
    private(set) var terms: UnsafeMutablePointer<Term>
    private var termMemory: LargeMemory
    public private(set) var termCount = 0
    private var termCapacity = 1 << 17
    /// The upper half is the hash, the lower half the term's number plus one.
    private(set) var slots: UnsafeMutablePointer<UInt64>
    private var slotMemory: LargeMemory
    private(set) var slotMask = (1 << 18) - 1
    /// The cached result of `sortedTerms`.
    let order = Locked<[UInt32]?>(nil)
    let arena: UnsafeMutablePointer<UInt8>
    private let arenaMemory: LargeMemory
    private var arenaEnd: UInt32 = 16
    private static let arenaCapacity = 3 << 30

    /// The tokens of the current document: the position of each (the top bits are the column), and the next token of
    /// the same term.
    private var places: UnsafeMutablePointer<UInt32>
    private var nexts: UnsafeMutablePointer<UInt32>
    private var tokens: UnsafeMutablePointer<TokenText>
    private var tokenCount = 0
    /// The terms of the current document in sequence.
    private var termBytes: UnsafeMutablePointer<UInt8>
    private var termBytesUsed = 0
    private var termBytesCapacity = 1 << 17
    private var tokenCapacity = 1 << 14
    private var touched: [UInt32] = []
    /// A buffer for one term's positions in one document: at most five bytes per position, plus column marks.
    private var scratch: UnsafeMutablePointer<UInt8>
    private var column = 0
    private var position = 0
    /// The number of tokens in each column of each document.
    private(set) var lengths: [UInt32] = []
    public private(set) var documentCount = 0

    /// The number of tokens in a column of a document, not counting colocated ones.
    public func length(ofDocument ordinal: Int, column: Int) -> Int { Int(lengths[ordinal * columnCount + column]) }

    public init(columns: Int) {
        columnCount = columns
        termMemory = LargeMemory(bytes: termCapacity * MemoryLayout<Term>.stride)
        unsafe terms = termMemory.start.assumingMemoryBound(to: Term.self)
        slotMemory = LargeMemory(bytes: (slotMask + 1) * 8)
        unsafe slots = slotMemory.start.assumingMemoryBound(to: UInt64.self)
        // The memory is only reserved; its pages are allocated when they are written.
        arenaMemory = LargeMemory(bytes: Self.arenaCapacity)
        unsafe arena = arenaMemory.start.assumingMemoryBound(to: UInt8.self)
        unsafe places = .allocate(capacity: tokenCapacity)
        unsafe nexts = .allocate(capacity: tokenCapacity)
        unsafe tokens = .allocate(capacity: tokenCapacity)
        unsafe termBytes = .allocate(capacity: termBytesCapacity)
        unsafe scratch = .allocate(capacity: tokenCapacity * 6 + 64)
    }

    deinit {
        unsafe places.deallocate()
        unsafe nexts.deallocate()
        unsafe tokens.deallocate()
        unsafe termBytes.deallocate()
        unsafe scratch.deallocate()
    }

    /// The number of bytes in use, for limiting the size of a batch.
    public var byteCount: Int { Int(arenaEnd) + termCount * MemoryLayout<Term>.stride + documentCount * 8 }

    /// Empties the batch for its next use; the memory is kept.
    public func removeAll() {
        if termCount > 0 { unsafe slots.initialize(repeating: 0, count: slotMask + 1) }
        termCount = 0
        arenaEnd = 16
        documentCount = 0
        order.withLock { $0 = nil }
        lengths.removeAll(keepingCapacity: true)
    }

    // MARK: - Documents

    public func beginDocument() {
        order.withLock { $0 = nil }
        tokenCount = 1
        termBytesUsed = 0
        touched.removeAll(keepingCapacity: true)
        for _ in 0..<columnCount { lengths.append(0) }
        beginColumn(0)
    }

    public func beginColumn(_ column: Int) {
        self.column = column
        position = -1
    }

    /// Adds one token to the current column. All tokens of a document must be added before its removals. A colocated
    /// token has the same position as the previous token.
    ///
    /// The token is only copied here. Terms are looked up at the end of the document, with prefetching.
    public func add(_ term: Span<UInt8>, isColocated: Bool) {
        let length = min(term.count, Self.maxTermLength)
        guard length > 0 else { return }
        if !isColocated || position < 0 {
            position += 1
            lengths[lengths.count - columnCount + column] += 1
        }
        add(term, length, at: UInt32(truncatingIfNeeded: column) << 28 | UInt32(truncatingIfNeeded: position))
    }

    /// Counts a token of the current column without adding it.
    public func skipPosition() {
        position += 1
        lengths[lengths.count - columnCount + column] += 1
    }

    /// Stored instead of a token's position for a removal: an older text of the document contained the term.
    private static let removal = UInt32.max

    /// Records that the older text of the document contained a term. If the new text no longer contains the term, an
    /// empty posting removes the older posting.
    public func addRemoval(of term: Span<UInt8>) {
        let length = min(term.count, Self.maxTermLength)
        if length > 0 { add(term, length, at: Self.removal) }
    }

    @inline(__always)
    private func add(_ term: Span<UInt8>, _ length: Int, at place: UInt32) {
        if tokenCount == tokenCapacity { growTokens() }
        let token = tokenCount
        tokenCount += 1
        unsafe places[token] = place
        unsafe term.withUnsafeBufferPointer { bytes in
            let source = unsafe bytes.baseAddress.unsafelyUnwrapped
            if length <= 8 {
                let key = unsafe Self.word(source, length)
                unsafe tokens[token] = TokenText(
                    key: key, hash: Self.hash(key, length), offset: 0, length: UInt16(truncatingIfNeeded: length))
            } else {
                if termBytesUsed + length > termBytesCapacity { growTermBytes(length) }
                unsafe memcpy(termBytes + termBytesUsed, source, length)
                unsafe tokens[token] = TokenText(
                    key: Self.word(source, 8), hash: Self.hash(source, length),
                    offset: UInt32(truncatingIfNeeded: termBytesUsed), length: UInt16(truncatingIfNeeded: length))
                termBytesUsed += length
            }
        }
    }

    /// Writes the document's postings to their terms.
    public func endDocument() {
        let ordinal = UInt32(documentCount) + 1
        documentCount += 1
        linkTokens()
        for number in touched { unsafe writePosting(terms + Int(number), ordinal) }
    }

    /// Finds each token's term and links the tokens of each term.
    private func linkTokens() {
        // Prefetch distance; the slot must be cached before its term can be prefetched.
        let ahead = 48
        for token in 1..<max(1, tokenCount) {
            if token + ahead < tokenCount {
                unsafe cmalloc_prefetch(slots + (Int(tokens[token + ahead].hash) & slotMask))
            }
            if token + ahead / 2 < tokenCount {
                let hash = unsafe tokens[token + ahead / 2].hash
                let slot = Int(hash) & slotMask
                var entry = unsafe slots[slot]
                // One term in five is in the slot after its own slot.
                if UInt32(truncatingIfNeeded: entry >> 32) != hash { entry = unsafe slots[(slot + 1) & slotMask] }
                let number = UInt32(truncatingIfNeeded: entry)
                if number != 0 { unsafe cmalloc_prefetch(terms + Int(number - 1)) }
            }
            let text = unsafe tokens[token]
            unsafe nexts[token] = 0
            let number =
                unsafe text.length <= 8
                ? findShort(text.key, text.length, text.hash)
                : find(termBytes + Int(text.offset), Int(text.length), text.hash)
            let entry = unsafe terms + number
            if unsafe entry.pointee.head == 0 {
                unsafe entry.pointee.head = UInt32(token)
                touched.append(UInt32(number))
                unsafe cmalloc_prefetch(arena + Int(entry.pointee.write))
            } else {
                unsafe nexts[Int(entry.pointee.tail)] = UInt32(token)
            }
            unsafe entry.pointee.tail = UInt32(token)
        }
    }

    private func writePosting(_ term: UnsafeMutablePointer<Term>, _ ordinal: UInt32) {
        if unsafe writeShortPosting(term, ordinal) { return }
        // At most two varints of nine bytes each are written before the positions.
        let start = unsafe scratch + 18
        var out = unsafe start
        var token = unsafe Int(term.pointee.head)
        var column: UInt32 = 0
        var previous: UInt32 = 0
        while token != 0 {
            let place = unsafe places[token]
            if place == Self.removal { break }
            if place >> 28 != column {
                column = place >> 28
                previous = 0
                unsafe out[0] = 1
                unsafe out += 1
                unsafe out += SegmentVarint.write(UInt64(column), to: out)
            }
            let position = place & 0x0FFF_FFFF
            unsafe out += SegmentVarint.write(UInt64(position &- previous) + 2, to: out)
            previous = position
            token = unsafe Int(nexts[token])
        }
        let count = unsafe out - start
        let delta = unsafe UInt64(ordinal - term.pointee.last)
        let size = count > 0 ? UInt64(count) * 2 : 1
        let sizeLength = SegmentVarint.length(size)
        let first = unsafe start - sizeLength - SegmentVarint.length(delta)
        _ = unsafe SegmentVarint.write(delta, to: first)
        _ = unsafe SegmentVarint.write(size, to: start - sizeLength)
        unsafe append(first, out - first, to: term)
        unsafe term.pointee.last = ordinal
        if count > 0 { unsafe term.pointee.documents += 1 }
        unsafe term.pointee.head = 0
        unsafe term.pointee.tail = 0
    }

    /// Builds the posting in a register if it fits in eight bytes and has a single position, in the first column; most
    /// postings do. Returns false otherwise.
    @inline(__always)
    private func writeShortPosting(_ term: UnsafeMutablePointer<Term>, _ ordinal: UInt32) -> Bool {
        let head = unsafe Int(term.pointee.head)
        let place = unsafe UInt64(places[head])
        let delta = unsafe UInt64(ordinal &- term.pointee.last)
        let write = unsafe Int(term.pointee.write)
        guard unsafe nexts[head] == 0, place < 0x4000 - 2, delta < 0x4000,
            unsafe Int(term.pointee.end) - write >= 8
        else { return false }
        // The first byte of each varint is the lowest byte.
        var bytes = delta
        var bits: UInt64 = 8
        if delta >= 0x80 {
            bytes = delta >> 7 | 0x80 | (delta & 0x7F) << 8
            bits = 16
        }
        let value = place + 2
        if value < 0x80 {
            bytes |= (2 | value << 8) << bits
            bits += 16
        } else {
            bytes |= (4 | (value >> 7 | 0x80) << 8 | (value & 0x7F) << 16) << bits
            bits += 24
        }
        unsafe UnsafeMutableRawPointer(arena + write).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        unsafe term.pointee.write = UInt32(truncatingIfNeeded: write + Int(bits >> 3))
        unsafe term.pointee.last = ordinal
        unsafe term.pointee.documents += 1
        unsafe term.pointee.head = 0
        unsafe term.pointee.tail = 0
        return true
    }

    // MARK: - Chunks

    private func append(_ source: UnsafePointer<UInt8>, _ count: Int, to term: UnsafeMutablePointer<Term>) {
        var source = unsafe source
        var rest = count
        while true {
            let room = unsafe Int(term.pointee.end) - Int(term.pointee.write)
            if rest <= room {
                unsafe memcpy(arena + Int(term.pointee.write), source, rest)
                unsafe term.pointee.write += UInt32(rest)
                return
            }
            unsafe memcpy(arena + Int(term.pointee.write), source, room)
            unsafe source += room
            rest -= room
            unsafe nextChunk(term)
        }
    }

    /// Starts the next chunk. The last four bytes of a chunk are the offset of the next chunk.
    private func nextChunk(_ term: UnsafeMutablePointer<Term>) {
        let size: UInt32
        if unsafe term.pointee.firstChunk == 0 {
            size = 16
            unsafe term.pointee.firstChunk = arenaEnd
        } else {
            if unsafe term.pointee.chunkClass < 9 { unsafe term.pointee.chunkClass += 1 }
            size = unsafe 16 << UInt32(term.pointee.chunkClass)
            unsafe UnsafeMutableRawPointer(arena + Int(term.pointee.end)).storeBytes(of: arenaEnd, as: UInt32.self)
        }
        unsafe term.pointee.write = arenaEnd
        unsafe term.pointee.end = arenaEnd + size - 4
        arenaEnd += size
    }

    /// Copies a term's postings contiguously to `out`; returns the number of bytes.
    @inline(__always)
    func collect(_ term: Term, into out: UnsafeMutablePointer<UInt8>) -> Int {
        var chunk = Int(term.firstChunk)
        var size = 12
        var filled = 0
        while true {
            let isLast = chunk + size == Int(term.end)
            let count = isLast ? Int(term.write) - chunk : size
            unsafe memcpy(out + filled, arena + chunk, count)
            filled += count
            if isLast { return filled }
            chunk = unsafe Int(UnsafeRawPointer(arena + chunk + size).loadUnaligned(as: UInt32.self))
            size = min((size + 4) * 2, 8_192) - 4
        }
    }

    /// An upper bound on the total size of all postings and long terms, in bytes.
    var arenaByteCount: Int { Int(arenaEnd) }

    // MARK: - Memory

    private func growTokens() {
        let larger = tokenCapacity * 2
        unsafe places.grow(from: tokenCapacity, to: larger)
        unsafe nexts.grow(from: tokenCapacity, to: larger)
        unsafe tokens.grow(from: tokenCapacity, to: larger)
        tokenCapacity = larger
        unsafe scratch.deallocate()
        unsafe scratch = .allocate(capacity: larger * 6 + 64)
    }

    /// Adds a new term at a free slot; returns its number.
    func insert(_ term: Term, at slot: Int) -> Int {
        if termCount == termCapacity { growTerms() }
        let number = termCount
        unsafe (terms + number).initialize(to: term)
        termCount += 1
        unsafe slots[slot] = UInt64(term.hash) << 32 | UInt64(number + 1)
        if termCount * 2 > slotMask { growSlots() }
        return number
    }

    /// Copies bytes to the arena, where they stay until the batch is emptied; returns their offset.
    func keep(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
        let place = arenaEnd
        unsafe memcpy(arena + Int(place), bytes, length)
        arenaEnd += UInt32((length + 7) & ~7)
        return UInt64(place)
    }

    private func growTerms() {
        termCapacity *= 2
        let larger = LargeMemory(bytes: termCapacity * MemoryLayout<Term>.stride)
        unsafe larger.start.copyMemory(from: terms, byteCount: termCount * MemoryLayout<Term>.stride)
        unsafe terms = larger.start.assumingMemoryBound(to: Term.self)
        termMemory = larger
    }

    private func growSlots() {
        slotMask = slotMask * 2 + 1
        slotMemory = LargeMemory(bytes: (slotMask + 1) * 8)
        unsafe slots = slotMemory.start.assumingMemoryBound(to: UInt64.self)
        for number in 0..<termCount {
            let hash = unsafe terms[number].hash
            var slot = Int(hash) & slotMask
            while unsafe slots[slot] != 0 { slot = (slot + 1) & slotMask }
            unsafe slots[slot] = UInt64(hash) << 32 | UInt64(number + 1)
        }
    }

    private func growTermBytes(_ length: Int) {
        termBytesCapacity = (termBytesCapacity + length) * 2
        unsafe termBytes.grow(from: termBytesUsed, to: termBytesCapacity)
    }
}
