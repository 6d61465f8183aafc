private import System

/// Divides a stream into blocks of whole lines.
struct LineBlockReader {
    /// A block of whole lines. The first line has the number `firstLine`; lines are counted from 1.
    struct Block: Sendable {
        var bytes: [UInt8]
        var firstLine: Int
        /// False if a line was too long and was skipped; the block is then empty.
        var isComplete = true

        var lineCount: Int {
            var count = bytes.isEmpty || bytes.last != 0x0A ? 1 : 0
            var start = 0
            while let end = bytes.firstIndex(of: 0x0A, from: start) {
                count += 1
                start = end + 1
            }
            return count
        }

        /// Number of lines that are not blank.
        var articleCount: Int {
            var count = isComplete ? 0 : 1
            forEachLine { _, _ in count += 1 }
            return count
        }

        /// Calls `body` with the range and the number of each line that is not blank.
        func forEachLine(_ body: (Range<Int>, Int) -> Void) {
            var start = 0
            var line = firstLine
            while start < bytes.count {
                let end = bytes.firstIndex(of: 0x0A, from: start) ?? bytes.count
                if bytes[start..<end].contains(where: { $0 > 0x20 }) { body(start..<end, line) }
                start = end + 1
                line += 1
            }
        }
    }

    private static let blockBytes = 256 << 10
    private static let maxLineBytes = 64 << 20
    private let file: InputFile
    private var rest: [UInt8]
    /// The start of the bytes in `rest` that are not part of a block yet.
    private var start = 0
    private var nextLine = 1
    private var isAtEnd = false

    /// - Parameter head: bytes that were already read from the file.
    init(_ file: InputFile, head: [UInt8]) {
        self.file = file
        rest = head
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    }

    /// The next block of at most `maxLines` whole lines; nil at the end of the file.
    mutating func next(maxLines: Int) -> Block? {
        var searched = start
        while true {
            if let end = endOfLines(maxLines, from: searched) { return cut(through: end) }
            if isAtEnd { return rest.count > start ? cut(through: rest.count - 1) : nil }
            if rest.count - start > Self.maxLineBytes { return skipLongLine() }
            searched = rest.count - start
            rest.removeSubrange(..<start)
            start = 0
            isAtEnd = !file.read(Self.blockBytes, into: &rest)
        }
    }

    /// The end of the last line that fits into a block of at most `maxLines` lines; nil if no line is complete.
    private func endOfLines(_ maxLines: Int, from searched: Int) -> Int? {
        var end: Int?
        var lines = 0
        var index = searched
        let limit = min(rest.count, max(searched + 1, start + Self.blockBytes))
        while lines < maxLines, index < limit || end == nil, let next = rest.firstIndex(of: 0x0A, from: index) {
            if end != nil, next >= limit { break }
            end = next
            lines += 1
            index = next + 1
        }
        return end
    }

    private mutating func cut(through end: Int) -> Block {
        let block = Block(bytes: Array(rest[start...end]), firstLine: nextLine)
        start = end + 1
        nextLine += block.lineCount
        return block
    }

    private mutating func skipLongLine() -> Block {
        let line = nextLine
        start = 0
        repeat {
            rest.removeAll(keepingCapacity: true)
            isAtEnd = !file.read(Self.blockBytes, into: &rest)
        } while !isAtEnd && !rest.contains(0x0A)
        if let end = rest.firstIndex(of: 0x0A) { rest.removeSubrange(...end) }
        nextLine += 1
        return Block(bytes: [], firstLine: line, isComplete: false)
    }
}
