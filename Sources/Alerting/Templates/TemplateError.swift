/// The first mistake in a body template, with its line, counted from 1.
public struct TemplateError: Error, Sendable, Equatable {
    public enum Reason: Sendable, Equatable {
        /// A tag such as `{{title` without its end.
        case unclosedTag
        /// The tag cannot be read, for example because it is empty or a partial.
        case badTag(String)
        /// `{{{name}}}` and `{{&name}}`, which would insert text without escapes.
        case unescaped(String)
        /// No value has this name.
        case unknownName(String)
        case unclosedSection(String)
        /// The end of a section that does not match the section that is open.
        case unexpectedEnd(String)
        /// A section begins and ends in different parts of the format, for example outside and inside a string.
        case splitSection(String)
        /// The tag is at a place where escapes do not protect: a tag name, a script, an unquoted attribute, an escape
        /// sequence.
        case unsafePlace(String)
        /// More than `BodyTemplate.maxBytes` of template, `BodyTemplate.maxDepth` nested sections or
        /// `BodyTemplate.maxOutputBytes` of result.
        case tooLarge
        /// The result for a sample is not valid JSON.
        case notJSON
    }

    public var line: Int
    public var reason: Reason
}
