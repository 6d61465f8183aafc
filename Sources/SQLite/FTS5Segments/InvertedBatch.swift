private import CSQLite
private import Glibc
internal import Synchronization

/// The tokens of some thousand documents, turned round: for each term the documents and places where it stands.
///
/// Built in raw memory without one allocation a token; reused from batch to batch. Documents have ordinals from 0 here;
/// which row each becomes, or that it is left out, is said when the batch is written. The postings of a term are kept in
/// a chain of chunks (16, 32 … 8192 bytes) in one arena, in FTS5's own form but for the row ids.
///
/// Used by one thread at a time.
@safe public final class InvertedBatch: @unchecked Sendable {
    struct Term {
        var hash: UInt32 = 0
        var length: UInt16 = 0
        /// Size of the chunk that is written to: 16 << chunkClass bytes.
        var chunkClass: UInt8 = 0
        /// The term itself where it has at most 24 bytes, else its place in the arena.
        var key: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// First and last token of the document that is being added, 0 for none.
        var head: UInt32 = 0
        var tail: UInt32 = 0
        var firstChunk: UInt32 = 0
        var write: UInt32 = 0
        var end: UInt32 = 0
        /// Ordinal of the last document, plus one.
        var last: UInt32 = 0
        /// Number of documents that have the term.
        var documents: UInt32 = 0
    }

    /// Where a token's term lies in `termBytes`.
    private struct TokenText {
        var offset: UInt32
        var length: UInt16
        var hash: UInt32
    }

    static let inlineLength = 24
    /// FTS5 cuts tokens there as well.
    static let maxTermLength = 32_000

    public let columnCount: Int
    private(set) var terms: UnsafeMutablePointer<Term>
    public private(set) var termCount = 0
    private var termCapacity = 1 << 16
    /// Upper half a tag of the hash, lower half the term's number plus one.
    private(set) var slots: UnsafeMutablePointer<UInt64>
    private(set) var slotMask = (1 << 18) - 1
    /// What `sortedTerms` has found.
    let order = Mutex<[UInt32]?>(nil)
    let arena: UnsafeMutablePointer<UInt8>
    private var arenaEnd: UInt32 = 16
    private static let arenaCapacity = 3 << 30

    /// Tokens of the document at work: place (column in the top bits) and the next token of the same term.
    private var places: UnsafeMutablePointer<UInt32>
    private var nexts: UnsafeMutablePointer<UInt32>
    private var tokens: UnsafeMutablePointer<TokenText>
    private var tokenCount = 0
    /// The terms of the document at work, one behind the other.
    private var termBytes: UnsafeMutablePointer<UInt8>
    private var termBytesUsed = 0
    private var termBytesCapacity = 1 << 17
    private var tokenCapacity = 1 << 14
    private var touched: [UInt32] = []
    /// Room for one term's positions in one document: five bytes a position at most, and a column mark.
    private var scratch: UnsafeMutablePointer<UInt8>
    private var column = 0
    private var position = 0
    /// Number of tokens of each document and column.
    private(set) var lengths: [UInt32] = []
    public private(set) var documentCount = 0

    /// The number of tokens of a document's column, colocated ones left out.
    public func length(ofDocument ordinal: Int, column: Int) -> Int { Int(lengths[ordinal * columnCount + column]) }

    public init(columns: Int) {
        columnCount = columns
        unsafe terms = .allocate(capacity: termCapacity)
        unsafe slots = .allocate(capacity: slotMask + 1)
        unsafe slots.initialize(repeating: 0, count: slotMask + 1)
        unsafe places = .allocate(capacity: tokenCapacity)
        unsafe nexts = .allocate(capacity: tokenCapacity)
        unsafe tokens = .allocate(capacity: tokenCapacity)
        unsafe termBytes = .allocate(capacity: termBytesCapacity)
        unsafe scratch = .allocate(capacity: tokenCapacity * 6 + 64)
        // Reserved, not used: pages come as they are written to.
        let memory = unsafe mmap(
            nil, Self.arenaCapacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        precondition(unsafe memory != MAP_FAILED, "no address space for the index builder")
        unsafe arena = memory.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
    }

    deinit {
        unsafe terms.deallocate()
        unsafe slots.deallocate()
        unsafe places.deallocate()
        unsafe nexts.deallocate()
        unsafe tokens.deallocate()
        unsafe termBytes.deallocate()
        unsafe scratch.deallocate()
        unsafe munmap(arena, Self.arenaCapacity)
    }

    /// Bytes in use, for ending a batch in time.
    public var byteCount: Int { Int(arenaEnd) + termCount * MemoryLayout<Term>.stride + documentCount * 8 }

    /// Ready for the next batch; the memory is kept.
    public func removeAll() {
        unsafe slots.initialize(repeating: 0, count: slotMask + 1)
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

    /// Adds one token to the current column; a colocated one shares the place of the token before.
    ///
    /// Only copied here: the terms are looked up when the document is whole, with the memory asked for ahead.
    public func add(_ term: Span<UInt8>, isColocated: Bool) {
        let length = min(term.count, Self.maxTermLength)
        guard length > 0 else { return }
        if !isColocated || position < 0 {
            position += 1
            lengths[lengths.count - columnCount + column] += 1
        }
        if tokenCount == tokenCapacity { growTokens() }
        if termBytesUsed + length + 24 > termBytesCapacity { growTermBytes(length) }
        let token = tokenCount
        tokenCount += 1
        unsafe places[token] = UInt32(truncatingIfNeeded: column) << 28 | UInt32(truncatingIfNeeded: position)
        let target = unsafe termBytes + termBytesUsed
        unsafe term.withUnsafeBufferPointer { bytes in
            _ = unsafe memcpy(target, bytes.baseAddress.unsafelyUnwrapped, length)
        }
        unsafe tokens[token] = TokenText(
            offset: UInt32(truncatingIfNeeded: termBytesUsed), length: UInt16(length), hash: Self.hash(target, length))
        termBytesUsed += length
    }

    /// Writes the document's postings to their terms.
    public func endDocument() {
        let ordinal = UInt32(documentCount) + 1
        documentCount += 1
        linkTokens()
        for number in touched { unsafe writePosting(terms + Int(number), ordinal) }
    }

    /// Finds each token's term and strings the tokens of a term together.
    private func linkTokens() {
        let ahead = 12
        for token in 1..<max(1, tokenCount) {
            if token + ahead < tokenCount {
                unsafe csqlite_prefetch(slots + (Int(tokens[token + ahead].hash) & slotMask))
            }
            if token + ahead / 2 < tokenCount {
                let number = unsafe slots[Int(tokens[token + ahead / 2].hash) & slotMask] & 0xFFFF_FFFF
                if number != 0 { unsafe csqlite_prefetch(terms + Int(number - 1)) }
            }
            let text = unsafe tokens[token]
            unsafe nexts[token] = 0
            let number = unsafe find(termBytes + Int(text.offset), Int(text.length), text.hash)
            let entry = unsafe terms + number
            if unsafe entry.pointee.head == 0 {
                unsafe entry.pointee.head = UInt32(token)
                touched.append(UInt32(number))
                unsafe csqlite_prefetch(arena + Int(entry.pointee.write))
            } else {
                unsafe nexts[Int(entry.pointee.tail)] = UInt32(token)
            }
            unsafe entry.pointee.tail = UInt32(token)
        }
    }

    private func writePosting(_ term: UnsafeMutablePointer<Term>, _ ordinal: UInt32) {
        // Two numbers of nine bytes at most go in front; positions begin behind their room.
        let start = unsafe scratch + 18
        var out = unsafe start
        var token = unsafe Int(term.pointee.head)
        var column: UInt32 = 0
        var previous: UInt32 = 0
        while token != 0 {
            let place = unsafe places[token]
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
        let sizeLength = SegmentVarint.length(UInt64(count) * 2)
        let first = unsafe start - sizeLength - SegmentVarint.length(delta)
        _ = unsafe SegmentVarint.write(delta, to: first)
        _ = unsafe SegmentVarint.write(UInt64(count) * 2, to: start - sizeLength)
        unsafe append(first, out - first, to: term)
        unsafe term.pointee.last = ordinal
        unsafe term.pointee.documents += 1
        unsafe term.pointee.head = 0
        unsafe term.pointee.tail = 0
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

    /// The last four bytes of a chunk say where the next one is.
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

    /// Copies a term's postings, in one piece, to `out`; returns their number of bytes.
    func collect(_ term: Term, into out: inout UnsafeMutablePointer<UInt8>, capacity: inout Int) -> Int {
        var chunk = Int(term.firstChunk)
        var size = 12
        var filled = 0
        while true {
            let isLast = chunk + size == Int(term.end)
            let count = isLast ? Int(term.write) - chunk : size
            if filled + count + 32 > capacity {
                let larger = (filled + count + 32) * 2
                let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
                unsafe memcpy(copy, out, filled)
                unsafe out.deallocate()
                unsafe out = copy
                capacity = larger
            }
            unsafe memcpy(out + filled, arena + chunk, count)
            filled += count
            if isLast { return filled }
            chunk = unsafe Int(UnsafeRawPointer(arena + chunk + size).loadUnaligned(as: UInt32.self))
            size = min((size + 4) * 2, 8_192) - 4
        }
    }

    // MARK: - Terms

    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
        let key = unsafe key(bytes, min(length, inlineLength))
        var mixed = (key.0 ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15
        if length > 8 {
            mixed = (mixed ^ (mixed >> 29) ^ key.1) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 31) ^ key.2) &* 0x94D0_49BB_1331_11EB
            if length > inlineLength {
                for index in inlineLength..<length { mixed = unsafe (mixed ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
            }
        }
        return UInt32(truncatingIfNeeded: mixed ^ (mixed >> 32))
    }

    /// The number of a term, new or known.
    @inline(__always)
    private func find(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ hash: UInt32) -> Int {
        let key = unsafe Self.key(bytes, min(length, Self.inlineLength))
        var slot = Int(hash) & slotMask
        while true {
            let entry = unsafe slots[slot]
            if entry == 0 { return unsafe insert(bytes, length, key, hash, slot) }
            if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let number = Int(UInt32(truncatingIfNeeded: entry)) - 1
                if unsafe equals(terms + number, bytes, length, key) { return number }
            }
            slot = (slot + 1) & slotMask
        }
    }

    @inline(__always)
    static func key(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> (UInt64, UInt64, UInt64) {
        func word(_ from: Int) -> UInt64 {
            let count = min(8, length - from)
            if count <= 0 { return 0 }
            if count == 8 { return unsafe UnsafeRawPointer(bytes + from).loadUnaligned(as: UInt64.self).bigEndian }
            var value: UInt64 = 0
            for index in 0..<count { value = unsafe value << 8 | UInt64(bytes[from + index]) }
            return value << UInt64((8 - count) * 8)
        }
        if length <= 8 { return (word(0), 0, 0) }
        return (word(0), word(8), word(16))
    }

    @inline(__always)
    func equals(
        _ term: UnsafeMutablePointer<Term>, _ bytes: UnsafePointer<UInt8>, _ length: Int,
        _ key: (UInt64, UInt64, UInt64)
    ) -> Bool {
        guard unsafe Int(term.pointee.length) == length else { return false }
        if length <= Self.inlineLength { return unsafe term.pointee.key == key }
        return unsafe memcmp(arena + Int(term.pointee.key.1), bytes, length) == 0
    }

    private func insert(
        _ bytes: UnsafePointer<UInt8>, _ length: Int, _ key: (UInt64, UInt64, UInt64), _ hash: UInt32, _ slot: Int
    ) -> Int {
        if termCount == termCapacity { growTerms() }
        let number = termCount
        var term = Term()
        term.hash = hash
        term.length = UInt16(length)
        term.key = key
        if length > Self.inlineLength {
            // First word for sorting, second word the place of the whole.
            term.key.1 = UInt64(arenaEnd)
            unsafe memcpy(arena + Int(arenaEnd), bytes, length)
            arenaEnd += UInt32((length + 7) & ~7)
        }
        unsafe (terms + number).initialize(to: term)
        termCount += 1
        unsafe slots[slot] = UInt64(hash) << 32 | UInt64(number + 1)
        if termCount * 2 > slotMask { growSlots() }
        return number
    }

    private func growTerms() {
        termCapacity *= 2
        unsafe Self.grow(&terms, from: termCount, to: termCapacity)
    }

    private func growSlots() {
        unsafe slots.deallocate()
        slotMask = slotMask * 2 + 1
        unsafe slots = .allocate(capacity: slotMask + 1)
        unsafe slots.initialize(repeating: 0, count: slotMask + 1)
        for number in 0..<termCount {
            let hash = unsafe terms[number].hash
            var slot = Int(hash) & slotMask
            while unsafe slots[slot] != 0 { slot = (slot + 1) & slotMask }
            unsafe slots[slot] = UInt64(hash) << 32 | UInt64(number + 1)
        }
    }

    private func growTokens() {
        let larger = tokenCapacity * 2
        unsafe Self.grow(&places, from: tokenCapacity, to: larger)
        unsafe Self.grow(&nexts, from: tokenCapacity, to: larger)
        unsafe Self.grow(&tokens, from: tokenCapacity, to: larger)
        tokenCapacity = larger
        unsafe scratch.deallocate()
        unsafe scratch = .allocate(capacity: larger * 6 + 64)
    }

    private func growTermBytes(_ length: Int) {
        termBytesCapacity = (termBytesCapacity + length) * 2
        unsafe Self.grow(&termBytes, from: termBytesUsed, to: termBytesCapacity)
    }

    private static func grow<Element>(
        _ memory: inout UnsafeMutablePointer<Element>, from count: Int, to larger: Int
    ) {
        let copy = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe copy.moveInitialize(from: memory, count: count)
        unsafe memory.deallocate()
        unsafe memory = copy
    }
}
