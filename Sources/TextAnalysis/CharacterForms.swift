/// Characters of scripts without spaces that a query treats as forms of the same character. All of them are folded as
/// in the index.
public enum CharacterForms {
    /// The other forms of a character: old, new and rare forms of a Han character, and the modern form of an old kana.
    /// For example, 図 is a form of 圖, and イ is a form of ヰ.
    ///
    /// - Parameter isLiteral: whether to leave out forms that are also characters in their own right.
    public static func forms(of scalar: UInt32, isLiteral: Bool) -> [UInt32] {
        if let other = oldKana[scalar] { return [other] }
        return HanVariants.forms(of: scalar, isLiteral: isLiteral)
    }

    /// Maps ゐ, ゑ, ヰ and ヱ to their modern forms, and the modern forms to the old ones.
    private static let oldKana: [UInt32: UInt32] = [
        0x3090: 0x3044, 0x3044: 0x3090, 0x3091: 0x3048, 0x3048: 0x3091,
        0x30F0: 0x30A4, 0x30A4: 0x30F0, 0x30F1: 0x30A8, 0x30A8: 0x30F1,
    ]

    public enum Kana {
        case hiragana, katakana, longVowel
    }

    /// The kind of kana of a folded character; nil if the character is not kana.
    public static func kana(_ scalar: UInt32) -> Kana? {
        if hiragana.contains(scalar) { return .hiragana }
        if katakana.contains(scalar) { return .katakana }
        return scalar == longVowel ? .longVowel : nil
    }

    /// A run converted to the other kana, such as ネコ for ねこ; nil if the run is not a single word in one kind of kana.
    ///
    /// Longer runs are not converted: in hiragana they contain particles and endings, and in katakana they are loan
    /// words.
    public static func otherKana(of run: [UInt32]) -> [UInt32]? {
        guard (2...maxKana).contains(run.count), run.last != longVowel || run.count > 2 else { return nil }
        let isHiragana = run.contains { hiragana.contains($0) }
        var other: [UInt32] = []
        for scalar in run {
            if scalar == longVowel {
                other.append(scalar)
            } else if isHiragana, hiragana.contains(scalar) {
                other.append(scalar + 0x60)
            } else if !isHiragana, katakana.contains(scalar) {
                other.append(scalar - 0x60)
            } else {
                return nil
            }
        }
        return other.first == longVowel ? nil : other
    }

    private static let maxKana = 6
    private static let longVowel: UInt32 = 0x30FC
    private static let hiragana: ClosedRange<UInt32> = 0x3042...0x3094
    private static let katakana: ClosedRange<UInt32> = 0x30A2...0x30F4

    /// The run with a different order of each Thai or Lao am with a tone mark: the nikhahit and the tone mark are
    /// swapped, because both orders look alike (น้ำ and นํ้า). Nil if the run contains no such am.
    public static func otherOrder(of run: [UInt32]) -> [UInt32]? {
        var other = run
        for index in run.indices.dropLast(2) where isAm(run[index], run[index + 1], run[index + 2]) {
            other.swapAt(index, index + 1)
        }
        return other == run ? nil : other
    }

    /// Whether the characters are a nikhahit and a tone mark, in either order, followed by sara aa.
    private static func isAm(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
        switch third {
        case 0x0E32: first == 0x0E4D && isThaiTone(second) || isThaiTone(first) && second == 0x0E4D
        case 0x0EB2: first == 0x0ECD && isLaoTone(second) || isLaoTone(first) && second == 0x0ECD
        default: false
        }
    }

    static func isThaiTone(_ scalar: UInt32) -> Bool { 0x0E48...0x0E4B ~= scalar }
    static func isLaoTone(_ scalar: UInt32) -> Bool { 0x0EC8...0x0ECB ~= scalar }
}
