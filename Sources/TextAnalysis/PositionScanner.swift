/// Counts the tokens of a text without building their terms, to find the positions of characters of scripts without
/// spaces.
///
/// The scanner stores only pointers and numbers, because a reference would cost a retain per word. Rare cases, such as
/// words with non-ASCII letters and symbols that fold to several characters, are left to a `TokenScanner`.
@safe
struct PositionScanner {
    /// Receives a character and its position; returns false to stop.
    typealias Found = (_ character: UInt32, _ position: UInt32) -> Bool

    private let text: UnsafePointer<UInt8>
    private let count: Int
    /// The table that `marks(of:)` returned.
    private let marks: UnsafePointer<UInt8>
    private var position = 0
    private var gap = Gap()
    private var lastClass: CharacterClass?
    /// The number of tokens so far.
    private var tokens: UInt32 = 0

    init(text: UnsafePointer<UInt8>, count: Int, marks: UnsafePointer<UInt8>) {
        unsafe self.text = text
        self.count = count
        unsafe self.marks = marks
    }

    /// Returns a table of 512 bytes. The first 256 are nonzero for the low 8 bits of each wanted character. The other
    /// 256 are nonzero for the low 8 bits of each Han character that folds to a wanted character.
    static func marks(of characters: [UInt32]) -> [UInt8] {
        var marks = [UInt8](repeating: 0, count: 512)
        for character in characters {
            marks[Int(character & 0xFF)] = 1
            for han in UnifiedHan.charactersFolding(to: character) { marks[256 + Int(han & 0xFF)] = 1 }
        }
        return marks
    }

    /// Calls `found` with each marked character, and possibly with other characters that have the same low 8 bits.
    mutating func run(_ context: AnalysisContext, _ found: Found) {
        while position < count {
            let byte = unsafe text[position]
            if unsafe FoldingTable.asciiWord[Int(byte)] != 0 {
                let end = endOfASCIIWord(from: position)
                guard unsafe end == count || text[end] < 0x80 else {
                    if !countToken(context, isWord: true, found) { return }
                    continue
                }
                closeGap(before: .word)
                tokens &+= 1
                position = end
                // Takes the same shortcut as `TokenScanner.run`: one space between two ASCII words does not separate
                // sentences.
                if end &+ 1 < count, unsafe text[end] == 0x20 && FoldingTable.asciiWord[Int(text[end &+ 1])] != 0 {
                    position &+= 1
                }
                continue
            }
            let (scalar, length) = unsafe UTF8Scalar.decode(text, count, at: position)
            let characterClass = FoldingTable.entry(scalar).characterClass
            switch characterClass {
            case .cjk, .thai, .lao, .khmer, .myanmar:
                if !countRun(of: characterClass, found) { return }
            case .strong where TokenScanner.isDash(scalar):
                if !countToken(context, isWord: false, found) { return }
            case .space, .newline, .soft, .strong, .hyphen, .other:
                gap.add(characterClass, isDot: byte == 0x2E, range: position..<(position &+ length))
                position &+= length
            case .word, .emoji, .mixed, .comma, .ignorable:
                if !countToken(context, isWord: false, found) { return }
            }
        }
    }

    /// Ends the gap before a token. If the gap separates sentences, counts the separator as a token.
    @inline(__always)
    private mutating func closeGap(before characterClass: CharacterClass) {
        if gap.isOpen {
            if gap.isSeparator(between: lastClass, and: characterClass) { tokens &+= 1 }
            gap = Gap()
        }
        lastClass = characterClass
    }

    /// The index after a sequence of ASCII letters and digits. Processes eight bytes at a time.
    @inline(__always)
    private func endOfASCIIWord(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones &* 0x80
        var end = start
        while end &+ 8 <= count {
            let value = UInt64(littleEndian: unsafe UnsafeRawPointer(text + end).loadUnaligned(as: UInt64.self))
            // Uses the same technique as `TokenScanner.chunk`: the sum of a 7-bit byte and (128 - c) has its top bit
            // set if the byte is at least c.
            let low = value & ~tops
            let lowered = low | ones &* 0x20
            let letters = (lowered &+ ones &* (0x80 - 0x61)) & ~(lowered &+ ones &* (0x80 - 0x7B))
            let digits = (low &+ ones &* (0x80 - 0x30)) & ~(low &+ ones &* (0x80 - 0x3A))
            let others = ~((letters | digits) & ~value) & tops
            if others != 0 { return end &+ others.trailingZeroBitCount >> 3 }
            end &+= 8
        }
        while end < count, unsafe FoldingTable.asciiWord[Int(text[end])] != 0 { end &+= 1 }
        return end
    }

    /// Counts the tokens of a run. Each folded character begins one token, as in `TokenScanner.scanRun`.
    private mutating func countRun(of runClass: CharacterClass, _ found: Found) -> Bool {
        closeGap(before: runClass)
        var current: UInt32 = 0
        var units: UInt32 = 0
        while position < count {
            if runClass == .cjk, isHan(at: position) {
                // Characters of this block neither expand nor combine with the previous one. `TermStarts` relies on
                // this too.
                if units > 0, !count(current, found) { return false }
                var last = position
                position &+= 3
                while isHan(at: position) {
                    tokens &+= 1
                    if isMarkedHan(at: last), !found(folded(at: last), tokens &- 1) { return false }
                    last = position
                    position &+= 3
                }
                current = folded(at: last)
                units = 1
                continue
            }
            let (scalar, length) = unsafe UTF8Scalar.decode(text, count, at: position)
            let entry = FoldingTable.entry(scalar)
            if entry.composes, units > 0, let whole = FoldingTable.compose(current, entry.folded(scalar)) {
                current = whole
            } else if entry.characterClass != runClass {
                if entry.characterClass != .ignorable { break }
            } else if entry.expands {
                for folded in FoldingTable.expansion(entry) {
                    if units > 0, !count(current, found) { return false }
                    current = folded
                    units &+= 1
                }
            } else {
                if units > 0, !count(current, found) { return false }
                current = entry.folded(scalar)
                units &+= 1
            }
            position &+= length
        }
        return count(current, found)
    }

    /// Whether the character at an index is in `UnifiedHan.range`, which is E4 B8 80 to E9 BF BF in UTF-8.
    @inline(__always)
    private func isHan(at index: Int) -> Bool {
        guard index &+ 3 <= count else { return false }
        let (first, second, third) = unsafe (text[index], text[index &+ 1], text[index &+ 2])
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return false }
        return first &- 0xE5 < 5 || first == 0xE4 && second >= 0xB8
    }

    @inline(__always)
    private func isMarkedHan(at index: Int) -> Bool {
        unsafe marks[256 + (Int(text[index &+ 1] & 3) << 6 | Int(text[index &+ 2] & 0x3F))] != 0
    }

    private func folded(at index: Int) -> UInt32 {
        let (scalar, _) = unsafe UTF8Scalar.decode(text, count, at: index)
        return FoldingTable.entry(scalar).folded(scalar)
    }

    @inline(__always)
    private mutating func count(_ character: UInt32, _ found: Found) -> Bool {
        tokens &+= 1
        return unsafe marks[Int(character & 0xFF)] == 0 || found(character, tokens &- 1)
    }

    @inline(never)
    private mutating func countToken(_ context: AnalysisContext, isWord: Bool, _ found: Found) -> Bool {
        var scanner = unsafe TokenScanner(text: text, count: count, context: context)
        scanner.position = position
        scanner.gap = gap
        scanner.lastClass = lastClass
        var counted = tokens
        var goesOn = true
        let marks = unsafe marks
        func add(_ term: Span<UInt8>, _ kind: TokenKind, _ utf8Range: Range<Int>) -> Bool {
            if kind.isColocated { return true }
            counted &+= 1
            guard kind == .single else { return true }
            let character = unsafe term.withUnsafeBufferPointer { bytes in
                unsafe bytes.baseAddress.map { unsafe UTF8Scalar.decode($0, bytes.count, at: 0).scalar } ?? 0
            }
            if unsafe marks[Int(character & 0xFF)] != 0 { goesOn = found(character, counted &- 1) }
            return goesOn
        }
        _ = unsafe isWord ? scanner.scanWord(emit: add) : scanner.scanCharacter(text[position], emit: add)
        position = scanner.position
        gap = scanner.gap
        lastClass = scanner.lastClass
        tokens = counted
        return goesOn
    }
}
