import Articles
import Testing

@testable import WebPages

@Suite struct CitationTests {
    private func article(_ title: String, author: String? = "Ada Lovelace", url: String? = "https://a.example/n?x=1")
        -> Article
    {
        Article(
            id: 7, feed: "https://a.example/feed", feedTitle: "Notes & Letters", url: url, title: title, author: author,
            published: 1_714_780_800)
    }

    @Test("A citation names author, title, source, date and address")
    func text() {
        #expect(
            Citation(article("On engines")).text
                == "Ada Lovelace: On engines. Notes & Letters, 2024-05-04. https://a.example/n?x=1")
        #expect(Citation(article("真的吗？", author: nil, url: nil)).text == "真的吗？ Notes & Letters, 2024-05-04.")
        #expect(Citation(article("", author: nil, url: "javascript:x")).text == "Notes & Letters. 2024-05-04.")
    }

    @Test("A bibliography entry has no sign that TeX would read as its own")
    func entry() {
        let entry = Citation(article("100% of $x_1 {a} \\b", author: "A & B")).entry
        #expect(
            entry
                == """
                @online{feedsearch7,
                  author = {{A \\& B}},
                  title = {100\\% of \\$x\\_1 \\{a\\} \\textbackslash{}b},
                  organization = {Notes \\& Letters},
                  date = {2024-05-04},
                  url = {https://a.example/n?x=1}
                }
                """)
    }
}

@Suite struct TextDirectionTests {
    @Test(
        "A language says the direction of its script; an unknown one leaves it to the text",
        arguments: [
            ("ar", "rtl"), ("he-IL", "rtl"), ("fa", "rtl"), ("en", "ltr"), ("zh-Hans", "ltr"), (nil, "auto"),
            ("und", "auto"),
            ("arn", "ltr"),
        ])
    func directions(language: String?, expected: String) { #expect(TextDirection.of(language) == expected) }
}
