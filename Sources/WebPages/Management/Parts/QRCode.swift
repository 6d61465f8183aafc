/// A QR code (ISO/IEC 18004:2015) for bytes, with error correction level M, which tolerates 15 % of damage.
struct QRCode: Sendable, Equatable {
    /// The number of modules per side.
    let size: Int
    /// The modules, row by row; true means dark.
    private(set) var modules: [Bool]
    /// Whether each module belongs to the finder, timing, alignment or format patterns, which are not masked.
    private var isFunction: [Bool]
    private let version: Int

    /// The number of codewords, of blocks, and of error correction codewords per block, for versions 1 to 6 at level M
    /// (table 9). Later versions have blocks of two lengths and contain version information.
    private static let levels: [(codewords: Int, blocks: Int, correction: Int)] = [
        (26, 1, 10), (44, 1, 16), (70, 1, 26), (100, 2, 18), (134, 2, 24), (172, 4, 16),
    ]
    /// The maximum number of bytes that fit in a code of version 6.
    static let maxBytes = 106

    /// - Returns: nil for more than `maxBytes` bytes.
    init?(_ bytes: [UInt8]) {
        // The mode and the count take 12 bits, and the terminator takes 4.
        guard let version = (1...Self.levels.count).first(where: { bytes.count + 2 <= Self.dataCodewords($0) }) else {
            return nil
        }
        self.version = version
        size = 17 + 4 * version
        modules = Array(repeating: false, count: size * size)
        isFunction = modules
        drawFunctions()
        place(Self.interleaved(Self.data(bytes, version), version))
        mask()
    }

    func isDark(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

    // MARK: - Codewords

    private static func dataCodewords(_ version: Int) -> Int {
        let level = levels[version - 1]
        return level.codewords - level.blocks * level.correction
    }

    /// The data codewords in byte mode, with a terminator and padding.
    private static func data(_ bytes: [UInt8], _ version: Int) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        add(0b0100, 4)
        add(bytes.count, 8)
        for byte in bytes { add(Int(byte), 8) }
        let capacity = 8 * dataCodewords(version)
        add(0, min(4, capacity - bits.count))
        add(0, -bits.count & 7)
        var padding = 0xEC
        while bits.count < capacity {
            add(padding, 8)
            padding ^= 0xEC ^ 0x11
        }
        return stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// Splits the data into blocks, adds error correction, and interleaves the codewords.
    private static func interleaved(_ data: [UInt8], _ version: Int) -> [UInt8] {
        let level = levels[version - 1]
        let length = data.count / level.blocks
        let blocks = (0..<level.blocks).map { Array(data[$0 * length..<($0 + 1) * length]) }
        let generator = generator(level.correction)
        let checks = blocks.map { remainder($0, generator) }
        return (0..<length).flatMap { column in blocks.map { $0[column] } }
            + (0..<level.correction).flatMap { column in checks.map { $0[column] } }
    }

    // MARK: - Reed-Solomon, in GF(256) by x⁸ + x⁴ + x³ + x² + 1

    private static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        var product = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x11D
            if b >> bit & 1 == 1 { product ^= Int(a) }
        }
        return UInt8(product)
    }

    private static func generator(_ degree: Int) -> [UInt8] {
        var result = Array(repeating: UInt8(0), count: degree)
        result[degree - 1] = 1
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                result[index] = multiply(result[index], root) ^ (index + 1 < degree ? result[index + 1] : 0)
            }
            root = multiply(root, 2)
        }
        return result
    }

    private static func remainder(_ data: [UInt8], _ generator: [UInt8]) -> [UInt8] {
        var result = Array(repeating: UInt8(0), count: generator.count)
        for byte in data {
            let factor = byte ^ result.removeFirst()
            result.append(0)
            for index in result.indices { result[index] ^= multiply(generator[index], factor) }
        }
        return result
    }

    // MARK: - Modules

    private mutating func set(_ x: Int, _ y: Int, _ isDark: Bool) {
        modules[y * size + x] = isDark
        isFunction[y * size + x] = true
    }

    private mutating func drawFunctions() {
        for index in 0..<size {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            for dy in -4...4 {
                for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
                    let distance = max(abs(dx), abs(dy))
                    set(x + dx, y + dy, distance != 2 && distance != 4)
                }
            }
        }
        if version > 1 {
            for dy in -2...2 {
                for dx in -2...2 { set(size - 7 + dx, size - 7 + dy, max(abs(dx), abs(dy)) != 1) }
            }
        }
        drawFormat(mask: 0)
    }

    /// Draws the format information, in which level M has the code 00.
    private mutating func drawFormat(mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0..<6 { set(8, index, bit(index)) }
        set(8, 7, bit(6))
        set(8, 8, bit(7))
        set(7, 8, bit(8))
        for index in 9..<15 { set(14 - index, 8, bit(index)) }
        for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
        set(8, size - 8, true)
    }

    /// Places the codewords in pairs of columns from right to left, alternately upwards and downwards.
    private mutating func place(_ codewords: [UInt8]) {
        var index = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                for x in [right, right - 1] {
                    let isUpward = (right + 1) & 2 == 0
                    let y = isUpward ? size - 1 - step : step
                    if isFunction[y * size + x] || index >= codewords.count * 8 { continue }
                    modules[y * size + x] = codewords[index >> 3] >> (7 - index & 7) & 1 == 1
                    index += 1
                }
            }
            right -= 2
        }
    }

    // MARK: - Masks

    /// Applies the mask with the lowest penalty.
    private mutating func mask() {
        var best: (penalty: Int, code: QRCode)?
        for mask in 0..<8 {
            var code = self
            code.apply(mask)
            code.drawFormat(mask: mask)
            let penalty = code.penalty
            if best.map({ penalty < $0.penalty }) ?? true { best = (penalty, code) }
        }
        if let best { self = best.code }
    }

    private mutating func apply(_ mask: Int) {
        for y in 0..<size {
            for x in 0..<size where !isFunction[y * size + x] {
                let inverts =
                    switch mask {
                    case 0: (x + y) % 2 == 0
                    case 1: y % 2 == 0
                    case 2: x % 3 == 0
                    case 3: (x + y) % 3 == 0
                    case 4: (x / 3 + y / 2) % 2 == 0
                    case 5: x * y % 2 + x * y % 3 == 0
                    case 6: (x * y % 2 + x * y % 3) % 2 == 0
                    default: ((x + y) % 2 + x * y % 3) % 2 == 0
                    }
                if inverts { modules[y * size + x].toggle() }
            }
        }
    }

    /// The penalty for features that make a code hard to read, such as long runs, blocks, finder-like patterns, and an
    /// uneven share of dark modules (7.8.3).
    private var penalty: Int {
        var sum = 0
        let finder: [Bool] = [true, false, true, true, true, false, true]
        for isColumn in [false, true] {
            for line in 0..<size {
                let row = (0..<size).map { isColumn ? isDark(line, $0) : isDark($0, line) }
                var run = 1
                for index in 1...size {
                    if index < size, row[index] == row[index - 1] {
                        run += 1
                    } else {
                        if run >= 5 { sum += run - 2 }
                        run = 1
                    }
                }
                for start in 0...(size - 7) where Array(row[start..<start + 7]) == finder {
                    let before = row[max(0, start - 4)..<start].allSatisfy { !$0 }
                    let after = row[(start + 7)..<min(size, start + 11)].allSatisfy { !$0 }
                    if before || after { sum += 40 }
                }
            }
        }
        for y in 1..<size {
            for x in 1..<size {
                let dark = isDark(x, y)
                if isDark(x - 1, y) == dark, isDark(x, y - 1) == dark, isDark(x - 1, y - 1) == dark { sum += 3 }
            }
        }
        let dark = modules.count { $0 }
        return sum + abs(dark * 20 - modules.count * 10) / modules.count * 10
    }
}
