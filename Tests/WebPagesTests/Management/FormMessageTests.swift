import Messages
import Testing

@testable import WebPages

@Suite struct FormMessageTests {
    @Test("What a form says of itself is a text in both languages")
    func done() {
        for text in Message.done.values {
            #expect(!text.text(.english).isEmpty && text.text(.english) != text.text(.simplifiedChinese))
        }
    }

    @Test("A key map has one key a line; what is none is told with its line")
    func keys() throws {
        let map = try KeyMap("h = k\n\n# comment\nArrowDown = j\n你 = Space\n")
        #expect(map.pairs.map(\.pressed) == ["h", "ArrowDown", "你"] && map.pairs.map(\.meant) == ["k", "j", "Space"])
        for text in ["h=k", "h = x", "hh = k", "h k", "h = k = j", "= k"] {
            #expect(throws: (any Error).self) { try KeyMap(text) }
        }
    }
}
