/// The rules of JSON Feed for the values of members.
enum JSONFeedRules {
    static let versions: Set<String> = ["https://jsonfeed.org/version/1", "https://jsonfeed.org/version/1.1"]

    /// The members of an author: "If you provide an author object, then at least one is required."
    static let authorMembers = ["name", "url", "avatar"]

    /// Whether a text is a URL without blanks and control characters. Relative URLs are accepted, since the
    /// specification does not exclude them.
    static func isAddress(_ text: String) -> Bool {
        !text.isEmpty && !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F }
    }

    /// Whether a text has the form of a language tag (RFC 5646 §2.1).
    static func isLanguage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: 0x2D, omittingEmptySubsequences: false)
        guard let first = parts.first, first.count <= 8, first.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 }) else {
            return false
        }
        guard first.count >= 2 || (first.count == 1 && parts.count > 1) else { return false }
        return parts.dropFirst().allSatisfy { part in
            1...8 ~= part.count && part.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
        }
    }

    /// Whether a text is a date (RFC 3339 §5.6). `T` and `Z` may be in upper or lower case.
    static func isDate(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] | 0x20 == 0x74 else { return false }
        // An offset without a colon, or a decimal point without digits, is valid in ISO 8601 but not in RFC 3339.
        let zone = bytes[19...].drop { $0 == 0x2E || $0 &- 0x30 < 10 }
        guard zone.count == 1 || zone.count == 6, bytes[19] != 0x2E || bytes[20] &- 0x30 < 10 else { return false }
        return DateParser.internetDate(bytes.span, 0, bytes.count) != nil
    }

    /// Whether a name can be the name of an extension, which begins with an underscore and a letter.
    static func isExtensionName(_ name: String) -> Bool {
        let bytes = Array(name.utf8.prefix(2))
        return bytes.count == 2 && bytes[0] == 0x5F && ((bytes[1] | 0x20) &- 0x61 < 26 || bytes[1] >= 0x80)
    }

    // MARK: - Lists that the writer copies whole

    @Sendable static func areAuthors(_ value: JSONValue) -> Bool { isValid(value) { $0.checkAuthors($1, "") } }

    @Sendable static func areHubs(_ value: JSONValue) -> Bool { isValid(value) { $0.checkHubs($1, "") } }

    @Sendable static func areAttachments(_ value: JSONValue) -> Bool { isValid(value) { $0.checkAttachments($1, "") } }

    private static func isValid(_ value: JSONValue, _ check: (inout JSONFeedChecker, JSONNode) -> Void) -> Bool {
        var checker = JSONFeedChecker(lines: LineTable([]))
        var offsets: ArraySlice<Int> = []
        check(&checker, JSONNode(value, offsets: &offsets))
        return checker.violations.isEmpty
    }
}
