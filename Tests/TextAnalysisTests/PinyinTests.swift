import Testing

@testable import TextAnalysis

@Suite struct PinyinTests {
    private let pinyin = Pinyin.shared

    private func readings(_ character: Unicode.Scalar) -> [String] {
        pinyin.readings(of: character).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Every reading of a character is known")
    func polyphones() {
        #expect(Set(readings("重")).isSuperset(of: ["zhong", "chong"]))
        #expect(Set(readings("行")).isSuperset(of: ["xing", "hang"]))
        #expect(Set(readings("绿")).isSuperset(of: ["lv", "lu"]))
        #expect(readings("〇").contains("ling"))
        #expect(readings("a").isEmpty && readings("か").isEmpty && readings("\u{20000}").isEmpty)
    }

    @Test("The first letters of a word are given in every reading")
    func initials() {
        #expect(pinyin.initials(of: "全文搜索").contains("qwss"))
        #expect(pinyin.initials(of: "重庆").contains("cq"))
        #expect(pinyin.initials(of: "C位").isEmpty)
        #expect(pinyin.initials(of: String(repeating: "重行", count: 40)).count <= Pinyin.maxForms)
    }

    @Test("Typed letters are cut into syllables, first letters and a syllable on its way")
    func typed() {
        #expect(pinyin.initials(ofTyped: Array("quanwensousuo".utf8)).first == "qwss")
        #expect(pinyin.initials(ofTyped: Array("qwss".utf8)) == ["qwss"])
        #expect(pinyin.initials(ofTyped: Array("quanws".utf8)).contains("qws"))
        #expect(pinyin.initials(ofTyped: Array("quanwensous".utf8)).first == "qwss")
        #expect(pinyin.initials(ofTyped: Array("zhg".utf8)).contains("zg"))
        #expect(pinyin.initials(ofTyped: Array("xian".utf8)).contains("xa"))
        #expect(pinyin.initials(ofTyped: Array("ubuntu".utf8)).isEmpty)
        #expect(pinyin.initials(ofTyped: []).isEmpty)
    }

    @Test("Letters match a word by reading, by first letter, or both mixed")
    func matching() {
        for letters in ["quanwensousuo", "qwss", "quanwss", "qwensousuo"] {
            #expect(pinyin.isSound(Array(letters.utf8), of: "全文搜索"))
        }
        #expect(pinyin.isBeginning(Array("quanwe".utf8), of: "全文搜索"))
        #expect(pinyin.isBeginning(Array("qw".utf8), of: "全文搜索"))
        #expect(!pinyin.isSound(Array("qw".utf8), of: "全文搜索"))
        #expect(!pinyin.isSound(Array("qwsx".utf8), of: "全文搜索"))
        #expect(pinyin.isSound(Array("chongqing".utf8), of: "重庆"))
        #expect(pinyin.soundAlike("全文馊索", "全文搜索"))
        #expect(!pinyin.soundAlike("全文", "全文搜索"))
    }

    @Test(
        "Letters that can be cut in very many ways take no time",
        arguments: [
            String(repeating: "a", count: 64), String(repeating: "xian", count: 16), String(repeating: "h", count: 64),
        ])
    func hostile(_ letters: String) {
        #expect(pinyin.initials(ofTyped: Array(letters.utf8)).count <= Pinyin.maxForms)
        _ = pinyin.isSound(Array(letters.utf8), of: String(repeating: "啊先和", count: 40))
    }

    @Test("Letters are cut into whole syllables, the fewest first")
    func syllables() {
        func cut(_ letters: String) -> [String] {
            Pinyin.shared.syllables(of: Array(letters.utf8)).map { syllables in
                syllables.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
            }
        }
        #expect(cut("guanjianci").first == "guan jian ci")
        #expect(Set(cut("xian")) == ["xian", "xi an"])
        #expect(cut("rmote") == [] && cut("") == [] && cut("zh") == [])
    }

    @Test("A word is spelled out by whole syllables, and has initials")
    func spelledOut() {
        let pinyin = Pinyin.shared
        #expect(pinyin.isSpelledOut(Array("guanjianci".utf8), of: "关键词"))
        #expect(!pinyin.isSpelledOut(Array("rmote".utf8), of: "女模特") && pinyin.isSound(Array("rmote".utf8), of: "女模特"))
        #expect(pinyin.isInitials(Array("gjc".utf8), of: "关键词") && pinyin.isInitials(Array("zgrm".utf8), of: "中国人民"))
        #expect(pinyin.isInitials(Array("zhg".utf8), of: "中国") && !pinyin.isInitials(Array("gjci".utf8), of: "关键词"))
    }

    @Test("Characters are found by their sound, and syllables that sound nearly alike")
    func characters() {
        let pinyin = Pinyin.shared
        let found = Set(pinyin.characters(soundingLike: Array("jian".utf8)).compactMap(Unicode.Scalar.init))
        #expect(found.isSuperset(of: ["键", "健", "建", "件"]) && !found.contains("词"))
        #expect(pinyin.characters(soundingLike: Array("xyz".utf8)) == [])
        func near(_ syllable: String) -> Set<String> {
            Set(pinyin.soundsNearly(Array(syllable.utf8)).map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(near("zhang") == ["zhan", "zang", "zan"] && near("lan").isSuperset(of: ["nan", "lang", "nang"]))
        #expect(near("a") == [] && near("") == [])
    }
}
