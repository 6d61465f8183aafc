import Formats
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test("Random bytes are written as Foundation writes them, and come back", arguments: 0..<100)
    func random(count: Int) {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
        let text = Data(bytes).base64EncodedString()
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text.utf8) == bytes)
        let url = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(Base64.encode(bytes, .url) == url)
        #expect(Base64.decode(url.utf8, .url) == bytes)
        #expect(Base64.decode(url.utf8, nil) == bytes && Base64.decode(text.utf8, nil) == bytes)
        let lines = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithCarriageReturn])
        #expect(Base64.decode(lines.utf8, skipsSpaces: true) == bytes)
    }

    @Test(
        "Letters of the other alphabet, spaces and lone letters are refused",
        arguments: ["a-b_", "YQ= =", "YWJjZ", "é"])
    func refused(_ text: String) { #expect(Base64.decode(text.utf8) == nil) }

    @Test("The alphabet of addresses has neither padding nor the signs that are escaped", arguments: ["a+b/", "YQ=="])
    func refusedInAddresses(_ text: String) { #expect(Base64.decode(text.utf8, .url) == nil) }
}
