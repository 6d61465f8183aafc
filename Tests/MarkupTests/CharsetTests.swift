import Testing

@testable import Markup

@Suite struct CharsetTests {
    private func decode(_ bytes: [UInt8], _ contentType: String? = nil, kind: DocumentKind = .xml) -> (String, String) {
        let document = Charset.decode(bytes, contentType: contentType, kind: kind)
        return (String(decoding: document.utf8, as: UTF8.self), document.encoding)
    }

    @Test("A byte order mark decides and is taken off")
    func mark() {
        #expect(decode([0xEF, 0xBB, 0xBF, 0x61], "text/xml; charset=gbk") == ("a", "utf-8"))
        #expect(decode([0xFF, 0xFE, 0x2D, 0x4E]) == ("中", "utf-16le"))
        #expect(decode([0, 0, 0xFE, 0xFF, 0, 0, 0x4E, 0x2D]) == ("中", "utf-32be"))
    }

    @Test("UTF-16 without a mark is seen by its first characters")
    func wide() {
        #expect(decode([0, 0x3C, 0, 0x61, 0, 0x3E]) == ("<a>", "utf-16be"))
        #expect(decode([0x3C, 0, 0x61, 0, 0x3E, 0]) == ("<a>", "utf-16le"))
    }

    @Test("The header goes before the declaration, the declaration before looks")
    func order() {
        let declared = Array("<?xml version='1.0' encoding='iso-8859-5'?><a>".utf8) + [0xE6]
        #expect(decode(declared, "text/xml; charset=\"windows-1252\"").0.hasSuffix("æ"))
        #expect(decode(declared).0.hasSuffix("ц"))
    }

    @Test("What is declared as ASCII and has UTF-8 in it is UTF-8, be it one character")
    func ascii() {
        let bytes = Array("<?xml version='1.0' encoding='US-ASCII'?><a>café".utf8)
        #expect(decode(bytes).0.hasSuffix("café"))
    }

    @Test("One letter in UTF-8 is enough against a label of Latin-1; a letter of Latin-1 before a blank is not")
    func mislabelled() {
        let head = "<?xml version='1.0' encoding='iso-8859-1'?><a>"
        #expect(decode(Array((head + "café.</a>").utf8)).0.hasSuffix("café.</a>"))
        #expect(decode(Array(head.utf8) + [0x43, 0xC9, 0xA0, 0x21]).0.hasSuffix("CÉ\u{A0}!"))
    }

    @Test("UTF-8 that is labelled Latin-1, and has a stretch of it, is read as both")
    func mixed() {
        let text = "<?xml version='1.0' encoding='ISO-8859-1'?><a>Brøndby „så“ Brøndby „så“ 检"
        let bytes = Array(text.utf8) + [0xF8, 0x92, 0xE5, 0x3C]
        let document = Charset.decode(bytes, contentType: nil, kind: .xml)
        #expect(String(decoding: document.utf8, as: UTF8.self).hasSuffix("<a>Brøndby „så“ Brøndby „så“ 检ø’å<"))
        #expect(document.encoding == "utf-8" && document.isOverridden && document.replacedBytes == 0)
    }

    @Test(
        "UTF-8 with one other byte keeps its characters, with or without a declaration",
        arguments: ["", " encoding='utf-8'", " encoding='us-ascii'"])
    func oneBadByte(_ declaration: String) {
        let head = "<?xml version='1.0'\(declaration)?><a>"
        let document = Charset.decode(
            Array((head + "good \u{2019} and bad ").utf8) + [0x92, 0x3C], contentType: nil, kind: .xml)
        let text = String(decoding: document.utf8, as: UTF8.self)
        #expect(text.hasPrefix(head + "good \u{2019} and bad "), "\(text)")
        let several = Charset.decode(
            Array((head + "é ü ").utf8) + [0x92, 0x20, 0x85, 0x3C], contentType: nil, kind: .xml)
        #expect(String(decoding: several.utf8, as: UTF8.self).hasPrefix(head + "é ü "))
    }

    @Test("A label of US-ASCII says nothing of bytes beyond ASCII")
    func mislabelledASCII() {
        let head = Array("<?xml version='1.0' encoding='us-ascii'?><a>".utf8)
        // KOI8-R: Привет мир это текст
        let russian: [UInt8] = [
            0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4, 0x20, 0xCD, 0xC9, 0xD2, 0x20, 0xDC, 0xD4, 0xCF, 0x20, 0xD4, 0xC5, 0xCB,
            0xD3, 0xD4, 0x3C,
        ]
        let document = Charset.decode(head + russian, contentType: nil, kind: .xml)
        #expect(String(decoding: document.utf8, as: UTF8.self).contains("Привет мир это текст"))
        let latin = Charset.decode(head + Array("caf".utf8) + [0xE9, 0x3C], contentType: nil, kind: .xml)
        #expect(String(decoding: latin.utf8, as: UTF8.self).hasSuffix("café<"))
    }

    @Test("EBCDIC is known by its beginning, and read by the code page that it names")
    func codePages() {
        // <?xml version='1.0' encoding='cp875'?><a>αβ</a>
        let greek: [UInt8] = [
            0x4C, 0x6F, 0xA7, 0x94, 0x93, 0x40, 0xA5, 0x85, 0x99, 0xA2, 0x89, 0x96, 0x95, 0x7E, 0x7D, 0xF1, 0x4B, 0xF0,
            0x7D, 0x40, 0x85, 0x95, 0x83, 0x96, 0x84, 0x89, 0x95, 0x87, 0x7E, 0x7D, 0x83, 0x97, 0xF8, 0xF7, 0xF5, 0x7D,
            0x6F, 0x6E, 0x4C, 0x81, 0x6E, 0x8A, 0x8B, 0x4C, 0x61, 0x81, 0x6E,
        ]
        let document = Charset.decode(greek, contentType: nil, kind: .xml)
        #expect(String(decoding: document.utf8, as: UTF8.self).hasSuffix("?><a>αβ</a>"))
        #expect(document.replacedBytes == 0)
    }

    @Test("cp874 is the Thai of Windows")
    func thai() {
        let bytes = Array("<?xml version='1.0' encoding='cp874'?><a>".utf8) + [0x80, 0xA1]
        let document = Charset.decode(bytes, contentType: nil, kind: .xml)
        #expect(String(decoding: document.utf8, as: UTF8.self).hasSuffix("€ก"))
    }

    @Test("ISO-2022-JP is known by its escape sequences where nothing names it")
    func escaped() {
        let bytes = Array("<a>".utf8) + [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
        #expect(decode(bytes) == ("<a>日本", "iso-2022-jp"))
    }

    @Test("A charset that does not fit gives way", arguments: ["utf-8", "us-ascii", "nonsense", "utf-16"])
    func misfit(_ label: String) {
        let gbk: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0xCB, 0xD1, 0xCB, 0xF7, 0xB2, 0xE2, 0xCA, 0xD4]
        let bytes = Array("<?xml version='1.0' encoding='\(label)'?><a>".utf8) + gbk
        #expect(decode(bytes).0.hasSuffix("中文搜索测试"))
    }

    @Test(
        "Undeclared East Asian text is told apart",
        arguments: ["gb18030", "big5-hkscs", "euc-jp", "windows-31j", "windows-949"])
    func eastAsian(_ label: String) {
        let samples: [String: [UInt8]] = [
            "gb18030": [0xD5, 0xE2, 0xCA, 0xC7, 0xD2, 0xBB, 0xB8, 0xF6, 0xB2, 0xE2, 0xCA, 0xD4],
            "big5-hkscs": [0xB3, 0x6F, 0xAC, 0x4F, 0xA4, 0x40, 0xAD, 0xD3, 0xB4, 0xFA, 0xB8, 0xD5],
            "euc-jp": [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0xA4, 0xCE, 0xA5, 0xC6, 0xA5, 0xB9, 0xA5, 0xC8],
            "windows-31j": [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
            "windows-949": [0xC7, 0xD1, 0xB1, 0xB9, 0xBE, 0xEE, 0x20, 0xB0, 0xCB, 0xBB, 0xF6],
        ]
        let texts = [
            "gb18030": "这是一个测试", "big5-hkscs": "這是一個測試", "euc-jp": "日本語のテスト", "windows-31j": "日本語のテスト",
            "windows-949": "한국어 검색",
        ]
        let bytes = Array("<a>".utf8) + samples[label]!
        #expect(decode(bytes) == ("<a>" + texts[label]!, label))
    }

    @Test("Undeclared Cyrillic, Greek and Hebrew are told apart by their letters")
    func letters() {
        #expect(
            decode([
                0xCF, 0xEE, 0xEB, 0xED, 0xEE, 0xF2, 0xE5, 0xEA, 0xF1, 0xF2, 0xEE, 0xE2, 0xFB, 0xE9, 0x20, 0xEF, 0xEE,
                0xE8, 0xF1, 0xEA,
            ]) == ("Полнотекстовый поиск", "windows-1251"))
        #expect(
            decode([
                0xF0, 0xCF, 0xCC, 0xCE, 0xCF, 0xD4, 0xC5, 0xCB, 0xD3, 0xD4, 0xCF, 0xD7, 0xD9, 0xCA, 0x20, 0xD0, 0xCF,
                0xC9, 0xD3, 0xCB,
            ]) == ("Полнотекстовый поиск", "koi8-r"))
        #expect(
            decode([
                0xE1, 0xED, 0xE1, 0xE6, 0xDE, 0xF4, 0xE7, 0xF3, 0xE7, 0x20, 0xEA, 0xE5, 0xE9, 0xEC, 0xDD, 0xED, 0xEF,
                0xF5, 0x20, 0xEA, 0xE1, 0xE9, 0x20, 0xF4, 0xDF, 0xF4, 0xEB, 0xEF, 0xF5,
            ]).1 == "windows-1253")
        #expect(
            decode([
                0xE7, 0xE9, 0xF4, 0xE5, 0xF9, 0x20, 0xE1, 0xFA, 0xE5, 0xEA, 0x20, 0xE4, 0xEE, 0xE0, 0xEE, 0xF8, 0xE9,
                0xED, 0x20, 0xF9, 0xEC, 0xF0, 0xE5,
            ]).1 == "windows-1255")
        #expect(decode([0x63, 0x61, 0x66, 0xE9, 0x20, 0x6E, 0x6F, 0x69, 0x72]) == ("café noir", "windows-1252"))
    }

    @Test("The language that a feed names helps where bytes fit two charsets")
    func languageHint() {
        let bytes: [UInt8] = [0xB3, 0xF6, 0xBD, 0xA8]
        #expect(decode(Array("<language>zh-cn</language>".utf8) + bytes).0.hasSuffix("出建"))
        #expect(decode(Array("<language>ko</language>".utf8) + bytes).1 == "windows-949")
    }

    @Test("A few bad bytes in UTF-8 become U+FFFD and are counted")
    func damage() {
        let bytes = Array("中文搜索".utf8) + [0xFF] + Array("测试".utf8)
        let document = Charset.decode(bytes, contentType: nil, kind: .xml)
        #expect(String(decoding: document.utf8, as: UTF8.self) == "中文搜索\u{FFFD}测试")
        #expect(document.replacedBytes == 1)
    }

    @Test(
        "UTF-8 under another label is read as UTF-8, whether the document or the header names it",
        arguments: [
            ("windows-1251", "Русский канал"), ("koi8-r", "Русский канал"), ("iso-8859-5", "Русский канал"),
            ("iso-8859-2", "Žluťoučký kůň"), ("windows-1250", "Zażółć gęślą"), ("iso-8859-15", "Café à Paris, où"),
            ("gbk", "中文新闻标题"), ("gb2312", "中文新闻标题"), ("gb18030", "Вторая новость"), ("big5", "中文新聞標題"),
            ("euc-kr", "한국어 뉴스"), ("euc-jp", "日本語のニュース"), ("shift_jis", "日本語のニュース"),
            ("windows-1253", "Ελληνικά νέα"), ("iso-8859-9", "Günlük haberler şğı"), ("windows-874", "ข่าววันนี้"),
            ("macintosh", "Zażółć gęślą"), ("ibm866", "Русский канал"),
        ])
    func utf8UnderAnotherLabel(_ label: String, _ text: String) {
        let declared = Array("<?xml version='1.0' encoding='\(label)'?><a>\(text)".utf8)
        #expect(decode(declared).0.hasSuffix("<a>" + text))
        #expect(decode(Array("<a>\(text)".utf8), "text/xml; charset=\(label)") == ("<a>" + text, "utf-8"))
    }

    @Test("UTF-8 under another label, with one bad byte in many good sequences, keeps the good ones")
    func damagedUnderAnotherLabel() {
        let text = "Русский канал новостей"
        let bytes = Array("<?xml version='1.0' encoding='koi8-r'?><a>\(text)".utf8) + [0x20, 0xD0, 0x20]
        #expect(decode(bytes).0.hasSuffix("<a>\(text) \u{FFFD} "))
    }

    @Test("ISO-2022-JP keeps its label")
    func labelledEscapes() {
        let bytes: [UInt8] = [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42]
        #expect(decode(Array("<a>".utf8) + bytes, "text/xml; charset=iso-2022-jp") == ("<a>日本", "iso-2022-jp"))
    }

    @Test("Short texts of East Asia whose bytes are valid UTF-8 by chance are read as labelled")
    func validByChance() {
        // 谢谢, 知园 and 谢谢记者 in GBK, 신문 in EUC-KR, ﾃｽﾄﾃﾞ in Shift_JIS.
        let gbk: [(String, [UInt8])] = [
            ("谢谢", [0xD0, 0xBB, 0xD0, 0xBB]), ("夜庭", [0xD2, 0xB9, 0xCD, 0xA5]),
            ("谢夜庭谢", [0xD0, 0xBB, 0xD2, 0xB9, 0xCD, 0xA5, 0xD0, 0xBB]),
        ]
        for (text, bytes) in gbk {
            #expect(String(validating: bytes, as: UTF8.self) != nil)
            #expect(decode(bytes, "text/xml; charset=gbk") == (text, "gb18030"))
        }
        #expect(decode([0xC3, 0xBD, 0xC4, 0xB0], "text/xml; charset=shift_jis") == ("ﾃｽﾄｰ", "windows-31j"))
    }

    @Test(
        "Few odd bytes in Latin text are Windows-1252 or U+FFFD, declared as UTF-8 or not",
        arguments: [
            ([0xA9, 0x20, 0x32], "© 2"), ([0x32, 0x30, 0x20, 0xB0, 0x43], "20 °C"), ([0x35, 0x20, 0xB5, 0x6D], "5 µm"),
            ([0xA1, 0x48, 0x6F, 0x6C, 0x61], "¡Hola"), ([0x63, 0x61, 0x66, 0xE9, 0x20, 0xA9], "café ©"),
            ([0xA0, 0xA0, 0xA0, 0xA0], "\u{A0}\u{A0}\u{A0}\u{A0}"), ([0x93, 0x61, 0x94, 0x20, 0x85], "“a” …"),
        ] as [([UInt8], String)])
    func oddBytes(_ bytes: [UInt8], _ text: String) {
        let damaged = String(text.map { $0.isASCII ? $0 : "\u{FFFD}" })
        let tail = Array("</t><d>A letter about gardens, tools and seeds.</d>".utf8)
        for head in ["<?xml version='1.0' encoding='utf-8'?><t>", "<t>"] {
            let once = decode(Array(head.utf8) + bytes + tail).0
            let twice = decode(Array(head.utf8) + bytes + Array("</t><t>".utf8) + bytes + tail).0
            for read in [once, twice] { #expect(read.contains("<t>\(text)<") || read.contains("<t>\(damaged)<")) }
        }
    }

    @Test("UTF-8 with one bad sequence keeps its good ones", arguments: ["café", "中文", "a — b"])
    func oneBadSequence(_ text: String) {
        // Without a label one sequence is too little evidence.
        let heads = ["<?xml version='1.0' encoding='utf-8'?><t>"] + (text == "a — b" ? [] : ["<t>"])
        for head in heads {
            let bytes = Array((head + text + " ").utf8) + [0xE9, 0x20]
            #expect(decode(bytes).0.hasPrefix(head + text + " "))
        }
    }

    @Test("Any bytes give valid UTF-8")
    func anything() {
        for _ in 0..<500 {
            let bytes = (0..<Int.random(in: 0...60)).map { _ in UInt8.random(in: 0...255) }
            let document = Charset.decode(bytes, contentType: nil, kind: .xml)
            #expect(String(validating: document.utf8, as: UTF8.self) != nil)
        }
    }
}
