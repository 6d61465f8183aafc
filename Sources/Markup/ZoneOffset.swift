private import CICU

/// Offsets of time zones from UTC, including daylight saving time, from ICU's copy of the IANA database. This type is
/// in this module because the module contains the parsers' only wrapper of ICU.
public enum ZoneOffset {
    /// A date and time as shown by a clock in a time zone.
    public struct ClockTime: Sendable {
        public var year: Int
        /// A month in 1...12.
        public var month: Int
        public var day: Int
        public var hour: Int
        public var minute: Int
        public var second: Int

        public init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
            (self.year, self.month, self.day) = (year, month, day)
            (self.hour, self.minute, self.second) = (hour, minute, second)
        }
    }

    /// The offset in seconds east of UTC; nil if the zone is unknown.
    ///
    /// - Parameter name: an IANA name such as `Europe/Paris`; ICU is case-sensitive.
    public static func seconds(of name: String, at time: ClockTime) -> Int? {
        let units = Array(name.utf16)
        var milliseconds: Int32 = 0
        let isKnown = unsafe units.withUnsafeBufferPointer { buffer in
            unsafe cicu_zone_offset(
                buffer.baseAddress, Int32(buffer.count), Int32(clamping: time.year), Int32(clamping: time.month - 1),
                Int32(clamping: time.day), Int32(clamping: time.hour), Int32(clamping: time.minute),
                Int32(clamping: time.second), &milliseconds)
        }
        return isKnown ? Int(milliseconds) / 1_000 : nil
    }
}
