import Testing

@testable import PostingIndex

@Suite struct SegmentVarintTests {
    private static let values: [UInt64] = {
        var values: [UInt64] = [0, .max]
        for shift in UInt64(1)..<64 {
            let power = UInt64(1) << shift
            values += [power - 1, power, power + 1]
        }
        return values
    }()

    private static func bytes(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        SegmentVarint.append(value, to: &bytes)
        return bytes
    }

    @Test("Each number is read as it was written, and has the length that is said beforehand")
    func roundTrip() {
        for value in Self.values {
            let bytes = Self.bytes(value)
            #expect(bytes.count == SegmentVarint.length(value) && bytes.count <= SegmentVarint.maxLength)
            unsafe (bytes + [0xFF, 0xFF]).withUnsafeBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                var at = 0
                #expect(unsafe SegmentVarint.read(start, &at, end: bytes.count) == value)
                #expect(at == bytes.count)
                #expect(unsafe SegmentVarint.span(start) == bytes.count)
            }
            unsafe (bytes + Array(repeating: 0xFF, count: SegmentVarint.maxLength)).withUnsafeBufferPointer { buffer in
                guard var source = buffer.baseAddress else { return }
                let start = unsafe source
                #expect(unsafe SegmentVarint.read(&source) == value)
                #expect(unsafe source - start == bytes.count)
            }
        }
    }

    @Test("A number that is cut off is none, and nothing behind the end is read")
    func cutOff() {
        for value in Self.values {
            let bytes = Self.bytes(value)
            for end in bytes.indices {
                unsafe Array(bytes[..<end] + [0]).withUnsafeBufferPointer { buffer in
                    guard let start = buffer.baseAddress else { return }
                    var at = 0
                    #expect(unsafe SegmentVarint.read(start, &at, end: end) == nil)
                    #expect(at == end)
                }
            }
        }
    }

    @Test("A larger number has no shorter form, and SQLite's examples have SQLite's bytes")
    func form() {
        let lengths = Self.values.sorted().map { Self.bytes($0).count }
        #expect(lengths == lengths.sorted())
        #expect(Self.bytes(0x7F) == [0x7F] && Self.bytes(0x80) == [0x81, 0x00])
        #expect(Self.bytes(0x3FFF) == [0xFF, 0x7F] && Self.bytes(0x4000) == [0x81, 0x80, 0x00])
        #expect(Self.bytes(.max) == Array(repeating: 0xFF, count: 9))
    }
}
