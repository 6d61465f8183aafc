internal import FeedLibrary
internal import FeedParsing
internal import Messages

/// The arguments of a call of a tool. Unknown arguments are refused rather than ignored.
struct ToolArguments: Sendable {
    private let value: JSONValue
    private let language: Language

    /// - Throws: `UserFacingError` for an argument whose name is not in `names`.
    init(_ value: JSONValue, _ names: [String], _ language: Language) throws(UserFacingError) {
        if let unknown = value.members?.first(where: { !names.contains($0.key) }) {
            throw UserFacingError(
                .httpUnknownMember, [FencedText.line(unknown.key), names.joined(separator: ", ")], language: language)
        }
        self.value = value
        self.language = language
    }

    func text(_ name: String, maxBytes: Int = 4_000) throws(UserFacingError) -> String? {
        guard let text = try read(name, .httpMemberString, body: \.string) else { return nil }
        if text.utf8.count > maxBytes {
            throw UserFacingError(.assistantTextTooLong, [name, String(maxBytes)], language: language)
        }
        return text
    }

    /// A required text that is not empty.
    func required(_ name: String, maxBytes: Int = 4_000) throws(UserFacingError) -> String {
        guard let text = try text(name, maxBytes: maxBytes), !text.isEmpty else {
            throw UserFacingError(.httpMemberWanted, [name], language: language)
        }
        return text
    }

    func flag(_ name: String) throws(UserFacingError) -> Bool? { try read(name, .httpMemberFlag, body: \.bool) }

    func choice(_ name: String, among values: [String]) throws(UserFacingError) -> String? {
        guard let text = try text(name) else { return nil }
        guard values.contains(text) else {
            throw UserFacingError(.httpBadChoice, [name, values.joined(separator: ", ")], language: language)
        }
        return text
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(UserFacingError) -> Int? {
        try read(name, .httpMemberInteger, [String(range.lowerBound), String(range.upperBound)]) { value in
            value.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The number of an article, which may also be written as `#12` or as its URI.
    func article() throws(UserFacingError) -> Int64 {
        let number = try read("article", .assistantArticleWanted) { value in
            value.integer ?? value.string.flatMap { ArticleSelection.number($0) ?? ResourceAddress($0)?.article }
        }
        guard let number, number > 0 else {
            throw UserFacingError(.assistantArticleWanted, ["article"], language: language)
        }
        return number
    }

    /// 1 to `maxCount` numbers of articles.
    func articles(maxCount: Int) throws(UserFacingError) -> [Int64] {
        let numbers = try elements("articles", .httpBadNumbers) { $0.integer.flatMap { $0 > 0 ? $0 : nil } }
        guard let numbers, (1...maxCount).contains(numbers.count) else {
            throw UserFacingError(.assistantArticlesWanted, ["articles", String(maxCount)], language: language)
        }
        return numbers
    }

    /// At most 20 texts.
    func texts(_ name: String) throws(UserFacingError) -> [String] {
        let texts = try elements(name, .httpBadStrings, { $0.string }) ?? []
        if texts.count > 20 || texts.contains(where: { $0.utf8.count > 200 }) {
            throw UserFacingError(.assistantTagsTooMany, [name], language: language)
        }
        return texts
    }

    private func elements<Element>(
        _ name: String, _ form: Message, _ body: (JSONValue) -> Element?
    ) throws(UserFacingError) -> [Element]? {
        try read(name, form) { value in
            guard let values = value.array else { return nil }
            let elements = values.compactMap(body)
            return elements.count == values.count ? elements : nil
        }
    }

    /// - Parameter form: the message that describes the expected value; its first argument is the name.
    private func read<Result>(
        _ name: String, _ form: Message, _ arguments: [String] = [], body: (JSONValue) -> Result?
    ) throws(UserFacingError) -> Result? {
        guard let member = value[name], member != .null else { return nil }
        guard let result = body(member) else { throw UserFacingError(form, [name] + arguments, language: language) }
        return result
    }
}
