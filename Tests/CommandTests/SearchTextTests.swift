import FeedLibrary
import Formats
import Messages
import QueryLanguage
import System
import TerminalPages
import Testing

@testable import feedsearch

@Suite(.offPool) struct SearchTextTests {
    private func marked(_ text: String, _ ranges: [Range<Int>], width: Int?) -> [String] {
        HighlightedText(text: text, ranges: ranges).lines(width: width, base: { $0 }, match: { "<\($0)>" })
    }

    @Test("Matches are marked by their UTF-8 ranges")
    func marks() {
        #expect(marked("全文搜索 fox", [0..<6, 13..<16], width: nil) == ["<全文>搜索 <fox>"])
        #expect(marked("plain", [], width: nil) == ["plain"])
        #expect(marked("", [], width: 10) == [""])
    }

    @Test("A match over a line end is marked on both lines")
    func marksOverLines() {
        #expect(marked("aaa bbb ccc", [4..<11], width: 7) == ["aaa <bbb>", "<ccc>"])
        #expect(marked("全文搜索引擎", [6..<18], width: 8) == ["全文<搜索>", "<引擎>"])
    }

    @Test("A character is marked whole, as its first byte is; matches next to each other are one")
    func wholeCharacters() {
        #expect(marked("e\u{301}a", [0..<1, 3..<4], width: nil) == ["<e\u{301}a>"])
        #expect(marked("ae\u{301}", [2..<4], width: nil) == ["ae\u{301}"])
        #expect(marked("全文搜索", [0..<3, 3..<6], width: nil) == ["<全文>搜索"])
    }

    @Test("Harmful characters go without moving the marks; ranges beyond the text are passed over")
    func harmfulCharacters() {
        #expect(marked("a\u{1B}b fox", [4..<7], width: nil) == ["ab <fox>"])
        #expect(marked("fox", [1..<9], width: nil) == ["fox"])
    }

    @Test("Carets stand under the mistake, whatever the width of the characters before it")
    func underline() {
        let query = "全文搜索 nosuch:x"
        let userError = mistake(query, columns: 80)
        #expect(userError.details[0] == "  全文搜索 nosuch:x")
        #expect(userError.details[1] == "           ^^^^^^")
        #expect(userError.details[2].hasPrefix("  hint: "))
    }

    @Test("Of a long query only what stands around the mistake is shown")
    func longQuery() {
        let userError = mistake(
            String(repeating: "全文 ", count: 200) + "nosuch:x " + String(repeating: "b ", count: 200), columns: 60)
        #expect(userError.details[0].contains("nosuch:x"))
        for line in userError.details.prefix(2) { #expect(DisplayWidth.of(line) <= 62, "\(line)") }
        let marks = userError.details[1]
        let column = DisplayWidth.of(String(userError.details[0].prefix { $0 != "n" }))
        #expect(marks.prefix { $0 == " " }.count == column)
    }

    private func mistake(_ query: String, columns: Int) -> UserFacingError {
        do {
            _ = try QueryParser.parse(query)
            return UserFacingError(text: "no mistake")
        } catch {
            return InvalidQuery(query: query, error: error).userFacing(.english, columns: columns)
        }
    }

    @Test("Moments are written in RFC 3339 and by the minute")
    func clock() {
        #expect(CivilTime.rfc3339(0) == "1970-01-01T00:00:00Z")
        #expect(CivilTime.rfc3339(1_715_000_000) == "2024-05-06T12:53:20Z")
        #expect(SystemClock.system.utc.minute(1_715_000_000) == "2024-05-06 12:53")
    }

    @Test("Requests name a file plainly or with what came with it")
    func documentRequests() {
        #expect(DocumentRequest(Array("/a b.xml".utf8))?.path == "/a b.xml")
        let request = DocumentRequest(
            Array(#"{"file":"x.xml","base":"http://a/","content_type":"text/xml; charset=gbk"}"#.utf8))
        #expect(request?.path == "x.xml")
        #expect(request?.base == "http://a/")
        #expect(request?.contentType == "text/xml; charset=gbk")
        #expect(DocumentRequest(Array("  ".utf8)) == nil)
        #expect(DocumentRequest(Array("{broken".utf8))?.path == "{broken")
    }
}
