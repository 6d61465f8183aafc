import Testing

@testable import Markup

@Suite struct EmbeddedPlayerTests {
    @Test(
        "A player of a known provider is known by its frame and by its page",
        arguments: [
            (
                "https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0&autoplay=1", "YouTube",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
            ),
            ("//www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "YouTube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            ("http://youtu.be/dQw4w9WgXcQ", "YouTube", "https://www.youtube.com/watch?v=dQw4w9WgXcQ"),
            (
                "https://www.youtube.com/embed/dQw4w9WgXcQ?start=90", "YouTube",
                "https://www.youtube.com/watch?v=dQw4w9WgXcQ&start=90"
            ),
            (
                "https://www.youtube.com/embed/videoseries?list=PLabcdefghij12", "YouTube",
                "https://www.youtube.com/playlist?list=PLabcdefghij12"
            ),
            (
                "https://player.vimeo.com/video/123456789?h=abcdef0123&x=y", "Vimeo",
                "https://vimeo.com/123456789?h=abcdef0123"
            ),
            (
                "//player.bilibili.com/player.html?aid=1&bvid=BV1xx411c7mD&cid=2&p=3", "Bilibili",
                "https://www.bilibili.com/video/BV1xx411c7mD?p=3"
            ),
            (
                "https://player.bilibili.com/player.html?aid=170001", "Bilibili",
                "https://www.bilibili.com/video/av170001"
            ),
            (
                "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293&color=%23ff5500",
                "SoundCloud",
                "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F293"
            ),
            (
                "https://open.spotify.com/embed/episode/7makk4oTQel546B0PZlDM5?utm_source=oembed", "Spotify",
                "https://open.spotify.com/episode/7makk4oTQel546B0PZlDM5"
            ),
            ("https://archive.org/embed/some-item_1", "Internet Archive", "https://archive.org/details/some-item_1"),
            (
                "https://music.163.com/outchain/player?type=2&id=33894312&auto=0", "NetEase Cloud Music",
                "https://music.163.com/outchain/player?id=33894312&type=2"
            ),
        ])
    func known(address: String, provider: String, page: String) throws {
        let player = try #require(EmbeddedPlayer(address))
        #expect(player.provider == provider && player.page == page)
        #expect(EmbeddedPlayer(page) == player)
        #expect(EmbeddedPlayer(player.frame) == player)
        #expect(EmbeddedPlayer.frameOrigins.contains { player.frame.hasPrefix($0 + "/") })
    }

    @Test(
        "What only looks like one is none",
        arguments: [
            "https://www.youtube.com.evil.example/embed/dQw4w9WgXcQ",
            "https://evil.example/www.youtube.com/embed/dQw4w9WgXcQ",
            "https://www.youtube.com@evil.example/embed/dQw4w9WgXcQ", "https://www.youtube.com:8443/embed/dQw4w9WgXcQ",
            "https://www.youtube.com/embed/dQw4w9WgXc", "https://www.youtube.com/embed/dQw4w9WgXcQ/x",
            "https://www.youtube.com/embed/../redirect", "https://www.youtube.com/embed/dQw4w9WgX%22Q",
            "https://www.youtube.com/embed/videoseries", "https://www.youtube.com/redirect?v=dQw4w9WgXcQ",
            "javascript://www.youtube.com/embed/dQw4w9WgXcQ", "data:text/html,x", "https://vimeo.com/channels/1", "",
            "https://w.soundcloud.com/player/?url=https%3A//evil.example/tracks/1",
            "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/1%26x", "/embed/dQw4w9WgXcQ",
            "https://open.spotify.com/embed/track/7makk4oTQel546B0PZlDM5%2F..",
            "https://open.spotify.com/embed/track/7makk4oTQel546B0PZlDM",
        ])
    func unknown(address: String) { #expect(EmbeddedPlayer(address) == nil) }

    @Test("Every address that is written is of https and of characters that need no escape")
    func harmless() {
        for row in PlayerProvider.table {
            #expect(row.page.hasPrefix("https://") && row.frame.hasPrefix("https://"))
            #expect((row.page + row.frame).utf8.allSatisfy { !" \"'<>\\".utf8.contains($0) })
        }
        #expect(!EmbeddedPlayer.frameOrigins.isEmpty)
        for origin in EmbeddedPlayer.frameOrigins {
            #expect(origin.hasPrefix("https://") && !origin.contains("*") && !origin.dropFirst(8).contains("/"))
        }
    }

    @Test("A frame of a known provider becomes a link to what it plays; others lose their frame")
    func sanitised() {
        let link = "<a href=\"https://www.youtube.com/watch?v=dQw4w9WgXcQ\" class=\"embedded-player\">▶ YouTube</a>"
        for html in [
            "<iframe src=\"https://www.youtube.com/embed/dQw4w9WgXcQ\" onload=alert(1) srcdoc=\"<script>1</script>\"></iframe>",
            "<iframe data-src='//www.youtube.com/embed/dQw4w9WgXcQ' src='about:blank'></iframe>",
            "<embed src=\"http://www.youtube.com/v/dQw4w9WgXcQ\">",
        ] {
            #expect(HTMLSanitizer.sanitize(html, base: nil) == link)
        }
        #expect(HTMLSanitizer.sanitize(link, base: "https://a.example/") == link)
        #expect(HTMLSanitizer.sanitize("<iframe src=https://evil.example/>a</iframe>b", base: nil) == "ab")
        #expect(
            HTMLSanitizer.sanitize(
                "<a href=https://a.example/>x<iframe src=//youtu.be/dQw4w9WgXcQ></iframe></a>", base: nil)
                == "<a href=\"https://a.example/\">x</a>" + link)
    }
}

@Suite struct MathMarkupTests {
    private func kept(_ html: String) -> String { HTMLSanitizer.sanitize(html, base: nil, keepsMathematics: true) }

    @Test(
        "A formula stays",
        arguments: [
            (
                "<math display=block><mfrac linethickness='2px'><mi mathvariant=normal>a</mi><mn>2</mn></mfrac></math>",
                "<math display=\"block\"><mfrac linethickness=\"2px\"><mi mathvariant=\"normal\">a</mi><mn>2</mn></mfrac></math>"
            ),
            ("<math><mi>x<mo>=</math>y", "<math><mi>x<mo>=</mo></mi></math>y"),
            ("<math><mspace width='1em'/><mi>x</mi></math>", "<math><mspace width=\"1em\"></mspace><mi>x</mi></math>"),
            (
                "<math><semantics><mi>x</mi><annotation encoding='application/x-tex'>x</annotation></semantics></math>",
                "<math><semantics><mi>x</mi><annotation>x</annotation></semantics></math>"
            ),
            ("<p>a <math><mi>x</mi></math> b</p>", "<p>a <math><mi>x</mi></math> b</p>"),
        ])
    func formulas(html: String, expected: String) {
        #expect(kept(html) == expected)
        #expect(kept(expected) == expected)
    }

    @Test("Without the wish only the text of a formula stays")
    func plain() {
        #expect(HTMLSanitizer.sanitize("<math><mi>x</mi><mo>&lt;</mo></math>", base: nil) == "x&lt;")
    }

    @Test(
        "Nothing but its own elements stands in a formula",
        arguments: [
            ("<math><mtext><table><mglyph><style><img src=x onerror=y>", "<math><mtext></mtext></math><table></table>"),
            (
                "<math><annotation-xml encoding='text/html'><img src=x onerror=y></annotation-xml>",
                "<math><annotation></annotation></math>"
            ),
            (
                "<math href='javascript:x' onclick=y style='color:red' id=a class=b><mi xlink:href=z>x</mi></math>",
                "<math><mi>x</mi></math>"
            ),
            (
                "<math><mtext><script>x</script><svg onload=y></svg><b>z</b></mtext></math>",
                "<math><mtext>z</mtext></math>"
            ),
            ("<math><maction actiontype=statusline><mi>x</mi></maction></math>", "<math><mi>x</mi></math>"),
            ("<mi>x</mi><mfrac>", "x"),
            ("<math><mi>x<p>y</p>", "<math><mi>x</mi></math><p>y</p>"),
            ("<b><math><mi>x</b>y", "<b><math><mi>x</mi></math></b>y"),
            ("<math><math><mi>x</math>y</math>", "<math><mi>x</mi></math>y"),
            (
                "<math><mpadded width='-99em' lspace='-5em' height='100000px' voffset='3em'>x</mpadded></math>",
                "<math><mpadded>x</mpadded></math>"
            ),
            ("<math><mi>&lt;img src=x&gt;<![CDATA[<b>]]></mi></math>", "<math><mi>&lt;img src=x&gt;</mi></math>"),
        ])
    func hostile(html: String, expected: String) { #expect(kept(html) == expected) }

    @Test("Whatever comes in, formulas do not change when they are sanitised again, and hold no element of HTML")
    func idempotent() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "<math>", "</math>", "<mi>", "</mi>", "<mtext>", "</mtext>", "<mfrac>", "<annotation-xml>",
            "</annotation-xml>",
            "<mglyph>", "<malignmark>", "<semantics>", "<p>", "</p>", "<table>", "<td>", "</table>", "<b>", "</b>",
            "<style>",
            "</style>", "<svg>", "</svg>", "<img src=x>", "<!--", "-->", "<![CDATA[", "]]>", "<mspace/>", "x", "&lt;",
            "<", ">",
            "<select>", "<title>", "<a href=x>", "</a>", "<br>", "</br>", "<textarea>",
            "<iframe src=//youtu.be/dQw4w9WgXcQ>",
            " display=block", "\"", "'",
        ]
        for _ in 0..<4_000 {
            let count = Int.random(in: 0...30, using: &random)
            let html = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let once = kept(html)
            #expect(kept(once) == once, "\(html)")
            var rest = Substring(once)
            while let start = rest.firstRange(of: "<math") {
                guard let end = rest[start.upperBound...].firstRange(of: "</math>") else {
                    Issue.record("a formula without an end: \(html)")
                    break
                }
                for tag in rest[start.upperBound..<end.lowerBound].split(separator: "<").dropFirst() {
                    let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0 == "-" }
                    #expect(MathMarkup.isElement(String(name)), "\(html)")
                }
                rest = rest[end.upperBound...]
            }
        }
    }
}
