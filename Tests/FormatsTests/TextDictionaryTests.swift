import Testing

@testable import Formats

@Suite struct TextDictionaryTests {
    private static let texts: [[UInt8]] = (0..<400).map { number in
        let words = (0..<60).map { "word\(($0 * 7 + number * number) % 90) 文章\((number + $0) % 50)" }
        return Array(words.joined(separator: number % 2 == 0 ? " " : ", ").utf8)
    }

    private let dictionary: TextDictionary
    private let compressor: TextCompressor
    private let reader: TextReader

    init() throws {
        let bytes = try #require(TextDictionary.train(Self.texts))
        dictionary = try #require(TextDictionary(bytes))
        compressor = TextCompressor(dictionary)
        reader = try #require(TextReader(dictionary))
    }

    private func text(_ packed: [UInt8], _ reader: TextReader? = nil) -> [UInt8]? {
        (reader ?? self.reader).withText(packed.span) { span in span.indices.map { span[$0] } }
    }

    @Test("A text comes back as it was, from less than half the bytes")
    func roundTrip() throws {
        for text in Self.texts {
            let packed = try #require(compressor.compress(text))
            #expect(packed.count * 2 < text.count)
            #expect(TextDictionary.id(in: packed.span) == dictionary.id)
            #expect(self.text(packed) == text)
        }
    }

    @Test("A compressed text takes the memory of its own size")
    func memory() throws {
        let text = Array(Self.texts.prefix(40).joined())
        let packed = try #require(compressor.compress(text))
        #expect(packed.capacity < packed.count + 64)
        let markup = Array("<p>".utf8) + text + Array("</p>".utf8)
        let beside = try #require(PrefixCompressor().compress(markup, prefix: text))
        #expect(beside.count * 2 < markup.count && beside.capacity < beside.count + 64)
    }

    @Test("Long texts and random bytes come back, or are not compressed")
    func anyBytes() throws {
        var state: UInt64 = 9
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        for round in 0..<300 {
            let kinds = 1 << (round % 8)
            let count = round % 10 == 0 ? 60_000 + next() % 80_000 : next() % 5_000
            var bytes: [UInt8] = []
            while bytes.count < count {
                if round % 3 == 0 { bytes += Self.texts[next() % 400].prefix(next() % 300) }
                bytes.append(UInt8(next() % kinds))
            }
            if let packed = compressor.compress(bytes) { #expect(text(packed) == bytes) }
        }
        let long = Array(Self.texts.joined()) + Array(Self.texts.reversed().joined())
        let packed = try #require(compressor.compress(long))
        #expect(text(packed) == long)
    }

    @Test("A text is valid while another one is read")
    func nested() throws {
        let first = try #require(compressor.compress(Self.texts[1]))
        let second = try #require(compressor.compress(Self.texts[2]))
        let both = reader.withText(first.span) { outer in
            let inner = text(second)
            return [outer.indices.map { outer[$0] }, inner ?? []]
        }
        #expect(both == [Self.texts[1], Self.texts[2]])
    }

    @Test("Bytes that are damaged, cut or of another dictionary give no text")
    func damaged() throws {
        let bytes = try #require(TextDictionary.train(Self.texts.map { $0.reversed() }))
        let other = try #require(TextDictionary(bytes))
        #expect(other.id != dictionary.id)
        let packed = try #require(compressor.compress(Self.texts[3]))
        #expect(text(packed, TextReader(other)) == nil)
        for length in 0..<packed.count { #expect(text(Array(packed[..<length])) == nil) }
        for index in packed.indices {
            for bit in 0..<8 {
                var bytes = packed
                bytes[index] ^= 1 << UInt8(bit)
                if let text = text(bytes) { #expect(text == Self.texts[3]) }
            }
        }
    }

    @Test("A frame that claims more than its blocks can hold asks for no memory")
    func hugeClaim() {
        // Magic number, single segment with a content size of 8 bytes and a dictionary of 4, one raw block.
        func frame(_ size: UInt64) -> [UInt8] {
            var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE3]
            for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: dictionary.id >> shift)) }
            for shift: UInt64 in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: size >> shift))
            }
            return bytes + [0x09, 0, 0, 0x41]
        }
        #expect(TextDictionary.id(in: frame(1).span) == dictionary.id)
        #expect(text(frame(1)) == [0x41])
        for size: UInt64 in [2, 1 << 20, 1 << 29, 1 << 40, .max - 2] { #expect(text(frame(size)) == nil) }
    }

    @Test("A frame that grows to more than the longest text is refused, and no longer text is compressed")
    func expandingFrame() {
        // As above, with blocks that repeat one byte 128 KB times.
        func frame(blocks: Int) -> [UInt8] {
            var bytes: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE3]
            for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: dictionary.id >> shift)) }
            let size = UInt64(blocks) << 17
            for shift: UInt64 in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: size >> shift))
            }
            for block in 1...blocks {
                let head = UInt32(1 << 17) << 3 | 1 << 1 | (block == blocks ? 1 : 0)
                for shift: UInt32 in [0, 8, 16] { bytes.append(UInt8(truncatingIfNeeded: head >> shift)) }
                bytes.append(0x61)
            }
            return bytes
        }
        let most = TextDictionary.maxTextBytes >> 17
        #expect(reader.withText(frame(blocks: most).span) { $0.count } == TextDictionary.maxTextBytes)
        #expect(reader.withText(frame(blocks: most + 1).span) { $0.count } == nil)
        #expect(compressor.compress([UInt8](repeating: 0x61, count: TextDictionary.maxTextBytes)) != nil)
        #expect(compressor.compress([UInt8](repeating: 0x61, count: TextDictionary.maxTextBytes + 1)) == nil)
    }

    @Test("Of nothing, of equal texts and of bytes that are no dictionary there is none")
    func none() {
        #expect(TextDictionary.train([]) == nil)
        #expect(TextDictionary.train([[1, 2, 3]]) == nil)
        #expect(TextDictionary(Array("no dictionary".utf8)) == nil)
        #expect(TextDictionary([]) == nil)
        var cut = Array(dictionary.bytes.prefix(40))
        #expect(TextDictionary(cut).flatMap(TextReader.init) == nil)
        cut += [UInt8](repeating: 0xFF, count: 300)
        #expect(TextDictionary(cut).flatMap(TextReader.init) == nil)
    }
}
