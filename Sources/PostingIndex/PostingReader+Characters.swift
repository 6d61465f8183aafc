extension PostingReader {
    /// Weighted term frequencies, by row, of all terms that begin with a character. No two of the terms may share a
    /// position.
    ///
    /// - Parameters:
    ///   - isOnlySecond: whether only column 1 counts.
    ///   - endOfRows: greater than all row ids.
    /// - Complexity: about 2 ns per row if segments have a list for the character, otherwise 5 ns per posting of these
    ///   terms; plus 1 ns per row of the index.
    /// - Returns: the rows whose frequency is above 0; nil if the caller must use FTS5.
    public func frequencies(
        beginningWith character: Span<UInt8>, isOnlySecond: Bool, endOfRows: Int
    ) throws -> RowFrequencies? {
        try CharacterFrequencies.read(
            doclists(beginningWith: character), isOnlySecond: isOnlySecond, endOfRows: endOfRows)
    }

    /// The number of bytes of memory that `frequencies` needs per row id below `endOfRows`.
    public static let characterBytesPerRow = CharacterFrequencies.bytesPerRow

    /// The list of a character in a segment, read completely because its pages are adjacent.
    ///
    /// - Parameter key: the character, with the index byte.
    /// - Returns: nil if there is no readable list.
    /// - Throws: `MalformedIndexError` if chunks are missing.
    func characterList(of key: [UInt8], in segment: SegmentStructure.Segment) throws -> BlockListReader? {
        let scalar = unsafe key.withUnsafeBufferPointer { unsafe CharacterListBuilder.scalar(of: $0) }
        guard scalar > 0, key.count == (scalar < 0x10000 ? 4 : 5) else { return nil }
        let id = SegmentRowID.characterList(of: scalar, segment: segment.id)
        func read() throws -> BlockListReader? {
            leaves.seek(id...id + Int64(SegmentRowID.maxCharacterChunks))
            defer { leaves.reset() }
            guard try leaves.next() == id else {
                pages.keepAbsence(of: id)
                return nil
            }
            var list: BlockList?
            leaves.withPage { list = BlockList(directory: $0, segment: segment.id, character: scalar) }
            guard let list else { return nil }
            let reader = BlockListReader(list, pages)
            for number in 0..<list.chunkCount {
                guard try leaves.next() == id + 1 + Int64(number) else { throw Self.malformed }
                leaves.withPage { reader.keep($0, asChunk: number) }
            }
            return reader
        }
        return try pages.isSlow(id) ? pages.inBlocks(read) : read()
    }
}
