import Formats
import Testing

@testable import HTTPServer

@Suite struct ConnectionCounterTests {
    @Test("Addresses are counted one by one, those of IPv6 by their network")
    func networks() {
        var counter = ConnectionCounter(limit: 1)
        func add(_ text: String) -> Bool { IPAddress(text).map { counter.add(.address($0)) } ?? false }
        #expect(add("192.0.2.1"))
        #expect(add("192.0.2.2"))
        #expect(!add("192.0.2.1"))
        #expect(add("2001:db8::1"))
        #expect(!add("2001:db8::2"))
        #expect(add("2001:db8:0:1::1"))
        if let other = IPAddress("2001:db8::3") { counter.remove(.address(other)) }
        #expect(add("2001:db8::2"))
    }
}
