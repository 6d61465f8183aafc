import Foundation
import Testing

/// What the terminal reader shows, compared with screens that are stored in `Screens`.
@Suite(.offPool, TerminalTrial.condition) struct BrowseScreenTests {
    private let program: BuiltProgram

    init() throws {
        program = try BuiltProgram()
        try program.seedForReading()
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Screens")

    @Test("Each screen is as it is stored", arguments: [40, 80, 200, 300], TerminalTrial.locales)
    func screens(_ columns: Int, _ locale: String) throws {
        let stored = Self.folder.appendingPathComponent(
            "browse-\(locale.hasPrefix("zh") ? "zh" : "en")-\(columns).txt")
        let expected = (try? String(contentsOf: stored, encoding: .utf8)) ?? ""
        if !TerminalTrial.storesScreens {
            var name = ""
            var screens: [String: String] = [:]
            for line in expected.split(separator: "\n") {
                if line.hasPrefix("|") { screens[name, default: ""] += line + "\n" } else { name = String(line) }
            }
            for (name, text) in screens { try program.file("want/\(name)", text) }
        }
        let outcome = try program.onTerminal(
            """
            # What comes a moment later, and only where there is room for it.
            beside() { [ \(columns) -lt 100 ] || see "$1"; }
            start \(columns) 20 feedsearch --db a.db browse
            see Heron; beside their; beside 65/65; screen list
            keys j; beside ']0;x heron'; screen second
            keys k Enter; see their; beside 64/65; screen article
            keys Space; see ']0;x heron'; beside 63/65; screen scrolled
            keys q q; see 数据库; see 63; screen feeds
            keys '?'; see Ctrl-F; screen keys; keys End; see '0'; screen last-keys
            keys q Enter; see Heron; keys / 全 文; gone 'Heron report'; beside 把每个词; screen typing
            keys Enter; gone /全文; screen found
            keys /; keys C-u '"' h; see '/"h  '; see Heron; screen mistake
            keys Escape; keys Q; ended; cat status; restored
            """, environment: ["LC_ALL": locale])
        #expect(outcome.lines.suffix(3) == ["0", "as it was", "0 1"], "\(outcome.output)\(outcome.errors)")
        // A change that is meant: look at the new screens, then store them.
        if TerminalTrial.storesScreens {
            return try outcome.output.write(to: stored, atomically: true, encoding: .utf8)
        }
        let wanted = expected.split(separator: "\n").map(String.init)
        for (line, want) in zip(outcome.lines, wanted) where line != want {
            Issue.record("\(stored.lastPathComponent): \(line) in place of \(want)")
        }
        #expect(outcome.lines.count == wanted.count)
    }

    @Test("No screen has what a terminal must not see, and text of feeds moves no cursor")
    func hostile() throws {
        let outcome = try program.onTerminal(
            """
            start 80 20 feedsearch --db a.db browse Evil
            see Evil; screen; keys Enter; see escape; screen; keys Q; ended
            """)
        #expect(outcome.output.contains("Evil [31mtitle 2J"))
        #expect(!outcome.output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" || $0 == "\u{9B}" })
    }
}
