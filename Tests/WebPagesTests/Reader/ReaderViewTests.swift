import Articles
import Testing

@testable import WebPages

@Suite struct ReaderViewTests {
    @Test("Each view has an address that keeps what it shows")
    func addresses() {
        #expect(ReaderView.unread.address() == "./")
        #expect(ReaderView.unread.address([("article", "3"), ("after", nil)]) == "./?article=3")
        #expect(ReaderView.feed(7).address([("unread", "1")]) == "feed/7?unread=1")
        #expect(ReaderView.folder("技术/a b").address() == "folder/%E6%8A%80%E6%9C%AF/a%20b")
        #expect(ReaderView.folder("技术/a b").depth == 2)
        #expect(ReaderView.saved("a/b?c").address() == "saved/a%2Fb%3Fc")
        #expect(ReaderView.search(query: "a&b", sort: .newest).address() == "search?q=a%26b&sort=newest")
    }

    @Test("A timeline has the months without articles, too, and no month that is none")
    func months() {
        let counts = [("2023-11", 2), ("2024-02", 5), ("x", 1), ("2024-13", 9)].map {
            Facets.Count(value: $0.0, articles: $0.1)
        }
        let filled = ReaderPage.filled(counts)
        #expect(filled.map(\.value) == ["2023-11", "2023-12", "2024-01", "2024-02"])
        #expect(filled.map(\.articles) == [2, 0, 0, 5])
        #expect(ReaderPage.filled([]).isEmpty)
        let wide = [("0001-01", 1), ("9999-12", 1)].map { Facets.Count(value: $0.0, articles: $0.1) }
        #expect(ReaderPage.filled(wide).count == 121)
    }

    @Test("How pages look survives its cookie, and nothing else does")
    func look() {
        var look = Look()
        (look.theme, look.size) = ("sepia", 20)
        #expect(Look(cookieValue: look.cookieValue) == look)
        for text in ["", "t-x", "s-99", "t-dark\" onload=\"", "s-1e9", "...."] {
            #expect(Look(cookieValue: text) == Look(), "\(text)")
        }
    }
}
