import Testing

@testable import Formats

@Suite struct PunycodeTests {
    /// The samples are from RFC 3492, section 7.1, and from registered names.
    @Test(
        "Labels are decoded",
        arguments: [
            ("fsqu00a", "例子"), ("0zwm56d", "测试"), ("bcher-kva", "bücher"), ("BCHER-KVA", "bücher"),
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"), ("3B-ww4c5e180e575a65lsy2b", "3年b組金八先生"),
            ("d9juau41awczczp", "そのスピードで"), ("b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"),
        ])
    func labels(_ ascii: String, _ text: String) { #expect(Punycode.decoded(Array(ascii.utf8)[...]) == text) }

    @Test("Only whole labels of an address are decoded")
    func address() {
        func decoded(_ text: String) -> String {
            String(decoding: Punycode.decodingLabels(in: Array(text.utf8)), as: UTF8.self)
        }
        #expect(decoded("https://xn--fsqu00a.XN--0zwm56d/a") == "https://例子.测试/a")
        #expect(decoded("www.xn--bcher-kva.example") == "www.bücher.example")
        for text in ["", "xn-", "xn--", "axn--fsqu00a.example", "example.org/xn--/x", "xn--.org", "xn--99999999.org"] {
            #expect(decoded(text) == text)
        }
    }

    @Test("Malformed and long labels are not decoded")
    func malformed() {
        for label in ["", "-", "a-", "é", "99999999", String(repeating: "a", count: 60), "a-9999999999999"] {
            #expect(Punycode.decoded(Array(label.utf8)[...]) == (label == "a-" ? "a" : nil), "\(label)")
        }
        for _ in 0..<2_000 {
            let label = (0..<Int.random(in: 0...59)).map { _ in UInt8.random(in: 0x2D...0x7A) }
            _ = Punycode.decoded(label[...])
            _ = Punycode.decodingLabels(in: Array("xn--".utf8) + label)
        }
    }
}
