import Testing

@testable import TextAnalysis

/// One line a text: words as they are, stems `~x`, symbol words `!x`, joined words `+x`, grams `xy`, lone characters `x.`, separators `|`.
func line(_ text: String) -> String {
    Analyzer.shared.tokens(of: text).map { token in
        switch token.kind {
        case .word, .bigram: token.text
        case .stem: "~" + token.text
        case .symbolWord: "!" + token.text
        case .single: token.text + "."
        case .separator: "|"
        case .joined: "+" + token.text
        case .pair: "[" + token.text + "]"
        }
    }.joined(separator: " ")
}

@Suite struct AnalyzerTests {
    @Test(
        "A text is cut as people type it",
        arguments: [
            ("", ""), (" ,. ", ""), ("Running shoes", "running ~run shoes ~shoe"),
            ("iPhone15", "iphone15"), ("COVID-19", "covid 19"), ("3.14", "3 14"), ("1,000", "1 000"),
            ("don't", "don +dont t"), ("snake_case", "snake case"), ("x²", "x2 +x"), ("½", "1 2"),
            ("½ cup, 5㎏", "1 2 cup | 5kg"), ("Acme™", "acme ~acm"), ("ﬁne", "fine"), ("ＡＢＣ１２３", "abc123"),
            ("ⅣⅡ", "ivii"), ("soft\u{AD}hyphen", "softhyphen"),
        ])
    func words(_ text: String, _ expected: String) {
        #expect(line(text) == expected)
    }

    @Test(
        "Names with signs are words of their own beside the plain word",
        arguments: [
            ("C++", "c !c++"), ("C++17", "c !c++ 17"), ("(C++)", "c !c++"), ("Ｃ＋＋", "c !c++"), ("C+", "c"),
            ("C#", "c !c#"), ("F#, C#", "f !f# | c !c#"), ("a#b", "a b"), ("C＃", "c !c#"),
            (".NET", "net !.net"), ("use .NET now", "use net !.net now"), ("asp.net", "asp +aspnet net"), (".5", "5"),
            ("#Swift", "swift !#swift"), ("#2024", "2024 !#2024"), ("@anna", "anna !@anna"), ("x@anna", "x anna"),
            ("#全文搜索", "全文 !#全文搜索 文搜 搜索 索."), ("看#体育#", "看. 体育 !#体育 育."),
            ("#ｶﾞｽ", "ガス !#ガス ス."), ("#中", "中. !#中"), ("形成了C#的", "形成 成了 了. c !c# 的."),
            ("用F＃写", "用. f !f# 写."), ("使用.NET开发", "使用 用. net !.net 开发 发."), ("用C++写", "用. c !c++ 写."),
            ("iOS#体育#", "ios 体育 育."), ("$100", "100 !$100"), ("US$5", "us 5 !$5"), ("€5", "5 !€5"),
            ("￡20", "20 !£20"), ("10%", "10 !10%"), ("１０％", "10 !10%"), ("a$b", "a b"), ("%20b", "20b"),
            ("5%20", "5 20"),
        ])
    func symbolWords(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Joined words are found without the sign that joins them",
        arguments: [
            ("O'Reilly", "o +oreilly +\u{1}oreilli reilly ~reilli"),
            ("O’Reilly", "o +oreilly +\u{1}oreilli reilly ~reilli"),
            ("Vue.js 3", "vue +vuejs +\u{1}vuej js 3"), ("U.S.A.", "u +usa s a"),
            ("用Node.js开发", "用. node +nodejs +\u{1}nodej js 开发 发."),
            ("Apple's", "apple ~appl s"), ("3.14", "3 14"), ("v2.4.1", "v2 4 1"), ("is.No", "is no"),
            ("https://a.example/b.css", "https a example ~exampl b css"), ("me@x.org", "me x org"),
            ("www.example.com", "www example ~exampl com"), ("a.b.c.d.e", "a b c d e"),
            ("rock'n'roll", "rock +rocknroll +\u{1}rocknrol n roll"),
            ("Ren.é", "ren +rene e"), ("a.", "a"), ("a.b", "a +ab b"),
        ])
    func joinedWords(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Names are no plurals: no stem of three letters, nor of names of systems",
        arguments: [
            ("iOS", "ios"), ("macOS", "macos"), ("macos", "macos"), ("DevOPS", "devops ~devop"),
            ("iPhones", "iphones ~iphon"),
            ("iPhone", "iphone ~iphon"), ("SHOES", "shoes ~shoe"), ("ads", "ads"), ("éOS", "eos"),
        ])
    func names(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "A run of a script without spaces is its pairs and its last character",
        arguments: [
            ("全文搜索", "全文 文搜 搜索 索."), ("中", "中."), ("中文 搜索", "中文 文. 搜索 索."),
            ("重跑gen-itgc后", "重跑 跑. gen itgc 后."), ("日本語テスト", "日本 本语 语テ テス スト ト."),
            ("한국어", "한국 국어 어."), ("ㄅㄆ", "ㄅㄆ ㄆ."), ("𠮷野家", "𠮷野 野家 家."), ("人々", "人々 々."),
            ("ไทย", "ไท ทย ย."), ("ไทย中文", "ไท ทย ย. 中文 文."), ("ລາວ", "ລາ າວ ວ."),
            ("㍿", "株式 式会 会社 社."), ("㈱東京", "株. 东京 京."),
        ])
    func runs(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Sentence punctuation parts, connectors inside a word-like thing do not",
        arguments: [
            ("a, b", "a | b"), ("I am. You", "i am | you"), ("x (y) z", "x | y | z"), ("x-y", "x y"),
            ("x - y", "x | y"), ("x -y", "x y"), ("x: y", "x | y"), ("x / y", "x | y"), ("x/y", "x y"),
            ("x...y", "x | y"), ("x…y", "x | y"), ("x|y", "x | y"), ("“x” y", "x | y"), ("x’s", "x s"),
            ("state-of-the-art", "state of the art"), ("user@host", "user host"),
            ("https://a.example/b?c=d&e#f", "https a example ~exampl b c d e f"),
            ("好。是", "好. 是."), ("好，ok", "好. | ok"), ("ok！好", "ok | 好."), ("好。\n\n是", "好. 是."),
            ("x\n\ny", "x | y"), ("x\ny", "x y"), ("x \r\n \r\n y", "x | y"), ("ไทย，中文", "ไท ทย ย. | 中文 文."),
            ("３．１４", "3 14"), ("x، y؟ z", "x | y | z"),
        ])
    func separators(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Emoji are words, whatever their tone and joiners",
        arguments: [
            ("a👍b", "a 👍 b"), ("👍🏽", "👍"), ("❤️", "❤"), ("👨‍👩‍👧", "👨 👩 👧"), ("🇨🇳🇯🇵", "🇨🇳 🇯🇵"), ("1️⃣", "1"),
            ("开源🎉发布", "开源 源. 🎉 发布 布."),
        ])
    func emoji(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Other scripts with spaces keep their words and lose what readers do not type",
        arguments: [
            ("Café cafe\u{301}", "cafe cafe"), ("Ærøskøbing Łódź", "aeroskobing lodz"), ("Straße", "strasse"),
            ("İstanbul", "istanbul"), ("Ἀθῆναι ΣΊΣΥΦΟΣ", "αθηναι σισυφοσ"), ("Чай йод ёлка", "чай йод елка"),
            ("за\u{301}мок и\u{306}од", "замок йод"), ("їжак", "їжак"), ("مُحَمَّد كتـــاب", "محمد كتاب"), ("أحمد", "احمد"),
            ("مدرسة على کتاب ٱلله", "مدرسه علي كتاب الله"),
            ("שָׁלוֹם", "שלום"), ("हिन्दी हिंदी क़लम चाँद अम्बर", "हिंदी हिंदी कलम चांद अंबर"), ("١٢٣ ๔๕", "123 45"),
            ("Tiếng Việt", "tieng viet"),
        ])
    func scripts(_ text: String, _ expected: String) {
        let words = Analyzer.shared.tokens(of: text).filter { $0.kind == .word }
        #expect(words.map(\.text).joined(separator: " ") == expected)
    }

    @Test("Ranges are the bytes that a token came from")
    func ranges() {
        let text = "Ca\u{301}fe\u{301} C++，ｶﾞｽ!"
        let pieces = Analyzer.shared.tokens(of: text).filter { $0.kind != .stem }.map { token in
            String(decoding: Array(text.utf8)[token.utf8Range], as: UTF8.self)
        }
        #expect(pieces == ["Ca\u{301}fe\u{301}", "C", "C++", "，", "ｶﾞｽ", "ｽ"])
    }

    @Test("Emitting stops when the caller has had enough")
    func stops() {
        var count = 0
        Analyzer.shared.analyze("one two three 四五六".utf8.span) { _, _, _ in
            count += 1
            return count < 2
        }
        #expect(count == 2)
    }

    @Test("A word beyond 256 bytes is cut on a character, and stays one token")
    func longWord() {
        let tokens = Analyzer.shared.tokens(of: String(repeating: "я", count: 1000) + String(repeating: "a", count: 9))
        #expect(tokens.count == 1)
        #expect(tokens.first?.text == String(repeating: "я", count: 128))
        let odd = Analyzer.shared.tokens(of: "a" + String(repeating: "я", count: 1000))
        #expect(odd.first?.term.count == 255)
        // й and ΐ in pieces, ß of two letters: whole or not at all.
        let short = String(repeating: "a", count: 254)
        #expect(Analyzer.shared.tokens(of: short + "и\u{306}и").first?.text == short + "й")
        #expect(Analyzer.shared.tokens(of: short + "aß").first?.text == short + "a")
        #expect(Analyzer.shared.tokens(of: short + "иa\u{306}").first?.text == short + "и")
    }

    @Test("Stems are Snowball's, cached or not")
    func stems() {
        for _ in 0..<2 {
            #expect(Analyzer.shared.stem("running") == "run")
            #expect(Analyzer.shared.stem("relational") == "relat")
            #expect(Analyzer.shared.stem("run") == "run")
            #expect(Analyzer.shared.stem("added") == "add")
            #expect(Analyzer.shared.stem("university") != Analyzer.shared.stem("universe"))
            #expect(Analyzer.shared.stem("йод") == "йод")
            #expect(Analyzer.shared.stem("iphone15") == "iphone15")
        }
    }
}
