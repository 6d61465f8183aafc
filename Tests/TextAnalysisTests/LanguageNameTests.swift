import Testing

@testable import TextAnalysis

@Suite struct LanguageNameTests {
    @Test(
        "A language has its name in the language of the reader",
        arguments: [
            ("en", "English", "英语"), ("zh", "Chinese", "中文"), ("ja", "Japanese", "日语"), ("de", "German", "德语"),
            ("zh_Hans", "Simplified Chinese", "简体中文"), ("EN-us", "American English", "美国英语"),
        ])
    func names(_ tag: String, _ english: String, _ chinese: String) {
        #expect(LanguageName.of(tag, in: "en") == english)
        #expect(LanguageName.of(tag, in: "zh-Hans") == chinese)
    }

    @Test(
        "What is not the tag of a known language has no name",
        arguments: ["", "x", "qq", "zz-Latn", "<b>", "en\0", "en us", String(repeating: "en-", count: 100)])
    func unknown(_ tag: String) { #expect(LanguageName.of(tag, in: "en") == nil) }
}
