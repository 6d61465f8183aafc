import Testing

@testable import TextAnalysis

@Suite struct CharacterFormsTests {
    private func scalars(_ text: String) -> [UInt32] {
        Analyzer.shared.foldedText(text).unicodeScalars.map(\.value)
    }

    @Test(
        "Old, new and rare forms of a Han character find each other",
        arguments: [
            ("図", "圖"), ("鉄", "鐵"), ("髙", "高"), ("﨑", "崎"), ("辺", "邊"), ("辺", "邉"), ("邊", "邉"), ("沢", "澤"), ("斎", "齋"),
            ("衛", "衞"), ("峰", "峯"), ("麺", "麪"), ("査", "查"), ("旣", "既"), ("敎", "教"), ("発", "發"), ("髪", "髮"), ("気", "氣"),
            ("黒", "黑"), ("徳", "德"), ("浄", "淨"), ("竜", "龍"), ("広", "廣"), ("転", "轉"),
        ])
    func han(_ one: String, _ other: String) {
        let (first, second) = (scalars(one)[0], scalars(other)[0])
        #expect(CharacterForms.forms(of: first, isLiteral: true).contains(second))
        #expect(CharacterForms.forms(of: second, isLiteral: true).contains(first))
    }

    @Test(
        "A form that is also another character is left out of literal texts",
        arguments: [("芸", "藝"), ("弁", "辯"), ("弁", "辨"), ("麺", "麵"), ("浜", "濱"), ("糸", "絲"), ("欠", "缺"), ("吉", "𠮷")])
    func other(_ one: String, _ other: String) {
        for (first, second) in [(one, other), (other, one)] {
            let (first, second) = (scalars(first)[0], scalars(second)[0])
            #expect(CharacterForms.forms(of: first, isLiteral: false).contains(second))
            #expect(!CharacterForms.forms(of: first, isLiteral: true).contains(second))
        }
    }

    @Test(
        "Different characters are no forms of each other",
        arguments: [("辨", "辯"), ("発", "髪"), ("日", "曰"), ("土", "士"), ("未", "末"), ("後", "后"), ("人", "入"), ("大", "太")])
    func apart(_ one: String, _ other: String) {
        #expect(!CharacterForms.forms(of: scalars(one)[0], isLiteral: false).contains(scalars(other)[0]))
    }

    @Test("Every form has its character as a form")
    func symmetric() {
        for scalar in UInt32(0x3040)...0x9FFF {
            for isLiteral in [false, true] {
                for form in CharacterForms.forms(of: scalar, isLiteral: isLiteral) {
                    #expect(form != scalar && CharacterForms.forms(of: form, isLiteral: isLiteral).contains(scalar))
                    #expect(FoldingTable.entry(form).folded(form) == form)
                }
            }
        }
    }

    @Test(
        "A short word of one kind of kana has the other",
        arguments: [("ねこ", "ネコ"), ("だめ", "ダメ"), ("ラーメン", "らーめん"), ("かわいい", "カワイイ")])
    func kana(_ one: String, _ other: String) {
        #expect(CharacterForms.otherKana(of: scalars(one)) == scalars(other))
        #expect(CharacterForms.otherKana(of: scalars(other)) == scalars(one))
    }

    @Test("Other words have none", arguments: ["ー", "ねコ", "猫", "ね", "これはねこです", "コンピューター"])
    func noKana(_ word: String) { #expect(CharacterForms.otherKana(of: scalars(word)) == nil) }

    @Test("Am with a tone mark is written in two orders", arguments: [("น้ำ", "นํ้า"), ("ນ້ຳ", "ນໍ້າ")])
    func am(_ one: String, _ other: String) {
        #expect(CharacterForms.otherOrder(of: scalars(one)) == scalars(other))
        #expect(CharacterForms.otherOrder(of: scalars(other)) == scalars(one))
    }

    @Test("ICU finds Thai words with am, in either order", arguments: ["ดื่มน้ำเย็น", "ดื่มนํ้าเย็น"])
    func segments(_ text: String) {
        let bytes = Array(text.utf8)
        let words = WordSegmenter.shared.words(in: text).map { String(decoding: bytes[$0], as: UTF8.self) }
        #expect(words.count == 3 && words.first == "ดื่ม" && words.last == "เย็น")
    }

    @Test("Am without a tone mark is one word either way")
    func noTone() {
        #expect(scalars("สีดำ") == scalars("สีดํา"))
        #expect(CharacterForms.otherOrder(of: scalars("สีดำ")) == nil)
    }

    @Test("ð, þ and ŋ fold, and the term of older articles is asked for as well")
    func strokes() {
        #expect(Analyzer.shared.foldedText("Þórður Ŋ") == "thordur n")
        #expect(WordSpellings.others(of: "Þórður") == [Array("þorður".utf8)])
        #expect(WordSpellings.others(of: "Köln").isEmpty && WordSpellings.others(of: "thor").isEmpty)
    }

    @Test("Malayalam chillu letters are a consonant with a virama")
    func chillu() {
        let (atomic, joined) = ("അവൻ", "അവന്\u{200D}")
        #expect(WordSpellings.others(of: atomic) == [Array(Analyzer.shared.foldedText(joined).utf8)])
        #expect(WordSpellings.others(of: joined) == [Array(Analyzer.shared.foldedText(atomic).utf8)])
        #expect(WordSpellings.others(of: "മലയാളം").isEmpty)
    }

    @Test("Persian words and their endings are joined and split")
    func persian() {
        func folded(_ text: String) -> [UInt8] { Array(Analyzer.shared.foldedText(text).utf8) }
        for (whole, first, second) in [
            ("کتاب‌ها", "کتاب", "ها"), ("می‌خواهم", "می", "خواهم"), ("بزرگ‌ترین", "بزرگ", "ترین"),
        ] {
            #expect(PersianWords.joined(folded(first), folded(second)) == folded(whole))
            #expect(PersianWords.split(folded(whole)).map { $0.first } == folded(first))
            #expect(PersianWords.split(folded(whole)).map { $0.second } == folded(second))
        }
        #expect(PersianWords.joined(folded("کتاب"), folded("خوب")) == nil)
        #expect(PersianWords.split(folded("تنها")) == nil && PersianWords.split(Array("miracle".utf8)) == nil)
    }
}
