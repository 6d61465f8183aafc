import Testing

@testable import DesktopSearch

@Suite struct BusValueTests {
    @Test("The signature of a value is the type that both desktops' interfaces declare")
    func signatures() {
        #expect(BusValue.strings([]).signature == "as")
        #expect(BusValue.array(of: "a{sv}", [.properties([])]).signature == "aa{sv}")
        let match = BusValue.structure([
            .string("1"), .string("t"), .string("i"), .int32(30), .double(0.5), .properties([]),
        ])
        #expect(match.signature == "(sssida{sv})")
        #expect(BusValue.uint32(1).signature == "u")
    }

    @Test("An interface is described as the specification has it, markup escaped")
    func introspection() {
        let interface = BusInterface("org.example.A", [.init("Find", ["as", "u"], ["a(s<i)"]), .init("End")])
        let text = interface.introspection
        #expect(text.contains(#"<interface name="org.example.A">"#))
        #expect(text.contains(#"<arg type="as" direction="in"/>"#))
        #expect(text.contains(#"<arg type="a(s&lt;i)" direction="out"/>"#))
        #expect(text.contains(#"<method name="End">"#))
    }
}
