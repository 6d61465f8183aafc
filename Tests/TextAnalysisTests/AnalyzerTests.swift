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
            ("iPhone15", "iphone15"), ("COVID-19", "covid 19"), ("3.14", "3 !3. 14"), ("1,000", "1 +1000 000"),
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
            ("Apple's", "apple ~appl s"), ("3.14", "3 !3. 14"), ("v2.4.1", "v2 4 !.4. 1"), ("is.No", "is no"),
            ("https://a.example/b.css", "https a example ~exampl b css"), ("me@x.org", "me x org"),
            ("www.example.com", "www example ~exampl com"), ("a.b.c.d.e", "a b c d e"),
            ("rock'n'roll", "rock +rocknroll +\u{1}rocknrol n roll"),
            ("Ren.é", "ren +rene e"), ("a.", "a"), ("a.b", "a +ab b"),
        ])
    func joinedWords(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "A contraction has no joined form, since that is another word; n't joins",
        arguments: [
            ("she'll", "she ll"), ("I’d", "i d"), ("we're", "we re"), ("they've", "they ve"), ("I'm", "i m"),
            ("shouldn't've", "shouldn t ve"), ("can't", "can +cant t"), ("didn’t", "didn +didnt t"),
            ("O'Dell", "o +odell +\u{1}odel dell"), ("d'oh", "d +doh oh"),
        ])
    func contractions(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "A compound with a hyphen has a joined form, except in addresses, numbers and long names",
        arguments: [
            ("e-mail", "e +email mail"), ("Wi-Fi", "wi +wifi fi"), ("Wi\u{2011}Fi", "wi +wifi fi"),
            ("(real-time)", "real +realtime +\u{1}realtim time"), ("up-to-date", "up +uptodate +\u{1}uptod to date"),
            ("веб-сайт", "веб +вебсайт сайт"), ("e-mail's", "e +email mail s"),
            ("state-of-the-art", "state of the art"), ("x-y", "x y"), ("COVID-19", "covid 19"),
            ("/real-time", "real time"), ("a-host.com", "a host com"), ("real -time", "real time"),
            ("word\u{2014}word", "word word"),
        ])
    func compounds(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "A dash between letters or digits is a hyphen; elsewhere it separates",
        arguments: [
            ("2019–2020", "2019 2020"), ("2019\u{2012}2020", "2019 2020"), ("Jean–Luc", "jean +jeanluc luc"),
            ("a—b", "a b"), ("a – b", "a | b"), ("a– b", "a | b"), ("中—b", "中. | b"), ("文——字", "文. 字."),
        ])
    func dashes(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Apostrophes of all shapes are one sign",
        arguments: ["'", "’", "‘", "\u{201B}", "ʼ", "ʻ", "ʾ", "ʿ", "ʹ", "´", "＇"])
    func apostrophes(_ sign: String) {
        #expect(line("п\(sign)ять") == "п +пять ять")
        #expect(line("Qur\(sign)an") == "qur +quran an")
        #expect(line("Hawai\(sign)i") == "hawai +hawaii i")
        #expect(line("x \(sign)okina") == "x okina" || sign == "‘")
    }

    @Test(
        "A number with grouped digits has a form without signs",
        arguments: [
            ("1,000", "1 +1000 000"), ("10 000 km", "10 +10000 000 km"),
            ("1\u{202F}234\u{202F}567", "1 +1234567 234 567"),
            ("10\u{A0}000", "10 +10000 000"), ("$1,000.50", "1 !$1 +1000 000 !000. 50"), ("2010 100", "2010 100"),
            ("1,00", "1 00"), ("0,125", "0 125"), ("1,000,00", "1 000 00"), ("12 3456", "12 3456"),
            ("1, 000", "1 | 000"), ("1,234,567", "1 +1234567 234 567"), ("1.000", "1 !1. 000"),
            ("555 123 4567", "555 123 4567"),
        ])
    func groups(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test("A point groups digits in languages that write it so")
    func points() {
        let german = Analyzer.shared.tokens(of: "10.000 Euro, 1.5", language: .german)
        #expect(german.filter { $0.kind == .joined }.map(\.text) == ["10000"])
        #expect(!Analyzer.shared.tokens(of: "10.000", language: .french).contains { $0.kind == .joined })
    }

    @Test(
        "The first and the middle numbers of a number with dots are marked",
        arguments: [
            ("2.3.12", "2 !2. 3 !.3. 12"), ("3.12", "3 !3. 12"), ("3.", "3"), ("3.x", "3 x"),
            ("1.2.3.4", "1 !1. 2 !.2. 3 !.3. 4"),
        ])
    func dottedNumbers(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test(
        "Plurals of abbreviations and irregular plurals have the stem of the singular",
        arguments: [
            ("GPUs", "gpus ~gpu"), ("EVs", "evs ~ev"), ("VMs", "vms ~vm"), ("PDFs LLMs", "pdfs ~pdf llms ~llm"),
            ("APIs", "apis ~api"), ("SMSs", "smss ~sms"), ("gpus", "gpus ~gpu"), ("llms", "llms ~llm"),
            ("children", "children ~child"), ("mice", "mice ~mous"), ("men", "men ~man"), ("Men", "men ~man"),
            ("women", "women ~woman"), ("knives", "knives ~knife"), ("analysis", "analysis ~analys"),
            ("https", "https"), ("this thus plus", "this thus plus"), ("was has us as", "was has us as"),
            ("DNS", "dns"), ("is", "is"),
        ])
    func plurals(_ text: String, _ expected: String) { #expect(line(text) == expected) }

    @Test("A Swedish men is no plural of man")
    func foreignPlurals() {
        #expect(!Analyzer.shared.tokens(of: "men", language: .swedish).contains { $0.kind == .stem })
    }

    @Test("The earlier rules give the terms of articles that were indexed by them")
    func earlierRules() {
        func terms(_ text: String) -> [String] {
            var terms: [String] = []
            Analyzer.shared.analyzeWithPairs(Array(text.utf8).span, rules: .earlier) { term, _, _ in
                terms.append(String(decoding: term.indices.map { term[$0] }, as: UTF8.self))
                return true
            }
            return terms
        }
        #expect(terms("she'll").contains("shell"))
        #expect(terms("2019–2020").contains("\u{2}"))
        #expect(terms("пʼять") == ["пʼять"])
    }

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
            ("重跑gen-itgc后", "重跑 跑. gen +genitgc itgc 后."), ("日本語テスト", "日本 本语 语テ テス スト ト."),
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
