internal import Formats
internal import Messages

/// Formats dates of articles for people: short and relative to now in lists, complete elsewhere.
struct PageDates: Sendable {
    private let language: Language
    private let now: Int64
    private let secondsEastOfUTC: @Sendable (Int64) -> Int

    /// - Parameters:
    ///   - now: seconds since 1970.
    ///   - secondsEastOfUTC: the offset of the time zone at a Unix time.
    init(_ language: Language, now: Int64, secondsEastOfUTC: @escaping @Sendable (Int64) -> Int) {
        self.language = language
        self.now = now
        self.secondsEastOfUTC = secondsEastOfUTC
    }

    /// A date in a few characters: `now`, `8 min`, `3 h`, `Yesterday`, `28 Nov` or, in another year, `28 Nov 2024`.
    func short(_ seconds: Int64) -> String {
        if let recent = recent(seconds) { return recent }
        let (time, today) = (local(seconds), local(now))
        switch today.day - time.day {
        case 0 where seconds <= now: return Message.dateHours.text(language, String((now - seconds) / 3600))
        case 0: return clock(time)
        case 1: return Message.dateYesterday.text(language)
        default: return date(time.date, Self.shortMonths, isOfThisYear: time.date.year == today.date.year)
        }
    }

    /// The time of an article in a list whose headers name the days: `8 min` or `14:05`.
    func time(_ seconds: Int64) -> String { recent(seconds) ?? clock(local(seconds)) }

    /// The header of a day in a list: `Today`, `Yesterday`, `Saturday 28 November` or, in another year,
    /// `28 November 2024`.
    func day(_ seconds: Int64) -> String {
        let (time, today) = (local(seconds), local(now))
        switch today.day - time.day {
        case 0: return Message.webToday.text(language)
        case 1: return Message.dateYesterday.text(language)
        default: break
        }
        let isOfThisYear = time.date.year == today.date.year
        let date = date(time.date, Self.months, isOfThisYear: isOfThisYear)
        return isOfThisYear ? withWeekday(time, date) : date
    }

    /// A time of today, `14:05`, or a date and a time: `28 Nov 14:05` or, in another year, `28 Nov 2024 14:05`.
    func moment(_ seconds: Int64) -> String {
        let (time, today) = (local(seconds), local(now))
        if today.day == time.day { return clock(time) }
        return date(time.date, Self.shortMonths, isOfThisYear: time.date.year == today.date.year) + "\u{A0}"
            + clock(time)
    }

    /// The complete date: `Saturday 28 November 2026, 14:05`.
    func full(_ seconds: Int64) -> String {
        let time = local(seconds)
        let date = withWeekday(time, date(time.date, Self.months, isOfThisYear: false))
        return date + (language == .english ? ", " : " ") + clock(time)
    }

    // MARK: -

    private func local(_ seconds: Int64) -> CivilTime {
        CivilTime(unixSeconds: CivilTime.bounded(seconds: seconds), utcOffset: secondsEastOfUTC)
    }

    /// The age of an article that is less than an hour old; otherwise nil. Up to a minute in the future counts as now,
    /// because the clocks of sites differ.
    private func recent(_ seconds: Int64) -> String? {
        switch now.subtractingReportingOverflow(seconds).partialValue {
        case -60..<60: Message.dateNow.text(language)
        case 60..<3600: Message.dateMinutes.text(language, String((now - seconds) / 60))
        default: nil
        }
    }

    private func clock(_ time: CivilTime) -> String {
        func digits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return digits(time.second / 3600) + ":" + digits(time.second / 60 % 60)
    }

    private func date(_ date: CivilDate, _ months: [String], isOfThisYear: Bool) -> String {
        switch language {
        case .english:
            "\(date.day)\u{A0}\(months[date.month - 1])" + (isOfThisYear ? "" : "\u{A0}\(date.year)")
        case .simplifiedChinese: (isOfThisYear ? "" : "\(date.year)年") + "\(date.month)月\(date.day)日"
        }
    }

    private func withWeekday(_ time: CivilTime, _ date: String) -> String {
        switch language {
        case .english: Self.weekdays[time.weekday] + " " + date
        case .simplifiedChinese: date + " " + Self.chineseWeekdays[time.weekday]
        }
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let shortMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let chineseWeekdays = ["星期一", "星期二", "星期三", "星期四", "星期五", "星期六", "星期日"]
}
