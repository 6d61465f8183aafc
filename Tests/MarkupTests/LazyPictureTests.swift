import Markup
import Testing

@Suite struct LazyPictureTests {
    private static let real = "https://cdn.example/real.png"
    private static let drawing = "data:image/svg+xml;base64,PHN2Zy8+"
    private static let dot = "data:image/gif;base64,R0lGODlhAQABAAAAACw="

    @Test(
        "A picture that a script would load is shown once, with its address",
        arguments: [
            "<p><img class=lazy src='\(drawing)' data-src='\(real)' alt=x><noscript><img src='\(real)' alt=x></noscript></p>",
            "<img src='\(dot)'><noscript><img src='\(real)'></noscript>",
            "<img src='\(dot)' data-src='\(real)'> <noscript> <img src='https://cdn.example/larger.png'></noscript>",
            "<noscript><img src='\(real)'></noscript><img src='\(dot)' data-src='\(real)'>",
            "<img data-src='\(real)'>", "<img src='\(drawing)' data-lazy-src='\(real)'>",
            "<img src='https://cdn.example/1x1.gif' data-original='\(real)'><noscript><img src='\(real)'></noscript>",
            "<img src='\(drawing)' data-srcset='\(real) 800w, https://cdn.example/small.png 400w'>",
            "<img class=lazyload src='https://cdn.example/tiny.jpg' data-src='\(real)'>",
            "<img loading=lazy src='\(real)'>", "<noscript><img src='\(real)'></noscript>",
        ])
    func shown(_ html: String) {
        let safe = HTMLSanitizer.sanitize(html, base: nil)
        #expect(safe.split(separator: "<img").count - (safe.hasPrefix("<img") ? 0 : 1) == 1, "\(safe)")
        #expect(safe.contains(Self.real) && !safe.contains("data:"), "\(safe)")
        #expect(HTMLSanitizer.sanitize(safe, base: nil) == safe)
    }

    @Test("A picture with an address of its own keeps it, and an unsafe one is not taken from a script's attribute")
    func kept() {
        let two =
            "<img src=\"https://e.example/a.png\" data-src=\"https://e.example/b.png\"><img src=\"https://e.example/c.png\">"
        let safe = HTMLSanitizer.sanitize(two, base: nil)
        #expect(safe.contains("a.png") && safe.contains("c.png") && !safe.contains("b.png"))
        #expect(!HTMLSanitizer.sanitize("<img data-src='javascript:alert(1)'>", base: nil).contains("javascript"))
        #expect(
            HTMLSanitizer.sanitize("<img data-src='b.png'>", base: "https://e.example/a/")
                .contains("https://e.example/a/b.png"))
    }
}
