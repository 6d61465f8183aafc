/// The languages that messages, help and the manual are written in.
public enum Language: Sendable, CaseIterable {
    case english, simplifiedChinese

    /// The language of the locale in the environment. According to POSIX, the first of LC_ALL, LC_MESSAGES and LANG
    /// that is set and not empty determines the locale.
    ///
    /// zh_CN, zh_SG, zh_Hans and zh without a region are Simplified Chinese. For all other locales, including
    /// Traditional Chinese, the language is English.
    public static func current(_ environment: (String) -> String?) -> Language {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            return Language(locale: value)
        }
        return .english
    }

    /// The language of a locale name such as `zh_CN.UTF-8` or `zh-Hans-SG`.
    public init(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }.lowercased()
        let parts = name.split { $0 == "_" || $0 == "-" }
        guard parts.first == "zh" else {
            self = .english
            return
        }
        let simplified = parts.count == 1 || parts.dropFirst().contains { ["cn", "sg", "hans"].contains(String($0)) }
        let traditional = parts.contains("hant")
        self = simplified && !traditional ? .simplifiedChinese : .english
    }
}
