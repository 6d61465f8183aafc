import Testing

@testable import TextAnalysis

@Suite struct StopWordsTests {
    /// Stop units in brackets.
    private func marked(_ query: String) -> String {
        let bytes = Array(query.utf8)
        return StopWords.unitWeights(in: query).map { unit in
            let text = String(decoding: bytes[unit.utf8Range], as: UTF8.self)
            return unit.isStop ? "[\(text)]" : text
        }.joined(separator: " ")
    }

    @Test(
        "Question and function words are marked where they stand",
        arguments: [
            ("什么是全文搜索", "[什] [么] [是] 全 文 搜 索"), ("什麼是索引", "[什] [麼] [是] 索 引"),
            ("データベースとは何", "デ ー タ ベ ー ス [と] [は] [何]"), ("どのような検索", "[ど] [の] [よ] [う] [な] 検 索"),
            ("서울에서는 무엇", "서 울 [에] [서] [는] [무] [엇]"), ("What is a B-tree", "[What] [is] [a] B tree"),
            ("C++ 是", "C [是]"), ("검색에 관한", "검 색 [에] [관] [한]"), ("학교에서도", "학 교 [에] [서] [도]"),
            ("検索に関する", "検 索 [に] [関] [す] [る]"), ("점수", "점 수"), ("さよなら", "さ よ な ら"),
        ])
    func marks(_ query: String, _ expected: String) { #expect(marked(query) == expected) }

    @Test("Whole stop words are known by their folded form")
    func membership() {
        #expect(StopWords.isStop("the") && StopWords.isStop("什么") && StopWords.isStop("어디"))
        #expect(!StopWords.isStop("索引") && !StopWords.isStop("index") && !StopWords.isStop(""))
    }
}
