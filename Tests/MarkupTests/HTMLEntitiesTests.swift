import Markup
import Testing

@Suite struct HTMLEntitiesTests {
    @Test("Names are known with their case")
    func named() {
        #expect(HTMLEntities.text(named: "amp") == "&")
        #expect(HTMLEntities.text(named: "Aacute") == "Á")
        #expect(HTMLEntities.text(named: "aacute") == "á")
        #expect(HTMLEntities.text(named: "fjlig") == "fj")
        #expect(HTMLEntities.text(named: "zwnj") == "\u{200C}")
        #expect(HTMLEntities.text(named: "AACUTE") == nil)
        #expect(HTMLEntities.text(named: "") == nil)
    }

    @Test("Decoding leaves everything but references alone")
    func decode() {
        #expect(HTMLEntities.decode("a &amp; <b> &lt; &x; 中") == "a & <b> < &x; 中")
        #expect(HTMLEntities.decode("no references") == "no references")
    }
}
