import Testing

@testable import TerminalReader

@Suite struct KeyParserTests {
    private func keys(_ text: String) -> [Key] {
        var parser = KeyParser()
        return parser.keys(from: Array(text.utf8)) + parser.flush()
    }

    @Test("Arrows, pages and ends are known in the forms that terminals send")
    func sequences() {
        #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[D") == [.up, .down, .right, .left])
        #expect(
            keys("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}OF\u{1B}[1~\u{1B}[4~") == [
                .pageUp, .pageDown, .home, .end, .home, .end,
            ])
        #expect(keys("\u{1B}[Z\t\r\u{7F}\u{1B}[3~") == [.backTab, .tab, .enter, .backspace, .delete])
        #expect(keys("\u{3}\u{1A}\u{1}") == [.control("c"), .control("z"), .control("a")])
    }

    @Test("A character or a sequence that comes in parts is one key")
    func parts() {
        for text in ["猫", "é", "🦉", "\u{1B}[6~", "\u{1B}[200~猫 \u{1B}[A\u{1B}[201~"] {
            var parser = KeyParser()
            var keys: [Key] = []
            for byte in text.utf8 { keys += parser.keys(from: [byte]) }
            #expect(keys.count == 1 && keys == self.keys(text), "\(text.debugDescription): \(keys)")
        }
    }

    @Test("An escape alone waits for what may follow, and is a key after that")
    func escape() {
        var parser = KeyParser()
        #expect(parser.keys(from: [0x1B]) == [])
        #expect(parser.isWaiting && parser.waitMilliseconds == 60)
        #expect(parser.flush() == [.escape])
        #expect(!parser.isWaiting)
        #expect(keys("\u{1B}\u{1B}[A") == [.escape, .up])
        #expect(keys("\u{1B}q\u{1B}猫") == [.escape, .character("q"), .escape, .character("猫")])
    }

    @Test("A sequence that has begun is waited for longer than a key that may follow Esc")
    func dividedSequence() {
        for text in ["\u{1B}[", "\u{1B}O", "\u{1B}[1;"] {
            var parser = KeyParser()
            #expect(parser.keys(from: Array(text.utf8)) == [] && parser.isWaiting && parser.waitMilliseconds == 1_000)
        }
    }

    @Test("What is pasted is text, whatever is in it, and not more of it than is taken")
    func paste() {
        #expect(keys("\u{1B}[200~a\rq\u{1B}[A\u{1B}[201~q") == [.paste("a\rq\u{1B}[A"), .character("q")])
        let long = String(repeating: "x", count: 300_000)
        guard case .paste(let text)? = keys("\u{1B}[200~" + long + "\u{1B}[201~").first else {
            Issue.record("no paste")
            return
        }
        #expect(text.utf8.count == KeyParser.maxPasteBytes)
    }

    @Test("The terminal's answer about synchronised output is no key that was pressed")
    func report() {
        #expect(keys("\u{1B}[?2026;2$y") == [.synchronizedOutput(true)])
        #expect(keys("\u{1B}[?2026;0$y") == [.synchronizedOutput(false)])
    }

    @Test("Bytes that mean nothing are passed over, however many")
    func noise() {
        var parser = KeyParser()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            _ = parser.keys(from: (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) })
        }
        _ = parser.keys(from: Array("\u{1B}[201~".utf8))
        _ = parser.flush()
        #expect(!parser.isWaiting)
        #expect(keys("\u{FF}q".unicodeScalars.map(String.init).joined()).last == .character("q"))
        #expect(keys("\u{1B}[" + String(repeating: "1;", count: 5_000)).allSatisfy { $0 == .unknown || $0 != .up })
    }
}

@Suite struct LineEditorTests {
    private func typed(_ keys: [Key]) -> LineEditor {
        var editor = LineEditor()
        for key in keys { _ = editor.take(key) }
        return editor
    }

    @Test("Keys edit where the cursor is, in characters that a person sees")
    func editing() {
        #expect(typed([.character("猫"), .character("a"), .left, .character("头"), .backspace]).text == "猫a")
        #expect(typed([.paste("one two three"), .control("w")]).text == "one two ")
        #expect(typed([.paste("one two"), .control("a"), .delete, .control("k")]).text == "")
        #expect(typed([.paste("one two"), .left, .control("u")]).text == "o")
        #expect(typed([.character("e"), .character("\u{301}"), .backspace]).text == "")
    }

    @Test("The cursor stands behind wide characters by their columns")
    func columns() {
        #expect(typed([.paste("全文 a")]).columnsBeforeCursor == 6)
        #expect(typed([.paste("全文 a"), .home, .right]).columnsBeforeCursor == 2)
    }

    @Test("A pasted line end is a space, and nothing that a terminal must not see gets in")
    func harmless() {
        #expect(typed([.paste("a\nb\u{1B}[31m\u{202E}c")]).text == "a b[31mc")
        #expect(typed([.paste(String(repeating: "x", count: 10_000))]).text.isEmpty)
    }
}
