import Markup
import Testing

/// The plain text of ruby annotations and superscripts.
@Suite struct HTMLAnnotationTests {
    private static let mark = "\u{2060}"

    @Test(
        "Base characters stay together, and readings follow at the end of the line",
        arguments: [
            "<p>昨日<ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>駅へ行った。</p>",
            "<p>昨日<ruby>東<rp>（</rp><rt>とう</rt><rp>）</rp></ruby><ruby>京<rp>（</rp><rt>きょう</rt><rp>）</rp></ruby>駅へ行った。</p>",
            "<p>昨日<ruby><rb>東</rb><rt>とう</rt><rb>京</rb><rt>きょう</rt></ruby>駅へ行った。</p>",
            "<p>昨日<ruby><rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt></ruby>駅へ行った。</p>",
            "<p>昨日<ruby>東京<rt>とうきょう</rt></ruby>駅へ行った。</p>",
            "<p>昨日<ruby>\n <rb>東</rb>\n <rb>京</rb>\n <rtc> <rt>とう</rt> <rt>きょう</rt> </rtc>\n</ruby>駅へ行った。</p>",
            "<p>昨日<ruby>東<rp>(<rt>とう<rp>)<rb>京<rp>(<rt>きょう<rp>)</ruby>駅へ行った。</p>",
        ])
    func ruby(_ html: String) { #expect(HTMLText.plainText(html) == "昨日東京駅へ行った。 (とうきょう)") }

    @Test(
        "Readings of words apart are apart, and end with their line",
        arguments: [
            ("<ruby>东<rt>dōng</rt>京<rt>jīng</rt></ruby>駅", "东京駅 (dōng jīng)"),
            ("<ruby>食<rt>た</rt></ruby>べ<ruby>物<rt>もの</rt></ruby>", "食べ物 (た もの)"),
            ("<p><ruby>山<rt>やま</rt></ruby></p><p><ruby>川<rt>かわ</rt></ruby></p>", "山 (やま)\n川 (かわ)"),
            ("<ruby>山<rt>やま<p>次", "山 (やま)\n次"), ("a <ruby>山<rt>やま</rt></ruby> b", "a 山 b (やま)"),
            ("<ruby>Hello <rt>hi</rt>World<rt>x</rt></ruby>", "Hello World (hi x)"), ("<rt>x</rt> y", "x y"),
            ("<ruby>山<rt></rt></ruby>", "山"), ("<ruby><rt>やま</rt></ruby>", "(やま)"), ("<ruby>山</ruby>", "山"),
        ])
    func lines(_ html: String, _ text: String) { #expect(HTMLText.plainText(html) == text) }

    @Test(
        "A number above the line is written in superscript digits, letters after a mark",
        arguments: [
            ("shown<sup>1</sup> x", "shown¹ x"), ("shown<sup><a href=\"#f\">12</a></sup>", "shown¹²"),
            ("shown<a href=\"#f\"><sup>1</sup></a>", "shown¹"), ("shown<sup>1,2</sup>", "shown¹,²"),
            ("10<sup>-6</sup> 10<sup>34567890</sup>", "10⁻⁶ 10³⁴⁵⁶⁷⁸⁹⁰"), ("shown.<sup>1</sup> B", "shown.¹ B"),
            ("Shown<sup>TM</sup> x", "Shown\(mark)TM x"), ("shown<sup>a</sup>", "shown\(mark)a"),
            ("shown<sup>[1]</sup>", "shown[1]"), ("1<sup>st</sup> 2<sup>e</sup>", "1st 2\(mark)e"),
            ("shown <sup>1</sup>", "shown 1"), ("H<sub>2</sub>O", "H2O"), ("shown<sup></sup>x", "shownx"),
            ("<sup>1</sup>x", "1x"), ("shown<sup>1<p>x", "shown1\nx"), ("shown<sup> 1</sup>", "shown 1"),
        ])
    func superscripts(_ html: String, _ text: String) { #expect(HTMLText.plainText(html) == text) }

    @Test("Text that grows with its annotations is whole")
    func growth() {
        let html = String(repeating: "a<sup>1234567890123456</sup>", count: 2_000)
        #expect(HTMLText.plainText(html).unicodeScalars.count == 2_000 * 17)
        let ruby = String(repeating: "<ruby>a<rt>b<br>", count: 2_000)
        #expect(HTMLText.plainText(ruby) == Array(repeating: "a (b)", count: 2_000).joined(separator: "\n"))
    }
}
