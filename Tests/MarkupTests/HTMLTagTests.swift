import Testing

@testable import Markup

@Suite struct HTMLTagTests {
    @Test("Every tag's name stands at its own place of the table")
    func names() {
        for tag in HTMLTag.allCases where tag != .unknown && tag != .eventSource {
            #expect(String(decoding: tag.name, as: UTF8.self) == "\(tag)")
        }
        #expect(HTMLTag.eventSource.name == Array("event-source".utf8))
        #expect(HTMLTag.known.names.count == HTMLTag.allCases.count)
    }

    @Test("No element that scripts, styles, embeds or submits is allowed")
    func forbidden() {
        let forbidden: [HTMLTag] = [
            .script, .style, .iframe, .frame, .embed, .base, .meta, .link, .form, .input, .textarea, .select, .option,
            .keygen, .template, .noscript, .noembed, .noframes, .plaintext, .xmp, .title, .svg, .math, .body, .html,
            .head, .image, .listing, .unknown,
        ]
        for tag in forbidden { #expect(!tag.traits.contains(.allowed), "\(tag)") }
    }
}
