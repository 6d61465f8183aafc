/// Cuts a stream into blocks of whole lines.
struct LineReader {
    /// Some whole lines, the first of which has number `firstLine` (from 1).
    struct Block: Sendable {
        var bytes: [UInt8]
        var firstLine: Int
        /// False where a line was too long and was left out; it is then the only one of its block.
        var isComplete = true

        /// Calls `body` with the range of each line that is not blank, and its number.
        func forEachLine(_ body: (Range<Int>, Int) -> Void) {
            var start = 0
            var line = firstLine
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
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
    private var nextLine = 1
    private var isAtEnd = false

    /// - Parameter head: bytes that were read from the file already.
    init(_ file: InputFile, head: [UInt8]) {
        self.file = file
        rest = head
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
    }

    mutating func next() throws(InputFile.Failure) -> Block? {
        var searched = 0
        while true {
            if rest.count >= Self.blockBytes || isAtEnd,
                let end = rest[searched...].lastIndex(of: 0x0A) ?? (isAtEnd && !rest.isEmpty ? rest.count - 1 : nil)
            {
                return cut(through: end)
            }
            if isAtEnd { return nil }
            if rest.count > Self.maxLineBytes { return try skipLongLine() }
            searched = rest.contains(0x0A) ? 0 : rest.count
            isAtEnd = try !file.read(Self.blockBytes, into: &rest)
        }
    }

    private mutating func cut(through end: Int) -> Block {
        let block = Block(bytes: Array(rest[...end]), firstLine: nextLine)
        rest.removeSubrange(...end)
        for byte in block.bytes where byte == 0x0A { nextLine += 1 }
        return block
    }

    private mutating func skipLongLine() throws(InputFile.Failure) -> Block {
        let line = nextLine
        repeat {
            rest.removeAll(keepingCapacity: true)
            isAtEnd = try !file.read(Self.blockBytes, into: &rest)
        } while !isAtEnd && !rest.contains(0x0A)
        if let end = rest.firstIndex(of: 0x0A) { rest.removeSubrange(...end) }
        nextLine += 1
        return Block(bytes: [], firstLine: line, isComplete: false)
    }
}
