internal import Messages
internal import TextAnalysis

extension HTMLPage {
    /// A number with separators between groups of three digits, as in `1,063`. English and Chinese use the same form.
    func number(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    /// The name of a language in the language of the page; nil if it has none.
    ///
    /// - Parameter tag: a language tag, such as `de`.
    func languageName(_ tag: String) -> String? { LanguageName.of(tag, in: languageTag) }

    /// The name of a month in the form `2024-01`, such as `Jan 2024` or `2024年1月`.
    func monthName(_ month: String) -> String {
        let parts = month.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2, Self.months.indices.contains(parts[1] - 1) else { return month }
        return language == .english ? "\(Self.months[parts[1] - 1]) \(parts[0])" : "\(parts[0])年\(parts[1])月"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
