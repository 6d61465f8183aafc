import Formats
import Testing

@Suite struct CompressedBytesTests {
    @Test("Bytes are the same after compression, and damaged or large ones are refused")
    func roundTrip() throws {
        for bytes in [
            [], [7], [UInt8](repeating: 1, count: 100_000), (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 31) },
        ] {
            let packed = try #require(CompressedBytes.compress(bytes))
            #expect(CompressedBytes.decompress(packed, limit: 100_000) == bytes)
            if !bytes.isEmpty { #expect(CompressedBytes.decompress(packed, limit: bytes.count - 1) == nil) }
            #expect(CompressedBytes.decompress(Array(packed.dropLast()), limit: 100_000) != bytes || bytes.isEmpty)
        }
        #expect(CompressedBytes.decompress([1, 2, 3], limit: 100) == nil)
        #expect(CompressedBytes.decompress([], limit: 100) == nil)
    }
}
