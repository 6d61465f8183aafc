private import CICU

/// A regular expression in ICU's syntax, with a bound on the work for one text.
@safe public final class RegularExpression {
    private let handle: OpaquePointer
    /// In ICU's units, some milliseconds each: <https://unicode-org.github.io/icu-docs/apidoc/dev/icu4c/uregex_8h.html>.
    private static let timeLimit: Int32 = 200

    /// Nil where the pattern is broken.
    public init?(_ pattern: String, caseInsensitive: Bool) {
        let units = Array(pattern.utf16)
        var place: Int32 = 0
        guard
            let opened = unsafe cicu_regex_open(units, Int32(clamping: units.count), caseInsensitive ? 1 : 0, &place)
        else { return nil }
        unsafe handle = opened
    }

    deinit { unsafe cicu_regex_close(handle) }

    /// Whether the pattern is found anywhere. A text that takes too long counts as not found.
    public func isFound(in text: String) -> Bool {
        let units = Array(text.utf16)
        return unsafe cicu_regex_find(handle, units, Int32(clamping: units.count), Self.timeLimit) == 1
    }
}
