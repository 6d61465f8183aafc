import Articles
import FeedLibrary
import System
import Testing

@testable import TerminalPages
@testable import TerminalText

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
        #expect(Set(FeedFormat.Field.allCases.map(\.letter)).count == FeedFormat.Field.allCases.count)
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
}
