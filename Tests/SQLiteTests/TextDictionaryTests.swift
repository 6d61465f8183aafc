import Testing

@testable import SQLite

@Suite struct TextDictionaryTests {
    private static let texts: [[UInt8]] = (0..<400).map { number in
        let words = (0..<60).map { "word\(($0 * 7 + number * number) % 90) 文章\((number + $0) % 50)" }
        return Array(words.joined(separator: number % 2 == 0 ? " " : ", ").utf8)
    }

    private func dictionary() throws -> TextDictionary {
        let bytes = try #require(TextDictionary.train(Self.texts))
        return try #require(TextDictionary(bytes, compresses: true))
    }

    @Test("A text comes back as it was, from less than half the bytes")
    func roundTrip() throws {
        let dictionary = try dictionary()
        let (compressor, reader) = (TextCompressor(), TextDictionary.Reader())
        for text in Self.texts {
            let packed = try #require(compressor.compress(text, dictionary))
            #expect(packed.count * 2 < text.count)
            #expect(TextDictionary.id(in: packed.span) == dictionary.id)
            #expect(reader.text(packed.span, dictionary) == text)
            let length = reader.withText(packed.span, dictionary) { $0.count }
            #expect(length == text.count)
        }
    }

    @Test("A long text comes back, too")
    func long() throws {
        let dictionary = try dictionary()
        let text = Array(Self.texts.joined()) + Array(Self.texts.reversed().joined())
        let packed = try #require(TextCompressor().compress(text, dictionary))
        let reader = TextDictionary.Reader()
        #expect(reader.text(packed.span, dictionary) == text)
        #expect(reader.withText(packed.span, dictionary) { span in span.indices.map { span[$0] } } == text)
    }

    @Test("Bytes that are damaged, cut or of another dictionary give no wrong length")
    func damaged() throws {
        let dictionary = try dictionary()
        let bytes = try #require(TextDictionary.train(Self.texts.map { Array($0.reversed()) }))
        let other = try #require(TextDictionary(bytes, compresses: true))
        #expect(other.id != dictionary.id)
        let reader = TextDictionary.Reader()
        let packed = try #require(TextCompressor().compress(Self.texts[3], dictionary))
        #expect(reader.text(packed.span, other) == nil)
        for length in 0..<packed.count { #expect(reader.text(Array(packed[..<length]).span, dictionary) == nil) }
        for index in packed.indices {
            var bytes = packed
            bytes[index] ^= 0x55
            if let text = reader.text(bytes.span, dictionary) { #expect(text.count < 1 << 20) }
        }
    }

    @Test("Of nothing, of equal texts and of bytes that are no dictionary there is none")
    func none() {
        #expect(TextDictionary.train([]) == nil)
        #expect(TextDictionary.train([[1, 2, 3]]) == nil)
        #expect(TextDictionary(Array("no dictionary".utf8), compresses: true) == nil)
        #expect(TextDictionary([], compresses: false) == nil)
    }
}
