private import Glibc

/// How likely one slip of the finger makes a typed word of the word that was meant: a noisy channel, after Kernighan, Church
/// and Gale, "A Spelling Correction Program Based on a Noisy Channel Model" (1990).
///
/// Weights are logarithms of probabilities, apart from what all slips share. A word has few letters that can be left out or
/// swapped, and 25 times as many ways to have one exchanged or put in, unless it lies beside the right one, sounds like it
/// or is there twice.
package struct TypingSlip {
    package var weight: Double
    /// One that people make, not any exchange of letters.
    package var isTypical: Bool

    /// What two slips in one word weigh.
    package static let two = TypingSlip(weight: -8, isTypical: true)

    /// Words of so many letters are another word if their first letter is exchanged.
    private static let shortest = 4
    /// The first letter is seen while it is typed.
    private static let firstLetter = log(0.5)
    private static let doubled = log(0.25)
    private static let beside = log(1.0 / 12)
    private static let alike = log(1.0 / 15)
    private static let any = log(1.0 / 25)

    /// The slip, as code points of both words; nil where there is none, or more than one.
    package static func between(typed: [UInt32], meant: [UInt32]) -> TypingSlip? {
        guard abs(typed.count - meant.count) <= 1 else { return nil }
        let shorter = min(typed.count, meant.count)
        var start = 0
        while start < shorter, typed[start] == meant[start] { start += 1 }
        var end = 0
        while end < shorter - start, typed[typed.count - 1 - end] == meant[meant.count - 1 - end] { end += 1 }
        guard var slip = slip(typed, meant, start, typed.count - start - end, meant.count - start - end) else {
            return nil
        }
        if start == 0 {
            if typed.count == meant.count, typed.count <= shortest, !slip.isTypical { return nil }
            slip.weight += firstLetter
        }
        return slip
    }

    /// Of words that differ from `start` on in so many letters.
    private static func slip(
        _ typed: [UInt32], _ meant: [UInt32], _ start: Int, _ typedCount: Int, _ meantCount: Int
    ) -> TypingSlip? {
        switch (typedCount, meantCount) {
        case (0, 1): return TypingSlip(weight: 0, isTypical: true)
        case (1, 0):
            let letter = typed[start]
            let before = start > 0 ? typed[start - 1] : 0
            let after = start + 1 < typed.count ? typed[start + 1] : 0
            if letter == before || letter == after { return TypingSlip(weight: doubled, isTypical: true) }
            let isBeside = Keyboard.areBeside(letter, before) || Keyboard.areBeside(letter, after)
            return TypingSlip(weight: isBeside ? beside : any, isTypical: isBeside)
        case (1, 1):
            let (letter, right) = (typed[start], meant[start])
            if Keyboard.areBeside(letter, right) { return TypingSlip(weight: beside, isTypical: true) }
            let soundsAlike = Keyboard.soundAlike(letter, right)
            return TypingSlip(weight: soundsAlike ? alike : any, isTypical: soundsAlike)
        case (2, 2):
            let isSwapped = typed[start] == meant[start + 1] && typed[start + 1] == meant[start]
            return isSwapped ? TypingSlip(weight: 0, isTypical: true) : nil
        default: return nil
        }
    }
}

/// Which Latin letters are taken for each other.
private enum Keyboard {
    private static let first = UInt32(UInt8(ascii: "a"))

    /// For each letter a bit for each letter beside it, on the keyboard of the United States.
    private static let besides = masks(
        [
            "qwa", "wqeas", "ewrsd", "retdf", "tryfg", "ytugh", "uyihj", "iuojk", "oipkl", "pol", "aqwsz", "sawedxz",
            "dserfcx", "fdrtgvc", "gftyhbv", "hgyujnb", "jhuikmn", "kjiolm", "lkop", "zasx", "xzsdc", "cxdfv", "vcfgb",
            "bvghn", "nbhjm", "mnjk",
        ])
    private static let alikes = masks([
        "aeiouy", "eaiouy", "iaeouy", "oaeiuy", "uaeioy", "yaeiou", "cks", "kcq", "sczx", "zs", "xs", "qk", "vwf", "wv",
        "fvp", "pfb", "bp", "gj", "jg", "dt", "td", "mn", "nm", "lr", "rl",
    ])

    private static func masks(_ rows: [String]) -> [UInt32] {
        var masks = [UInt32](repeating: 0, count: 26)
        for row in rows {
            let letters = row.utf8.map { UInt32($0) - first }
            for letter in letters.dropFirst() { masks[Int(letters[0])] |= 1 << letter }
        }
        return masks
    }

    private static func has(_ masks: [UInt32], _ a: UInt32, _ b: UInt32) -> Bool {
        guard a >= first, b >= first, a < first + 26, b < first + 26 else { return false }
        return masks[Int(a - first)] >> (b - first) & 1 == 1
    }

    static func areBeside(_ a: UInt32, _ b: UInt32) -> Bool { has(besides, a, b) }
    static func soundAlike(_ a: UInt32, _ b: UInt32) -> Bool { has(alikes, a, b) }
}
