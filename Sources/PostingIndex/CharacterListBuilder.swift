/// Sums the postings of all terms that begin with one character while a segment is written, and writes them as a block
/// list (`BlockList`), called a *character list*.
///
/// A Chinese character begins thousands of bigrams. A search for one of the most frequent characters reads the list,
/// about 11 bits per article, instead of all their doclists.
struct CharacterListBuilder {
    /// A character whose doclists have fewer leaves in total gets no list: reading them is just as fast.
    private static let minLeaves = 8
    /// A character gets a list only if its doclists have at least the segment's size divided by this. In a million
    /// articles in several languages, thirty characters have lists, which take 0.3 % of the file; the doclists of any
    /// other character are read in about 30 ms.
    private static let segmentShare = 512
    /// Scripts before Thai (U+0E00) are written with spaces, so no search looks for a single character of them.
    private static let firstScalar: UInt32 = 0xE00

    private let pageSize: Int
    private let minBytes: Int
    /// The first character of the last term; 0 if there is none.
    private var scalar: UInt32 = 0
    /// The doclists of the character, up to `minBytes` in total, and the end of each doclist. Further doclists are
    /// added to the sums immediately.
    private var waiting: [UInt8] = []
    private var ends: [Int] = []
    private var isLong = false
    private var frequencies = SparseFrequencies()

    /// - Parameter segmentBytes: the estimated size of all leaves of the segment.
    init(pageSize: Int, segmentBytes: Int) {
        self.pageSize = pageSize
        minBytes = max(Self.minLeaves * pageSize, segmentBytes / Self.segmentShare)
    }

    /// Begins the next term (with its index byte).
    ///
    /// - Returns: the list of the previous character, if the new term begins with a different one.
    mutating func begin(_ term: UnsafeBufferPointer<UInt8>) -> (scalar: UInt32, list: BlockListEncoder.Encoded)? {
        let next = unsafe Self.scalar(of: term)
        if next == scalar { return nil }
        defer { scalar = next }
        return end()
    }

    /// Ends the last character.
    mutating func end() -> (scalar: UInt32, list: BlockListEncoder.Encoded)? {
        defer {
            waiting.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            isLong = false
        }
        guard isLong else { return nil }
        var encoder = BlockListEncoder(pageSize: pageSize, firstLeaf: 0, length: nil)
        let isValid = frequencies.isValid
        frequencies.removeAll { encoder.add(row: $0, $1, leaf: 0) }
        guard isValid, let list = encoder.finish(maxChunks: SegmentRowID.maxCharacterChunks) else { return nil }
        return (scalar, list)
    }

    /// Adds the whole doclist of the term, which consists of row id deltas, sizes and positions.
    mutating func add(_ doclist: UnsafePointer<UInt8>, count: Int) {
        if scalar == 0 { return }
        if isLong { return unsafe frequencies.add(doclist, count: count) }
        unsafe waiting.append(contentsOf: UnsafeBufferPointer(start: doclist, count: count))
        ends.append(waiting.count)
        if waiting.count < minBytes { return }
        isLong = true
        unsafe waiting.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            var start = 0
            for end in ends {
                unsafe frequencies.add(base + start, count: end - start)
                start = end
            }
        }
    }

    /// The character with which a term (including its index byte) begins. It is 0 if the script is written with spaces
    /// or the bytes are not well-formed, so that no two byte sequences map to one character.
    static func scalar(of term: UnsafeBufferPointer<UInt8>) -> UInt32 {
        guard term.count > 3, unsafe term[1] >= 0xE0 else { return 0 }
        let lead = unsafe UInt32(term[1])
        let length = lead < 0xF0 ? 3 : 4
        guard term.count > length else { return 0 }
        var scalar = lead & (length == 3 ? 0xF : 7)
        for index in 2...length {
            let byte = unsafe UInt32(term[index])
            guard byte & 0xC0 == 0x80 else { return 0 }
            scalar = scalar << 6 | byte & 0x3F
        }
        let isWellFormed = scalar >= (length == 3 ? 0x800 : 0x10000) && lead < 0xF5 && Unicode.Scalar(scalar) != nil
        return isWellFormed && scalar >= firstScalar ? scalar : 0
    }
}
