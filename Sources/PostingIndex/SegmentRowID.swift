/// Row ids of an FTS5 `%_data` table, as `fts5_index.c` lays them out (`FTS5_SEGMENT_ROWID`, `FTS5_DLIDX_ROWID`;
/// <https://www.sqlite.org/fts5.html#fts5_data_structures>): 16 bits segment, 1 bit doclist index, 5 bits height, 31
/// bits page.
///
/// A leaf has height 0. A page of a doclist index has the bit set, its own height, and as its page number the leaf that
/// it describes.
package enum SegmentRowID {
    /// The row id of the record with the averages.
    package static let averages: Int64 = 1
    /// The row id of the structure record, which lists the segments by level.
    package static let structure: Int64 = 10

    private static let pageBits = 31
    private static let doclistIndexBit = 36
    private static let segmentShift = 37
    /// FTS5 itself writes doclist indexes of at most a few levels, so only pages of block lists (`BlockList`) have this
    /// height.
    private static let blockListHeight = 30

    package static func leaf(_ page: Int, segment: Int) -> Int64 { Int64(segment) << segmentShift + Int64(page) }

    static func doclistIndex(leaf page: Int, height: Int, segment: Int) -> Int64 {
        leaf(page, segment: segment) + 1 << doclistIndexBit + Int64(height) << pageBits
    }

    /// - Parameter page: the leaf on which the term begins.
    /// - Returns: the row id of the directory; the row ids of the chunks follow.
    package static func blockList(leaf page: Int, segment: Int) -> Int64 {
        doclistIndex(leaf: page, height: blockListHeight, segment: segment)
    }

    static func blockLists(segment: Int) -> ClosedRange<Int64> {
        let first = blockList(leaf: 0, segment: segment)
        return first...first + 1 << pageBits - 1
    }

    /// Only the pages of character lists (`CharacterListBuilder`) have this height.
    private static let characterListHeight = 29
    private static let characterShift = 10
    /// The maximum number of chunks of a character list; chunks are numbered from 1 after the code point.
    static let maxCharacterChunks = 1 << characterShift - 1

    /// The row id of the directory; the row ids of the chunks follow.
    ///
    /// - Parameter scalar: the code point.
    static func characterList(of scalar: UInt32, segment: Int) -> Int64 {
        doclistIndex(leaf: Int(scalar) << characterShift, height: characterListHeight, segment: segment)
    }

    static func characterLists(segment: Int) -> ClosedRange<Int64> {
        let first = characterList(of: 0, segment: segment)
        return first...first + 1 << pageBits - 1
    }

    /// The code point to which a row of a character list belongs, and the number of the row's chunk: 0 for the
    /// directory.
    static func character(ofRow id: Int64, segment: Int) -> (scalar: UInt32, number: Int) {
        let place = id - characterList(of: 0, segment: segment)
        return (UInt32(truncatingIfNeeded: place >> characterShift), Int(place) & maxCharacterChunks)
    }

    /// The parts of a row id. `isLeaf` is true if the bit for doclist indexes is not set. Heights of doclist indexes
    /// start at 0.
    static func parts(of id: Int64) -> (segment: Int, isLeaf: Bool, height: Int, page: Int) {
        (
            Int(id >> segmentShift), id >> doclistIndexBit & 1 == 0,
            Int(id >> pageBits) & (1 << (doclistIndexBit - pageBits) - 1), Int(id) & (1 << pageBits - 1)
        )
    }

    /// Whether pages of a height belong to lists, not to doclist indexes. The last such height was used by versions
    /// before block lists.
    static func isOfLists(height: Int) -> Bool { (characterListHeight...blockListHeight + 1).contains(height) }

    /// The row ids of all pages of a segment.
    package static func all(segment: Int) -> ClosedRange<Int64> {
        leaf(0, segment: segment)...leaf(0, segment: segment + 1) - 1
    }
}
