import Testing

@testable import FeedParsing

@Suite struct JSONFeedValidatorTests {
    private static let head = "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"t\","

    private func rules(_ text: String) -> [String] {
        JSONFeedValidator.validate(Array(text.utf8)).map { "\($0.line) \($0.path): \($0.rule)" }
    }

    @Test("A valid feed has no violations")
    func valid() {
        let text = """
            {"version":"https://jsonfeed.org/version/1","title":"","author":{"avatar":"/a"},"expired":false,
            "hubs":[{"type":"rssCloud","url":"https://h.example/"}],"_own":{},"items":[{"id":"1","content_text":"",
            "date_published":"2024-05-06t07:08:09.25-03:30","language":"zh-Hans-CN","tags":["a"],
            "attachments":[{"url":"https://a.example/","mime_type":"a/b","size_in_bytes":0,"duration_in_seconds":1.5}]}]}
            """
        #expect(rules(text) == [])
    }

    @Test("Each violation names its line and its place")
    func places() {
        let text = """
            {"title": 5,
             "items": [
              {"id": 7, "content_html": "x"},
              {"id": "a",
               "date_published": "2024-05-06 07:08:09Z", "attachments": [{"url": "u"}]}
             ],
             "foo": 1}
            """
        #expect(
            rules(text) == [
                "7 foo: a custom member must begin with an underscore and a letter", "1 : version is required",
                "1 title: this must be a string", "3 items[0].id: an id must be a string that is not empty",
                "4 items[1]: an item must have content_html or content_text",
                "5 items[1].date_published: date_published must be an RFC 3339 date",
                "5 items[1].attachments[0]: mime_type is required",
            ])
    }

    @Test(
        "What the specification refuses is refused",
        arguments: [
            "[]", "5", "", "{}", head + "}", head + "\"items\":{}}", head + "\"items\":[1]}", head + "\"items\":[],}",
            head + "\"feed_url\":\"u\",\"next_url\":\"u\",\"items\":[]}", head + "\"expired\":\"yes\",\"items\":[]}",
            head + "\"home_page_url\":\"\",\"items\":[]}", head + "\"language\":\"english language\",\"items\":[]}",
            head + "\"authors\":{\"name\":\"n\"},\"items\":[]}", head + "\"authors\":[{}],\"items\":[]}",
            head + "\"hubs\":[{\"type\":\"WebSub\"}],\"items\":[]}", head + "\"items\":[{\"content_text\":\"\"}]}",
            head + "\"items\":[{\"id\":\"\",\"content_text\":\"\"}]}", head + "\"items\":[{\"id\":\"1\"}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\"},{\"id\":\"1\",\"content_text\":\"\"}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\",\"tags\":[1]}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\",\"date_modified\":\"2024-05-06\"}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\",\"date_modified\":\"2024-02-30T00:00:00Z\"}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\",\"date_modified\":\"2024-05-06T00:00:00+0100\"}]}",
            head + "\"items\":[{\"id\":\"1\",\"content_text\":\"\",\"summary\":null}]}",
            "{\"version\":\"1.1\",\"title\":\"t\",\"items\":[]}", "\u{FEFF}" + head + "\"items\":[]}",
        ])
    func refused(_ text: String) { #expect(!rules(text).isEmpty) }

    @Test("Damaged text never stops the validator, and its violations are in bounds")
    func damaged() {
        var generator = SplitMix(seed: 8)
        let seed = Array((Self.head + "\n\"items\":[{\"id\":\"1\",\n\"tags\":[[{}]],\"_x\":{\"a\":[1,2,{}]}}]}").utf8)
        for _ in 0..<2_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1..<6, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).count
            for violation in JSONFeedValidator.validate(bytes) { #expect(1...lines ~= violation.line) }
        }
    }
}
