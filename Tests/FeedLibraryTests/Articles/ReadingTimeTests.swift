import Testing

@testable import FeedLibrary

@Suite struct ReadingTimeTests {
    @Test(
        "Reading takes whole minutes; words, and characters of Chinese, Japanese and Korean, are counted apart",
        arguments: [
            ("", 0), ("one", 1), (String(repeating: "word ", count: 265), 1),
            (String(repeating: "word ", count: 266), 2), (String(repeating: "don't ", count: 265), 1),
            (String(repeating: "字", count: 500), 1), (String(repeating: "字", count: 501), 2),
            (String(repeating: "字", count: 500) + String(repeating: "word ", count: 530), 3),
        ])
    func minutes(text: String, minutes: Int) { #expect(ReadingTime.minutes(text) == minutes) }

    @Test("Punctuation of Chinese counts as characters, and punctuation between words is no word")
    func punctuation() {
        #expect(ReadingTime.minutes(String(repeating: "真的吗？是，", count: 83)) == 1)
        #expect(ReadingTime.minutes(String(repeating: "真的吗？是，", count: 84)) == 2)
        #expect(ReadingTime.minutes(String(repeating: "one – ", count: 265)) == 1)
        #expect(ReadingTime.minutes(String(repeating: "“字", count: 500)) == 1)
        #expect(ReadingTime.minutes("… — !") == 0)
    }
}
