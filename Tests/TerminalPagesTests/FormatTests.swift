import Articles
import FeedLibrary
import FeedParsing
import Messages
import System
import Testing

@testable import TerminalPages

@Suite struct FormatTests {
    @Test func `Placeholders by letter and name, line ends, bytes and percent signs`() throws {
        let format = try ArticleFormat("%i%x09%{title}%n100%% %u")
        var article = Article(id: 12)
        article.title = "A\nB\u{1B}[1m"
        article.url = "https://h.example/1"
        #expect(format.text(article, clock: SystemClock.system.utc) == "12\tA B[1m\n100% https://h.example/1")
    }

    @Test func `An unknown placeholder is named`() {
        #expect(throws: FieldFormatError.self) { try ArticleFormat("%q") }
        #expect(throws: FieldFormatError.self) { try ArticleFormat("%{nothing}") }
        #expect {
            try ArticleFormat("a %{nothing}")
        } throws: { error in
            guard case .unknown(let name, let known) = error as? FieldFormatError else { return false }
            return name == "%{nothing}" && known.contains("%t title")
        }
    }

    @Test func `No two fields share a letter`() {
        #expect(Set(ArticleFormat.Field.allCases.map(\.letter)).count == ArticleFormat.Field.allCases.count)
        #expect(Set(FeedListFormat.Field.allCases.map(\.letter)).count == FeedListFormat.Field.allCases.count)
    }

    @Test func `A table is aligned by columns on the screen, and its flexible column is cut`() {
        var table = TextTable([.left, .flexible, .right], width: 30)
        table.add(["名称", "a text that is too long for it", "1"])
        table.add(["b", "short", "22"])
        #expect(table.lines == ["名称  a text that is too …   1", "b     short                 22"])
    }

    @Test func `The number of a line of a list is found behind its marks`() {
        #expect(ArticleRow.number(ofLine: "●★ #12  2024-05-06  feed  title") == "#12")
        #expect(ArticleRow.number(ofLine: "   #7  2024") == "#7")
        #expect(ArticleRow.number(ofLine: "12") == nil)
    }

    // MARK: - Launchers

    private static func item() -> LauncherFormat.Item {
        var hit = SearchHit(id: 12)
        hit.title = "A \u{1B}[1mfox\n全文"
        hit.titleHighlights = [6..<9]
        hit.feedTitle = "Feed"
        hit.url = "https://h.example/1"
        hit.published = 1_700_000_000
        hit.snippet = "of \u{1F} the\0 lake"
        return LauncherFormat.Item(hit)
    }

    private func text(_ format: LauncherFormat, isFirst: Bool = true) -> String {
        format.text(Self.item(), isFirst: isFirst, language: .english, clock: SystemClock.system.utc)
    }

    @Test func `A row of rofi has its number in front, and no separator of rofi from a feed`() {
        #expect(
            text(.rofi) == "#12 A [1mfox 全文 · Feed · 2023-11-14\0info\u{1F}12\u{1F}meta\u{1F}of  the lake\n")
    }

    @Test func `A quickfix line says where the match stands in what show prints`() {
        #expect(text(.vimgrep) == "feedsearch://12:1:11:A [1mfox 全文 — of  the lake\n")
    }

    @Test func `Items of Alfred make one JSON object; what has no web address is not valid`() throws {
        var local = SearchHit(id: 13)
        local.url = "javascript:alert(1)"
        let second = LauncherFormat.alfred.text(
            LauncherFormat.Item(local), isFirst: false, language: .english, clock: SystemClock.system.utc)
        let whole = LauncherFormat.alfred.head + text(.alfred) + second + LauncherFormat.alfred.foot
        let value = try #require(JSONValue.parse(Array(whole.utf8)))
        guard case .object(let members) = value, case .array(let items)? = members.first?.value, items.count == 2 else {
            Issue.record("\(whole)")
            return
        }
        #expect(whole.contains(#""arg":"https://h.example/1""#) && whole.contains(##""arg":"#13""##))
        #expect(whole.contains(#""valid":false"#))
    }
}
