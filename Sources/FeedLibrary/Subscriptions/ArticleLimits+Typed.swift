public import Articles
internal import PageRecipes

extension ArticleLimits {
    private static let secondsPerUnit: [Character: Int64] = ["d": 86_400, "w": 7 * 86_400, "y": 365 * 86_400]

    /// Parses article limits: a number of articles, an age (such as `90d` or `2y`), both separated by a comma, or
    /// `all`. Returns nil for any other text.
    public init?(typed text: String) {
        self.init()
        if text == "all" { return }
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            if let count = Int64(part), count > 0, self.count == nil {
                self.count = count
            } else if let unit = part.last.flatMap({ Self.secondsPerUnit[$0] }), let number = Int64(part.dropLast()),
                (1...100_000).contains(number), seconds == nil
            {
                seconds = number * unit
            } else {
                return nil
            }
        }
    }

    /// The text form, as a user enters it, such as `500,90d`.
    package var typed: String {
        let age = seconds.map { TimeLength.typed(Int(clamping: $0)) }
        let parts = [count.map { String($0) }, age].compactMap(\.self)
        return parts.isEmpty ? "all" : parts.joined(separator: ",")
    }
}

extension FullText {
    /// Parses the full-text option, which is `on` or a CSS selector; nil if the selector is invalid.
    public init?(typed text: String) {
        if text == "on" {
            self = .automatic
        } else {
            guard (try? Selector(text)) != nil else { return nil }
            self = .selector(text)
        }
    }

    /// The text form, as a user enters it.
    public var typed: String {
        switch self {
        case .automatic: "on"
        case .selector(let selector): selector
        }
    }
}
