internal import FeedLibrary
internal import FeedParsing
internal import HTTPServer
internal import Messages

/// The members of a JSON object in a request body. Unknown members are refused rather than ignored.
package struct Members: Sendable {
    private let value: JSONValue

    /// - Throws: `Problem` if a member's name is not in `names`.
    init(_ value: JSONValue, _ names: [String]) throws {
        if let unknown = value.members?.first(where: { !names.contains($0.key) }) {
            throw Problem(
                400, "unknownMember", .httpUnknownMember, [unknown.key, names.joined(separator: ", ")])
        }
        self.value = value
    }

    func has(_ name: String) -> Bool { self[name] != nil }

    subscript(name: String) -> JSONValue? { value[name] == .null ? nil : value[name] }

    func string(_ name: String) throws -> String? { try read(name, .httpMemberString, body: \.string) }

    func flag(_ name: String) throws -> Bool? { try read(name, .httpMemberFlag, body: \.bool) }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        try read(name, .httpMemberInteger, [String(range.lowerBound), String(range.upperBound)]) { value in
            value.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// A required string that is not empty.
    func required(_ name: String) throws -> String {
        guard let text = try string(name), !text.isEmpty else {
            throw Problem(400, "badMember", .httpMemberWanted, [name])
        }
        return text
    }

    /// An optional array of article numbers.
    func numbers(_ name: String) throws -> [Int64]? {
        try elements(name, .httpBadNumbers) { $0.integer.flatMap { $0 > 0 ? $0 : nil } }
    }

    func strings(_ name: String) throws -> [String]? { try elements(name, .httpBadStrings, \.string) }

    /// An optional object, whose members must all be in `names`.
    func members(_ name: String, _ names: [String]) throws -> Members? {
        guard let value = try read(name, .httpMemberObject, body: { $0.members == nil ? nil : $0 }) else { return nil }
        return try Members(value, names)
    }

    private func elements<Element>(
        _ name: String, _ form: Message, _ body: (JSONValue) -> Element?
    ) throws -> [Element]? {
        try read(name, form) { value in
            guard case .array(let values) = value else { return nil }
            let elements = values.compactMap(body)
            return elements.count == values.count ? elements : nil
        }
    }

    /// - Parameters:
    ///   - form: the message that describes the expected value. Its first argument is the member's name.
    private func read<Result>(
        _ name: String, _ form: Message, _ arguments: [String] = [], body: (JSONValue) -> Result?
    ) throws -> Result? {
        // Treat null as a missing member, as docs/json.md specifies.
        guard let member = value[name], member != .null else { return nil }
        guard let result = body(member) else { throw Problem(400, "badMember", form, [name] + arguments) }
        return result
    }
}
