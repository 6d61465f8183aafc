import Articles
import Testing

@testable import WebReader

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
