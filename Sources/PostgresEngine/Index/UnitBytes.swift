/// Converts 16-bit numbers to little-endian bytes and back.
package enum UnitBytes {
    package static func bytes(_ units: ArraySlice<UInt16>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(units.count * 2)
        for unit in units {
            bytes.append(UInt8(truncatingIfNeeded: unit))
            bytes.append(UInt8(truncatingIfNeeded: unit >> 8))
        }
        return bytes
    }

    package static func units(_ bytes: [UInt8]) -> [UInt16] {
        stride(from: 0, to: bytes.count & ~1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    }
}
