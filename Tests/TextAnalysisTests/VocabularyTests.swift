import Testing

@testable import TextAnalysis

@Suite struct VocabularyTests {
    @Test(
        "Words of Taiwan and the mainland stand for each other",
        arguments: [
            ("软件", "软体"), ("軟體", "软件"), ("网络", "网路"), ("網路", "网络"), ("鼠标", "滑鼠"), ("滑鼠", "鼠标"), ("記憶體", "内存"),
            ("计划", "计画"), ("計畫", "计划"),
        ])
    func both(_ word: String, _ other: String) { #expect(Vocabulary.alternatives(for: word).contains(other)) }

    @Test(
        "Words that are alike once folded, and all others, have none",
        arguments: ["你好", "圖書館", "軟", "", "hello", "软件工程"])
    func none(_ word: String) { #expect(Vocabulary.alternatives(for: word) == []) }
}
