import Markup
import TestSupport
import Testing

@testable import PageRecipes

@Suite struct SelectorTests {
    static let page = HTMLTree(
        Array(
            """
            <!doctype html><html lang=en><body><div id=main class="box wide">
            <ul><li class=a>one<li class="b x">two <a href="/2?x=1" rel="next nofollow">t</a><li class=a data-k="Up-down">three</ul>
            <p>para <b>bold</b><p class="Note">second<br>line
            <table><tr><td>1<td>2<tr><td>3</table>
            <span></span><span>full</span></div><div class=box><a href="https://e.org/x.pdf">pdf</a></div>
            """.utf8))

    private func find(_ selector: String) throws -> [String] {
        try SelectorMatcher(Selector(selector), in: Self.page).matches().map {
            Self.page.name($0) + ":" + Self.page.text(of: $0).prefix(12)
        }
    }

    @Test(
        "Each form of selector finds its elements in the order of the page",
        arguments: [
            ("li", ["li:one", "li:two t", "li:three"]), (".a", ["li:one", "li:three"]), ("li.b.x", ["li:two t"]),
            ("#main p.Note", ["p:second line"]), ("ul > li:first-child", ["li:one"]), ("li:last-child", ["li:three"]),
            ("li:nth-child(2)", ["li:two t"]), ("li:nth-child(odd)", ["li:one", "li:three"]),
            ("li:nth-child(-n+2)", ["li:one", "li:two t"]), ("li + li", ["li:two t", "li:three"]),
            ("li.a ~ .a", ["li:three"]), ("[data-k]", ["li:three"]), ("[data-k=\"up-down\" i]", ["li:three"]),
            ("[data-k|=Up]", ["li:three"]), ("a[href^='/']", ["a:t"]), ("a[href$=pdf]", ["a:pdf"]),
            ("a[rel~=next]", ["a:t"]), ("a[href*='?x=']", ["a:t"]), ("li:not(.a)", ["li:two t"]),
            ("td:first-child", ["td:1", "td:3"]), ("table td, ul a", ["a:t", "td:1", "td:2", "td:3"]),
            ("span:empty", ["span:"]), ("body div.box > a", ["a:pdf"]), ("DIV a", ["a:t", "a:pdf"]), ("nothing", []),
            ("div > a > a", []), ("ul * a", ["a:t"]),
        ])
    func forms(_ selector: String, _ expected: [String]) throws { #expect(try find(selector) == expected) }

    @Test("Inside an element only what lies in it is found, and the element itself counts as an ancestor")
    func scoped() throws {
        let list = try #require(SelectorMatcher(try Selector("ul"), in: Self.page).matches().first)
        let found = SelectorMatcher(try Selector("ul > li a, .box"), in: Self.page).matches(inside: list)
        #expect(found.map { Self.page.name($0) } == ["a"])
    }

    @Test(
        "A mistake is named with its place",
        arguments: [
            ("", 0), ("li >", 4), ("li,", 3), ("li:hover", 3), ("[a", 2), ("[a='x]", 6), ("a:nth-child(x)", 12),
            ("li)", 2), ("..a", 1), ("a:not(b", 7), ("§$", 2),
        ])
    func mistakes(_ selector: String, _ at: Int) throws {
        let error = try #require(throws: SelectorSyntaxError.self) { try Selector(selector) }
        #expect(error.at == at, "\(error.message)")
    }

    @Test("Any bytes make a selector or an error, in time")
    func hostile() {
        var random = SystemRandomNumberGenerator()
        let letters = Array("ab.#[]='\"^$*~|:()>+, \\n-12not\u{e9}文")
        for _ in 0..<3_000 {
            let text = String(
                (0..<Int.random(in: 0..<40, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
            if let selector = try? Selector(text) { _ = SelectorMatcher(selector, in: Self.page).matches() }
        }
    }

    @Test("A page made to be slow costs no more than its size")
    func deep() throws {
        let time = try processorTime {
            let deep = HTMLTree(Array(String(repeating: "<div class=a>", count: 100_000).utf8))
            #expect(deep.isCut)
            let chain = Array(repeating: "div", count: 60).joined(separator: " ")
            #expect(try !SelectorMatcher(Selector(chain), in: deep).matches().isEmpty)
            let wide = HTMLTree(Array(String(repeating: "<p><b></i></div>", count: 60_000).utf8))
            _ = try SelectorMatcher(Selector("p ~ p ~ p ~ p b"), in: wide).matches()
            _ = HTMLTree(Array(String(repeating: "<a ", count: 200_000).utf8))
            _ = HTMLTree(Array(String(repeating: "</x>", count: 200_000).utf8))
        }
        #expect(time < .seconds(20))
    }

    @Test("Random bytes make a tree whose elements lie inside their parents")
    func trees() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "<div>", "</div>", "<p>", "<li>", "</ul>", "<ul>", "text", "<br>", "<script>", "</script>", "<!--", "-->",
            "<", "a=\"", "\">", "<td>", "</table>",
        ]
        for _ in 0..<500 {
            let html = (0..<40).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
            let tree = HTMLTree(Array(html.utf8))
            for (index, element) in tree.elements.enumerated() {
                #expect(Int(element.end) > index && Int(element.end) <= tree.elements.count)
                guard element.parent >= 0 else { continue }
                let parent = tree.elements[Int(element.parent)]
                #expect(Int(element.parent) < index && element.end <= parent.end)
                #expect(element.content.lowerBound >= parent.content.lowerBound)
                #expect(element.content.upperBound <= parent.content.upperBound)
            }
        }
    }
}
