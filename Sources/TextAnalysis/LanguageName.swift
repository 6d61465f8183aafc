private import CICU

/// Names of languages for users, from ICU.
public enum LanguageName {
    private static let maxTagBytes = 35
    private static let maxNameUnits = 100

    /// The name of a language. For example, `de` is "German" in `en` and "德语" in `zh-Hans`.
    ///
    /// - Parameters:
    ///   - tag: a language tag such as `de` or `zh_TW`, which may come from a feed.
    ///   - locale: the tag of the language in which the name is given.
    /// - Returns: nil if the language has no name.
    public static func of(_ tag: String, in locale: String) -> String? {
        let tag = tag.replacing("_", with: "-")
        let isTag = tag.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        }
        guard isTag, (2...maxTagBytes).contains(tag.utf8.count) else { return nil }
        var units = [UInt16](repeating: 0, count: maxNameUnits)
        let count = unsafe units.withUnsafeMutableBufferPointer { buffer in
            unsafe cicu_language_name(tag, locale, buffer.baseAddress, Int32(buffer.count))
        }
        let name = String(decoding: units.prefix(Int(count)), as: UTF16.self)
        if name.isEmpty { return nil }
        // For an unknown language, ICU returns the code, as in "qq" or "qq (Latin)".
        let code = tag.prefix { $0 != "-" }.lowercased()
        let rest = name.dropFirst(code.count)
        return name.lowercased().hasPrefix(code) && rest.first?.isLetter != true ? nil : name
    }
}
