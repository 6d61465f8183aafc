/// Converts integers to and from a blob with 8 little-endian bytes for each integer.
enum PackedIntegers {
    static func bytes(of numbers: [Int64]) -> [UInt8] {
        numbers.flatMap { number in
            stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: number >> Int64($0)) }
        }
    }

    static func numbers(in blob: [UInt8]) -> [Int64] {
        stride(from: 0, through: blob.count - 8, by: 8).map { start in
            Int64(bitPattern: blob[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) })
        }
    }
}
