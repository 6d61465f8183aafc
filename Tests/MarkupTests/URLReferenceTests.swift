import Markup
import Testing

@Suite struct URLReferenceTests {
    @Test(
        "References resolve as in the examples of RFC 3986 §5.4",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
            ("#s", "http://a/b/c/d;p?q#s"),
            ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"),
            ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
            ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g?y/../x", "http://a/b/c/g?y/../x"), ("g:h", "g:h"), ("http:g", "http://a/b/c/g"),
        ])
    func rfc3986(_ reference: String, _ expected: String) {
        #expect(URLReference.resolve(reference, base: "http://a/b/c/d;p?q") == expected)
    }

    @Test(
        "Sloppy references resolve as in browsers",
        arguments: [
            ("  g\n", "https://例え.jp/x/g"), ("a\tb\nc", "https://例え.jp/x/abc"), ("\\g", "https://例え.jp/g"),
            ("\\\\h\\p", "https://h/p"), ("mailto:a@b", "mailto:a@b"), ("HTTP://Q/r", "HTTP://Q/r"),
            ("路径?查=询", "https://例え.jp/x/路径?查=询"),
        ])
    func sloppy(_ reference: String, _ expected: String) {
        #expect(URLReference.resolve(reference, base: "https://例え.jp/x/y") == expected)
    }

    @Test("Without a base of use a reference stays as it is", arguments: [nil, "", "x/y", "mailto:a@b", "#"])
    func noBase(_ base: String?) { #expect(URLReference.resolve(" ../g ", base: base) == "../g") }

    @Test("The scheme is the one a browser would act on")
    func scheme() {
        #expect(URLReference.scheme("JavaScript:x") == "javascript")
        #expect(URLReference.scheme("\u{1} java\nscript:x") == "javascript")
        #expect(URLReference.scheme("a/b:c") == nil)
        #expect(URLReference.scheme("1a:b") == nil)
    }

    @Test("Only web addresses with a host are opened")
    func open() {
        #expect(URLReference.isSafeToOpen("https://example.org/x"))
        for bad in [
            "", "//a", "javascript:x", "file:///etc/passwd", "https://", "http:///x", "https://a b/", "https://a\u{7}",
        ] {
            #expect(!URLReference.isSafeToOpen(bad), "\(bad)")
        }
    }
}
