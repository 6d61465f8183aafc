internal import Foundation

/// Numbers at and beyond the limits of every type.
package enum ExtremeNumbers {
    private static let every = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775806", "-9223372036854775807",
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "2147483647", "2147483648",
        "-2147483648", "4294967295", "4294967296", "9007199254740992", "253402300800", "99999999999999", "1e308",
        "-1e308", "-1", "0", "NaN", "-Infinity", "0x7fffffffffffffff", String(repeating: "9", count: 400),
    ]

    /// All with `FEEDSEARCH_TEST_LONG=1`. Else the limits of 64 bits, and one more, another one for each field.
    package static var some: [String] {
        if ProcessInfo.processInfo.environment["FEEDSEARCH_TEST_LONG"] == "1" { return every }
        return every.prefix(2) + [every.dropFirst(2).randomElement() ?? "0"]
    }
}
