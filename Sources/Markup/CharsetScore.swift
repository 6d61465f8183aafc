/// A measure of how well a text fits an East Asian multi-byte charset.
struct CharsetScore {
    var label: String
    /// The fraction of byte pairs that are common characters, minus a penalty for invalid pairs; at most 1.3.
    var score: Double
    var pairs: Int

    static let labels: Set<String> = ["gb18030", "big5", "euc-jp", "shift_jis", "euc-kr"]

    static func all(_ sample: [UInt8]) -> [CharsetScore] {
        [
            measure("windows-949", sample, eucKR), measure("gb18030", sample, gb18030),
            measure("big5-hkscs", sample, big5), measure("euc-jp", sample, eucJP),
            measure("windows-31j", sample, shiftJIS),
        ]
    }

    /// The class of a byte pair in a charset. For example, `common` means a common character, and `bad` means that the
    /// pair is invalid.
    private enum Pair {
        case top, common, nearlyCommon, likely, rare, bad
        /// A one-byte character of Shift_JIS.
        case single
    }

    private static func measure(
        _ label: String, _ sample: [UInt8], _ classify: (UInt8, UInt8) -> Pair
    ) -> CharsetScore {
        var common = 0.0
        var pairs = 0
        var bad = 0
        var index = 0
        while index < sample.count {
            let lead = sample[index]
            if lead < 0x80 {
                index += 1
                continue
            }
            let trail = index + 1 < sample.count ? sample[index + 1] : 0
            switch classify(lead, trail) {
            case .top:
                common += 1.3
                pairs += 1
                index += 2
            case .common:
                common += 1
                pairs += 1
                index += 2
            case .nearlyCommon:
                common += 0.9
                pairs += 1
                index += 2
            case .likely:
                common += 0.6
                pairs += 1
                index += 2
            case .rare:
                pairs += 1
                index += 2
            case .single:
                common += 0.25
                pairs += 1
                index += 1
            case .bad:
                bad += 1
                index += 1
            }
        }
        guard pairs > 0 else { return CharsetScore(label: label, score: 0, pairs: 0) }
        let total = Double(pairs + bad)
        return CharsetScore(label: label, score: common / total - 4 * Double(bad) / total, pairs: pairs)
    }

    /// Classifies a byte pair of GB 18030. The level-1 hanzi of GB2312 (B0–D7), its punctuation and full-width forms
    /// are common.
    private static func gb18030(_ lead: UInt8, _ trail: UInt8) -> Pair {
        guard lead >= 0x81, lead <= 0xFE else { return .bad }
        if trail >= 0x30, trail <= 0x39 { return .rare }
        guard trail >= 0x40, trail != 0x7F, trail != 0xFF else { return .bad }
        if trail >= 0xA1, (lead >= 0xB0 && lead <= 0xD7) || lead == 0xA1 || lead == 0xA3 { return .common }
        return .rare
    }

    /// Classifies a byte pair of Big5. Its level-1 hanzi (A4–C6) and punctuation (A1–A3) are common.
    private static func big5(_ lead: UInt8, _ trail: UInt8) -> Pair {
        guard lead >= 0x87, lead <= 0xFE else { return .bad }
        guard (trail >= 0x40 && trail <= 0x7E) || (trail >= 0xA1 && trail <= 0xFE) else { return .bad }
        guard lead >= 0xA1, lead <= 0xC6 else { return .rare }
        // Pairs of bytes from A1 up also occur in EUC charsets; smaller trail bytes occur only in Big5.
        return trail <= 0x7E ? .common : .likely
    }

    /// Classifies a byte pair of EUC-JP. Kana (A4, A5), punctuation (A1) and level-1 kanji (B0–CF) are common. Kanji
    /// count less, since text without kana looks like GB2312.
    private static func eucJP(_ lead: UInt8, _ trail: UInt8) -> Pair {
        if lead == 0x8E { return trail >= 0xA1 && trail <= 0xDF ? .rare : .bad }
        if lead == 0x8F { return trail >= 0xA1 ? .rare : .bad }
        guard lead >= 0xA1, lead <= 0xFE, trail >= 0xA1, trail <= 0xFE else { return .bad }
        if lead >= 0xB0 { return lead <= 0xCF ? .likely : .rare }
        return lead <= 0xA5 && lead != 0xA2 && lead != 0xA3 ? .common : .rare
    }

    private static func shiftJIS(_ lead: UInt8, _ trail: UInt8) -> Pair {
        if lead >= 0xA1, lead <= 0xDF { return .single }
        guard (lead >= 0x81 && lead <= 0x9F) || (lead >= 0xE0 && lead <= 0xFC) else { return .bad }
        guard trail >= 0x40, trail != 0x7F, trail <= 0xFC else { return .bad }
        return lead <= 0x97 ? .common : .rare
    }

    /// Classifies a byte pair of EUC-KR. Hangul syllables (B0–C8) and punctuation are common. Hanja (CA–FD) are rare in
    /// Korean, but common characters in Chinese charsets have the same bytes.
    private static func eucKR(_ lead: UInt8, _ trail: UInt8) -> Pair {
        guard lead >= 0x81, lead <= 0xFE, trail >= 0x41, trail != 0xFF else { return .bad }
        guard trail >= 0xA1, lead >= 0xB0, lead <= 0xC8 else { return .rare }
        // In GB2312 the bytes of each syllable encode a common hanzi. Therefore the 32 syllables that make up half of
        // Korean text decide.
        return korean.contains(UInt16(lead) << 8 | UInt16(trail)) ? .top : .nearlyCommon
    }

    /// The Korean syllables 이 다 의 는 에 을 하 가 고 지 로 은 를 한 기 사 도 인 서 리 시 대 자 정 어 나 아 그 해 라 수 스.
    private static let korean: Set<UInt16> = [
        0xC0CC, 0xB4D9, 0xC0C7, 0xB4C2, 0xBFA1, 0xC0BB, 0xC7CF, 0xB0A1, 0xB0ED, 0xC1F6, 0xB7CE, 0xC0BA, 0xB8A6, 0xC7D1,
        0xB1E2, 0xBBE7, 0xB5B5, 0xC0CE, 0xBCAD, 0xB8AE, 0xBDC3, 0xB4EB, 0xC0DA, 0xC1A4, 0xBEEE, 0xB3AA, 0xBEC6, 0xB1D7,
        0xC7D8, 0xB6F3, 0xBCF6, 0xBDBA,
    ]
}
