internal import Formats

/// Formats the `Date` header field, at most once a second.
struct DateLine {
    private let now: @Sendable () -> Int64
    private var second = Int64.min
    private var line: [UInt8] = []

    /// - Parameter now: returns the current time in seconds since 1970.
    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// The whole header line, such as `Date: Mon, 06 May 2024 07:08:09 GMT`, with its line break (RFC 9110, section
    /// 5.6.7).
    mutating func bytes() -> [UInt8] {
        let current = now()
        if current != second {
            second = current
            line = Array("Date: \(CivilTime.rfc5322(current).dropLast(5))GMT\r\n".utf8)
        }
        return line
    }
}
