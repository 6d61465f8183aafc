/// A text in every supported language. `{1}`, `{2}` and so on are placeholders for arguments. `{1:article|articles}`
/// becomes the first word if the first argument is 1; otherwise it becomes the second word.
public struct LocalizedText: Sendable {
    public let english: String
    public let simplifiedChinese: String

    public init(_ english: String, _ simplifiedChinese: String) {
        self.english = english
        self.simplifiedChinese = simplifiedChinese
    }

    /// The text with its placeholders replaced. A placeholder without an argument is unchanged.
    public func text(_ language: Language, _ arguments: [String] = []) -> String {
        let pattern = language == .simplifiedChinese ? simplifiedChinese : english
        return arguments.isEmpty ? pattern : LocalizedText.fill(pattern, arguments)
    }
}

extension LocalizedText {
    /// Replaces `{1}` … `{9}` and `{1:one|many}` in one pass, so that placeholders inside an argument are not replaced.
    public static func fill(_ pattern: String, _ arguments: [String]) -> String {
        var result = ""
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            result.append(contentsOf: rest[..<open])
            rest = rest[open...]
            if let place = Place(rest), place.number <= arguments.count {
                result += place.text(arguments[place.number - 1])
                rest = place.rest
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        result.append(contentsOf: rest)
        return result
    }

    /// A placeholder at the start of a text, such as `{1}` or `{1:article|articles}`.
    private struct Place {
        let number: Int
        /// The words for the singular and the plural; nil if the placeholder is replaced by the argument itself.
        let forms: (one: Substring, many: Substring)?
        let rest: Substring

        init?(_ text: Substring) {
            guard let end = text.firstIndex(of: "}") else { return nil }
            let inside = text[..<end].dropFirst()
            guard let number = inside.first?.wholeNumberValue, number > 0 else { return nil }
            self.number = number
            rest = text[end...].dropFirst()
            let words = inside.dropFirst()
            if words.isEmpty {
                forms = nil
                return
            }
            let parts = words.dropFirst().split(separator: "|", omittingEmptySubsequences: false)
            guard words.first == ":", parts.count == 2 else { return nil }
            forms = (parts[0], parts[1])
        }

        func text(_ argument: String) -> String {
            guard let forms else { return argument }
            return String(argument == "1" ? forms.one : forms.many)
        }
    }
}
