import FeedLibrary
import Formats
import Foundation
import Messages
import TerminalPages
import TestSupport
import Testing

@testable import feedsearch

@Suite(.offPool) struct OutputTests {
    @Test("Controls, escapes and bidi overrides never reach a terminal")
    func terminalSafe() {
        #expect(TerminalSafe.line("a\u{1B}[31mb\u{7}\u{9B}c\u{202E}d\u{2066}e\u{E0041}") == "a[31mbcde")
        #expect(TerminalSafe.line("a\r\nb\tc\u{2028}d") == "a  b c d")
        #expect(TerminalSafe.lines("a\nb\u{0}") == "a\nb")
        #expect(TerminalSafe.line("全文搜索 é 👨‍👩‍👧") == "全文搜索 é 👨‍👩‍👧")
    }

    @Test("No scalar that is harmful is left, whatever comes in")
    func terminalSafeOnNoise() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = TerminalSafe.line(String(decoding: bytes, as: UTF8.self))
            #expect(!text.unicodeScalars.contains(where: TerminalSafe.isHarmful))
        }
    }

    @Test(
        "User info and secrets in an address are masked, the rest stays",
        arguments: [
            ("https://example.org/feed?page=2", "https://example.org/feed?page=2"),
            ("https://user:pass@example.org/a@b", "https://***@example.org/a@b"),
            ("https://us@er:p@example.org/", "https://***@example.org/"),
            ("https://example.org/?a=1&token=s3cret&b=2", "https://example.org/?a=1&token=***&b=2"),
            (
                "https://example.org/?API_KEY=x;y=1#access_token=z",
                "https://example.org/?API_KEY=***;y=1#access_token=***"
            ),
            ("https://example.org/?key=", "https://example.org/?key="),
            ("/a/file.xml", "/a/file.xml"),
        ])
    func maskedURL(_ url: String, _ masked: String) { #expect(MaskedURL.mask(url) == masked) }

    @Test("East Asian characters and emoji take two columns, combining marks none")
    func displayWidth() {
        #expect(DisplayWidth.of("abc") == 3)
        #expect(DisplayWidth.of("全文 search") == 11)
        #expect(DisplayWidth.of("，（한カ") == 8)
        #expect(DisplayWidth.of("e\u{301}ﾊ") == 2)
        #expect(DisplayWidth.of("👨‍👩‍👧") == 2)
    }

    @Test("Wrapped lines fit, lose nothing, and never begin with a closing mark")
    func wrap() {
        let text = "订阅源全文搜索，支持中文、日文、韩文。It also finds English words (with their inflections)。完"
        for width in 8...60 {
            let lines = TextWrap.lines(text, width: width)
            #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
            for line in lines {
                #expect(DisplayWidth.of(line) <= max(width, 16), "\(width): \(line)")
                #expect(!["，", "、", "。"].contains(line.first))
            }
        }
        #expect(TextWrap.lines("", width: 10) == [""])
    }

    @Test("Han characters break alike with and without a mark that belongs to them; the mark stays with its character")
    func wrapMarks() {
        for mark in ["\u{E0100}", "\u{FE00}", "\u{3099}", "\u{302A}", "\u{FF9E}", "\u{20DD}", "\u{200D}"] {
            let marked = "订" + mark + "阅源" + mark + "，全" + mark
            #expect(
                TextWrap.lines(marked, width: 2) == ["订" + mark, "阅", "源" + mark + "，", "全" + mark].map { $0[...] })
        }
        for next in ["a", " b", "。", "「", "Ａ", "か", "ﾊ", "é", "👍", "\u{4DC0}", "\u{3400}"] {
            for width in 1...9 {
                let lines = TextWrap.lines("全文" + next + "搜索", width: width)
                #expect(lines.joined().filter { $0 != " " } == ("全文" + next + "搜索").filter { $0 != " " })
                #expect(lines.allSatisfy { DisplayWidth.of($0) <= max(width, 4) }, "\(next) \(width): \(lines)")
            }
        }
    }

    @Test("A text of one line is broken in linear time, whatever its characters")
    func longText() {
        let pieces = ["word ", "全文搜索，", "e" + String(repeating: "\u{301}", count: 300), "слово ", "👨‍👩‍👧", "%", "（"]
        let text = String(repeating: pieces.joined(), count: 700)
        let time = processorTime {
            for text in [
                text, String(repeating: "a", count: 500_000), "e" + String(repeating: "\u{301}", count: 250_000),
            ] {
                let lines = TextWrap.lines(text, width: 80)
                #expect(lines.joined().utf8.filter { $0 != 0x20 } == text.utf8.filter { $0 != 0x20 })
            }
        }
        #expect(time < .seconds(30))
    }

    @Test("The end of a text is cut out as its beginning is")
    func truncateStart() {
        #expect(TextWrap.truncateStart("全文搜索", width: 8) == "全文搜索")
        #expect(TextWrap.truncateStart("全文搜索", width: 7) == "…文搜索")
        #expect(TextWrap.truncateStart("全文搜索", width: 6) == "…搜索")
    }

    @Test("A cut text says so and never cuts a character")
    func truncate() {
        #expect(TextWrap.truncate("全文搜索", width: 8) == "全文搜索")
        #expect(TextWrap.truncate("全文搜索", width: 7) == "全文搜…")
        #expect(TextWrap.truncate("全文搜索", width: 6) == "全文…")
    }

    @Test("Colours follow the flag, then the terminal, NO_COLOR and TERM")
    func colours() {
        func isOn(_ choice: ColorChoice, _ terminal: Bool, _ environment: [String: String] = [:]) -> Bool {
            TerminalStyle.decide(choice, isTerminal: terminal) { environment[$0] }.isOn
        }
        #expect(isOn(.auto, true))
        #expect(!isOn(.auto, false))
        #expect(!isOn(.auto, true, ["NO_COLOR": "1"]))
        #expect(isOn(.auto, true, ["NO_COLOR": ""]))
        #expect(!isOn(.auto, true, ["TERM": "dumb"]))
        #expect(isOn(.always, false, ["NO_COLOR": "1"]))
        #expect(!isOn(.never, true))
    }

    @Test("JSON strings come back as they went in, and are harmless on a terminal")
    func jsonStrings() throws {
        var scalars = String.UnicodeScalarView()
        for value in (0..<0x300 as Range<UInt32>) { scalars.append(Unicode.Scalar(value)!) }
        for value in (0x2000..<0x2100 as Range<UInt32>) { scalars.append(Unicode.Scalar(value)!) }
        let text = String(scalars) + "全文👨‍👩‍👧"
        var writer = JSONWriter()
        writer.object { $0.member("text", text) }
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: String]
        #expect(object?["text"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        let written = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            !written.unicodeScalars.contains { TerminalSafe.isHarmful($0) && $0.value != 0x2028 && $0.value != 0x2029 })
    }

    @Test("Objects, arrays and numbers are parted by commas and nothing else")
    func jsonStructure() {
        var writer = JSONWriter()
        writer.object { object in
            object.member("a", 1)
            object.member("b", nil as String?)
            object.member("c", ["x", "y"])
            object.key("d")
            object.array { array in
                array.object { _ in }
                array.number(1.5)
                array.number(Double.nan)
                array.bool(true)
            }
        }
        writer.endLine()
        writer.object { _ in }
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":1,"c":["x","y"],"d":[{},1.5,0,true]}"# + "\n{}")
    }

    @Test("A line of progress shows the share where the total is known")
    func progress() {
        #expect(ProgressBar.line(5, of: 10, "标题", columns: 80) == "██████████░░░░░░░░░░ 50% 5/10 标题")
        #expect(ProgressBar.line(5, of: nil, "a\u{1B}b", columns: 80) == "5 ab")
        #expect(DisplayWidth.of(ProgressBar.line(5, of: 10, "标题标题标题标题", columns: 40)) <= 40)
    }

    @Test("What is filled into a message is not filled again")
    func fillOnce() {
        #expect(LocalizedText.fill("{1} and {2}, {3} {x}", ["{2}", "b"]) == "{2} and b, {3} {x}")
    }
}
