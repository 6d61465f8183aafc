/// One text in every language we speak. `{1}`, `{2}` … stand for what is filled in.
public struct LocalizedText: Sendable {
    public let english: String
    public let simplifiedChinese: String

    public init(_ english: String, _ simplifiedChinese: String) {
        self.english = english
        self.simplifiedChinese = simplifiedChinese
    }

    /// The text with its places filled. A place without an argument stays as it is.
    public func text(_ language: Language, _ arguments: [String] = []) -> String {
        let pattern = language == .simplifiedChinese ? simplifiedChinese : english
        return arguments.isEmpty ? pattern : LocalizedText.fill(pattern, arguments)
    }
}

extension LocalizedText {
    /// Replaces `{1}` … `{9}`, in one pass, so that an argument that itself holds `{2}` is not filled again.
    public static func fill(_ pattern: String, _ arguments: [String]) -> String {
        var result = ""
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            rest = rest[open...]
            let digit = rest.dropFirst()
            if let number = digit.first?.wholeNumberValue, digit.dropFirst().first == "}",
                number >= 1, number <= arguments.count
            {
                result += arguments[number - 1]
                rest = rest.dropFirst(3)
            } else {
                result += "{"
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }
}
