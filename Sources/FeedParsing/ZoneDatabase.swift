internal import Formats
internal import Markup

/// The time zones of the IANA database, including summer time.
enum ZoneDatabase {
    /// The moment at which clocks in a zone show a given time; nil if the zone is unknown.
    ///
    /// - Parameters:
    ///   - name: a name such as `Europe/Paris`, in any mix of upper and lower case.
    ///   - clock: the time shown by clocks in the zone, represented as if the zone were UTC.
    static func moment(_ clock: Timestamp, in name: String) -> Timestamp? {
        guard name.utf8.count <= maxBytes, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        guard let seconds = offset(of: name, at: clock) ?? offset(of: capitalized(name), at: clock) else { return nil }
        return Timestamp(seconds: clock.seconds - Int64(seconds))
    }

    private static let maxBytes = 64

    /// The offset of a zone in seconds east of UTC; nil if the zone is unknown.
    private static func offset(of name: String, at clock: Timestamp) -> Int? {
        let time = CivilTime(seconds: clock.seconds)
        let date = time.date
        return ZoneOffset.seconds(
            of: name,
            at: ZoneOffset.ClockTime(
                year: Int(date.year), month: Int(date.month), day: Int(date.day), hour: Int(time.second / 3_600),
                minute: Int(time.second / 60 % 60), second: Int(time.second % 60)))
    }

    /// The usual spelling of a name in lower case. For example, `america/new_york` becomes `America/New_York`.
    private static func capitalized(_ name: String) -> String {
        var isFirst = true
        var result = ""
        for character in name.lowercased() {
            result += isFirst ? character.uppercased() : String(character)
            isFirst = character == "/" || character == "_" || character == "-"
        }
        return result
    }
}
