import Formats
import Testing

@Suite struct CSVLineTests {
    private static let hostile = [
        "=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u{A0}=1", "\u{200B}=1",
        "\u{FEFF}=1", "＝1+1", "＋1", "－1", "＠SUM", "\u{3000}＝1", "\"=1\"\r\n=2".replacing("\"", with: ""), "'=1",
        "\u{1}=1",
        "=HYPERLINK(\"https://evil.example\",\"x\")", "=1,2", "=1;2", "\u{202E}=1", "−1",
    ]

    @Test("A text that begins like a formula begins with an apostrophe in its cell", arguments: hostile)
    func formula(_ text: String) {
        let line = CSVLine.write([.text(text), .number(-5)])
        #expect(line.hasPrefix("'") || line.hasPrefix("\"'"))
        #expect(line.hasSuffix(",-5\r\n"))
    }

    @Test("What is guarded is read back as it was", arguments: hostile + ["plain", "'tis", "", "'", "''=1"])
    func back(_ text: String) {
        let line = CSVLine.write([.text(text)])
        var cell = line.dropLast(1)
        if cell.first == "\"" { cell = cell.dropFirst().dropLast() }
        #expect(CSVLine.unguarded(String(cell).replacing("\"\"", with: "\"")) == text)
    }

    @Test("Only what needs quotes has them, and ordinary texts stay as they are")
    func ordinary() {
        #expect(
            CSVLine.write([.text("Fox"), .text("a, b"), .text("say \"x\""), .text("1-2"), .text("狐狸")])
                == "Fox,\"a, b\",\"say \"\"x\"\"\",1-2,狐狸\r\n")
    }
}
