internal import Formats
internal import TerminalPages

/// One line of text input with a cursor.
struct LineEditor: Equatable, Sendable {
    private(set) var text = ""
    /// The number of characters before the cursor.
    private(set) var cursor = 0

    /// The maximum size of a query in bytes.
    private static let maxBytes = 4_096

    init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    /// - Returns: whether the editor handled the key.
    mutating func take(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let pasted): insert(pasted)
        case .backspace, .control("h"): remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(text.count, cursor + 1))
        case .control("d"): remove(cursor..<min(text.count, cursor + 1))
        case .control("u"): remove(0..<cursor)
        case .control("k"): remove(cursor..<text.count)
        case .control("w"): remove(startOfWord..<cursor)
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(text.count, cursor + 1)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        default: return false
        }
        return true
    }

    /// The width of the text before the cursor, in columns.
    var columnsBeforeCursor: Int { DisplayWidth.of(text.prefix(cursor)) }

    private mutating func insert(_ more: String) {
        let more = TerminalSafe.line(more)
        guard text.utf8.count + more.utf8.count <= Self.maxBytes else { return }
        let rest = text.dropFirst(cursor)
        let before = text.prefix(cursor) + more
        // A combining mark may join the previous character, so recount the characters before the cursor.
        cursor = before.count
        text = String(before) + rest
    }

    private mutating func remove(_ range: Range<Int>) {
        let characters = Array(text)
        text = String(characters[..<range.lowerBound] + characters[range.upperBound...])
        cursor = range.lowerBound
    }

    private var startOfWord: Int {
        let before = Array(text.prefix(cursor))
        var start = before.count
        while start > 0, before[start - 1] == " " { start -= 1 }
        while start > 0, before[start - 1] != " " { start -= 1 }
        return start
    }
}
