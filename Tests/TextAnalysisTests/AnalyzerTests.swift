import Testing

@testable import TextAnalysis

/// One line a text: words as they are, stems `~x`, symbol words `!x`, grams `xy`, lone characters `x.`, separators `|`.
func line(_ text: String) -> String {
    Analyzer.shared.tokens(of: text).map { token in
        switch token.kind {
        case .word, .gram: token.text
        case .stem: "~" + token.text
        case .symbolWord: "!" + token.text
        case .single: token.text + "."
        case .separator: "|"
        }
    }.joined(separator: " ")
}

@Suite struct AnalyzerTests {
    @Test(
        "A text is cut as people type it",
        arguments: [
            ("", ""), (" ,. ", ""),
            ("Running shoes", "running ~run shoes ~shoe"),
            ("重跑gen-itgc后", "重跑 跑. gen itgc 后."),
            ("全文搜索", "全文 文搜 搜索 索."),
            ("3.14", "3 14"), ("1,000", "1 000"), ("a, b", "a | b"),
            ("C++", "c !c++"), ("C#", "c !c#"), (".NET", "net !.net"), ("C++17", "c !c++ 17"),
            ("use .NET now", "use net !.net now"),
            ("iPhone15", "iphone15"), ("COVID-19", "covid 19"), ("user@host", "user host"),
            ("https://a.example/b?c=d", "https a example ~exampl b c d"),
            ("#全文搜索#", "全文 !#全文搜索 文搜 搜索 索."), ("#Swift", "swift !#swift"),
            ("I am. You are", "i am | you are"), ("好。是", "好. 是."), ("好，ok", "好. | ok"),
            ("one\n\ntwo", "one | two"), ("state-of-the-art", "state of the art"),
            ("ｶﾞｷﾞ ﾊﾟ", "ガギ ギ. パ."),
        ])
    func golden(_ text: String, _ expected: String) { #expect(line(text) == expected) }
}
