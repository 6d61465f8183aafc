/// The words and numerals in Chinese and Japanese dates, which have no spaces between words.
enum DateIdeographs {
    /// The time zone that a word implies if the date gives no zone.
    enum Clock: Sendable {
        case chinese, japanese, either

        /// The offset in minutes east of UTC.
        var offset: Int { self == .japanese ? 540 : 480 }
    }

    /// The length of the longest word in characters.
    static let maxWordCount = 3

    static let words: [String: (meaning: DateWord, clock: Clock)] = [
        "年": (.unit(.year), .either), "月": (.unit(.month), .either), "日": (.unit(.day), .either),
        "号": (.unit(.day), .chinese), "號": (.unit(.day), .chinese),
        "时": (.unit(.hour), .chinese), "点": (.unit(.hour), .chinese), "點": (.unit(.hour), .chinese),
        "時": (.unit(.hour), .either), "分": (.unit(.minute), .either), "秒": (.unit(.second), .either),
        "上午": (.meridiem(isAfternoon: false, leads: true), .chinese),
        "早上": (.meridiem(isAfternoon: false, leads: true), .chinese),
        "凌晨": (.meridiem(isAfternoon: false, leads: true), .chinese),
        "下午": (.meridiem(isAfternoon: true, leads: true), .chinese),
        "中午": (.meridiem(isAfternoon: true, leads: true), .chinese),
        "晚上": (.meridiem(isAfternoon: true, leads: true), .chinese),
        "午前": (.meridiem(isAfternoon: false, leads: true), .japanese),
        "午後": (.meridiem(isAfternoon: true, leads: true), .japanese),
        "令和": (.era(2_018), .japanese), "平成": (.era(1_988), .japanese), "昭和": (.era(1_925), .japanese),
        "民國": (.era(1_911), .chinese), "民国": (.era(1_911), .chinese), "公元": (.noise, .chinese),
        "西元": (.noise, .chinese), "于": (.noise, .chinese), "於": (.noise, .chinese),
        "発表": (.noise, .japanese), "發表": (.noise, .chinese), "发表": (.noise, .chinese), "发布": (.noise, .chinese),
        "星期": (.weekday, .chinese), "礼拜": (.weekday, .chinese), "禮拜": (.weekday, .chinese),
        "周": (.weekday, .chinese), "週": (.weekday, .chinese),
    ]

    /// The length of a Japanese weekday such as "月曜日" or "火曜"; nil for any other text. The character before 曜 is then a
    /// weekday and not a month.
    static func japaneseWeekdayCount(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        guard scalars.count >= 2, scalars[scalars.startIndex + 1] == "曜" else { return nil }
        return scalars.count >= 3 && scalars[scalars.startIndex + 2] == "日" ? 3 : 2
    }

    /// The value of a numeral in 0...10; nil for other characters. 元 is 1, because it means the first year of an era.
    static func value(of scalar: Unicode.Scalar) -> Int? {
        switch scalar {
        case "〇", "零", "○": 0
        case "一", "元": 1
        case "二": 2
        case "三": 3
        case "四": 4
        case "五": 5
        case "六": 6
        case "七": 7
        case "八": 8
        case "九": 9
        case "十": 10
        default: nil
        }
    }

    /// The value of a run of numerals. 二〇二四 is read digit by digit, and 二十八 as tens and units.
    static func number(_ numerals: [Int]) -> Int {
        guard numerals.contains(10) else { return numerals.reduce(0) { $0 &* 10 &+ $1 } }
        var total = 0
        var pending: Int?
        for numeral in numerals {
            if numeral == 10 {
                total += (pending ?? 1) * 10
                pending = nil
            } else {
                pending = numeral
            }
        }
        return total + (pending ?? 0)
    }
}
