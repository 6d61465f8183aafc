import Testing

@testable import TextAnalysis

@Suite struct VocabularyTests {
    @Test(
        "Words of the mainland, Taiwan and Hong Kong stand for each other",
        arguments: [
            ("软件", "软体"), ("軟體", "软件"), ("网络", "网路"), ("網路", "网络"), ("鼠标", "滑鼠"), ("滑鼠", "鼠标"), ("記憶體", "内存"),
            ("计划", "计画"), ("計畫", "计划"), ("計程車", "出租车"), ("的士", "出租车"), ("計程車", "的士"), ("影片", "视频"), ("伺服器", "服务器"),
            ("冷氣", "空调"), ("手提電話", "手机"), ("巴士", "公交车"), ("激光", "雷射"), ("土豆", "马铃薯"), ("薯仔", "土豆"), ("奥巴马", "欧巴马"),
        ])
    func both(_ word: String, _ other: String) { #expect(Vocabulary.alternatives(for: word).contains(other)) }

    @Test(
        "Words that are alike once folded, and all others, have none",
        arguments: ["你好", "圖書館", "軟", "", "hello", "软件工程"])
    func none(_ word: String) { #expect(Vocabulary.alternatives(for: word) == []) }
}
