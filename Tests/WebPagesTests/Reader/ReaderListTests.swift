import Articles
import Testing

@testable import WebPages

@Suite struct ReaderListTests {
    @Test("A view is found again by the path of its page")
    func paths() {
        for view: ReaderView in [.unread, .all, .today, .starred, .feed(7), .folder("技术/a b"), .saved("a/b?c")] {
            #expect(ReaderView(path: view.path) == view)
        }
        #expect(ReaderView(path: "search") == nil)
        #expect(ReaderView.opened.address() == "recent" && ReaderView.listed([1]).address() == "recent?articles=1")
        #expect(ReaderView(path: "feed/x") == nil)
    }

    @Test("A place survives its text, and nothing else is one")
    func places() {
        let place = DatePlace(date: -5, id: 9)
        #expect(DatePlace(place.text) == place)
        for text in ["", "1", "1.0", "1.-2", "a.b", "1.2.3"] { #expect(DatePlace(text) == nil) }
    }

    @Test("The picture of a row is the first of its text that a person sees")
    func pictures() {
        var article = Article(id: 1)
        article.html =
            #"<p><img src="/a.png"><img width="1" src="http://t.example/"><img src='https://x.example/b?c&amp;d'></p>"#
        #expect(article.firstPicture == "https://x.example/b?c&d")
        article.extra = #"{"image":"https://x.example/own.png"}"#
        #expect(article.firstPicture == "https://x.example/own.png")
        article.extra = #"{"image":"javascript:1"}"#
        article.html = nil
        #expect(article.firstPicture == nil)
        for (html, picture) in [
            ("<IMG alt=x SRC=https://x.example/1.png>", "https://x.example/1.png"),
            ("<imgs src=\"https://x.example/1.png\"><b", nil),
            (
                "<img height=\"2\" src=\"https://x.example/1.png\"/><img src=\"https://x.example/2.png\">",
                "https://x.example/2.png"
            ),
            ("<img width=\"20\" src=\"https://x.example/1.png\">", "https://x.example/1.png"),
            ("<img src=\"https://x.example/", nil), ("<img", nil), ("<", nil), ("", nil),
            (String(repeating: "<img src=\"/a.png\">", count: 4) + "<img src=\"https://x.example/5.png\">", nil),
            (String(repeating: "字", count: 10_000) + "<img src=\"https://x.example/late.png\">", nil),
        ] {
            article.html = html
            #expect(article.firstPicture == picture, "\(html.prefix(60))")
        }
    }

    @Test("The icon says how many articles are unread, up to 99")
    func icon() throws {
        #expect(CountIcon.address(1_234) == "favicon/100.svg")
        let many = try #require(CountIcon.svg("100.svg"))
        #expect(String(decoding: many, as: UTF8.self).contains(">99+<"))
        for name in ["", "5", "-1.svg", "101.svg", "x.svg"] { #expect(CountIcon.svg(name) == nil) }
    }
}
