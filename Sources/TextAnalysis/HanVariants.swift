/// Old, new and rare forms of Han characters, such as 圖 and 図, 渡邊 and 渡邉, 峰 and 峯.
///
/// The index stores each form separately, because many of them are characters in their own right in another country. A
/// query searches for all forms. Traditional and simplified Chinese forms are one character in the index.
enum HanVariants {
    /// The other forms of a folded character; may be empty.
    ///
    /// - Parameter isLiteral: whether to leave out forms that are also characters in their own right, such as 芸 for 藝.
    static func forms(of scalar: UInt32, isLiteral: Bool) -> [UInt32] {
        // The tables contain only characters of the Basic Multilingual Plane, which have three UTF-8 bytes.
        if scalar == yoshi.long { return isLiteral ? [] : [yoshi.short] }
        guard 0x2E80...0xFFFF ~= scalar else { return [] }
        var forms = find(scalar, in: HanVariantsData.same)
        if !isLiteral {
            forms += find(scalar, in: HanVariantsData.other)
            if scalar == yoshi.short { forms.append(yoshi.long) }
        }
        return forms
    }

    /// 吉 and its variant 𠮷, which is outside the Basic Multilingual Plane and therefore not in the tables.
    private static let yoshi = (short: UInt32(0x5409), long: UInt32(0x20BB7))

    /// The size of a pair of characters in UTF-8.
    private static let pairBytes = 6

    private static func find(_ scalar: UInt32, in table: StaticString) -> [UInt32] {
        let count = table.utf8CodeUnitCount / pairBytes
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if character(middle * pairBytes, in: table) < scalar { low = middle + 1 } else { high = middle }
        }
        var found: [UInt32] = []
        while low < count, character(low * pairBytes, in: table) == scalar {
            found.append(character(low * pairBytes + 3, in: table))
            low += 1
        }
        return found
    }

    private static func character(_ index: Int, in table: StaticString) -> UInt32 {
        let bytes = unsafe table.utf8Start + index
        return unsafe UInt32(bytes[0] & 0x0F) << 12 | UInt32(bytes[1] & 0x3F) << 6 | UInt32(bytes[2] & 0x3F)
    }
}
