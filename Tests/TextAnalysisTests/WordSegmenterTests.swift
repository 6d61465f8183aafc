import Testing

@testable import TextAnalysis

@Suite struct WordSegmenterTests {
    private func words(_ text: String) -> [String] {
        let bytes = Array(text.utf8)
        return WordSegmenter.shared.words(in: text).map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(
        "Unspaced text is cut into dictionary words",
        arguments: [
            ("全文搜索引擎", ["全文", "搜索", "引擎"]), ("資料庫索引", ["資料", "庫", "索引"]), ("今日はいい天気", ["今日", "は", "いい", "天気"]),
            ("ภาษาไทย", ["ภาษา", "ไทย"]), ("你好，world", ["你好", "world"]),
            ("写信给a@例子b", ["写信", "给", "a", "例子", "b"]),
        ])
    func cuts(_ text: String, _ expected: [String]) { #expect(words(text) == expected) }

    @Test("Traditional and simplified, wide and narrow forms are cut at the same characters")
    func variants() {
        func cuts(_ text: String) -> [Int] {
            words(text).map(\.unicodeScalars.count)
        }
        #expect(cuts("資料庫的計畫與實現") == cuts("资料库的计画与实现"))
        #expect(words("ﾃﾞｰﾀベース").joined() == "ﾃﾞｰﾀベース")
    }

    @Test("Words ascend, in bounds, whatever the text")
    func properties() {
        var generator = SplitMix(state: 5)
        let scalars = Array("中國国搜索 ab.か\u{3099}ｶﾞっㇰไทยำ㍿\u{FE0F}👍한글".unicodeScalars)
        for _ in 0..<300 {
            var view = String.UnicodeScalarView()
            for _ in 0..<20 { view.append(scalars.randomElement(using: &generator) ?? " ") }
            let text = String(view)
            let bytes = Array(text.utf8)
            var last = 0
            for word in WordSegmenter.shared.words(in: text) {
                #expect(word.lowerBound >= last && !word.isEmpty && word.upperBound <= bytes.count)
                #expect(bytes[word.lowerBound] & 0xC0 != 0x80)
                last = word.upperBound
            }
        }
    }

    @Test("ICU is there in one of the versions that the program can use")
    func version() { #expect(67...78 ~= WordSegmenter.version) }
}
