internal import FeedLibrary
internal import Formats
internal import Pipelines

/// A tool that a model may call: its description for the model, the forms of its arguments and of its answer, and the
/// code that answers.
struct AssistantTool: Sendable {
    /// Whether a tool changes the library, and how.
    enum Effect: Sendable {
        case none
        /// The change can be repeated without harm and undone.
        case changesState
        /// The change may replace what was stored.
        case mayReplace
    }

    let name: String
    let title: String
    /// In English, because models read it.
    let description: String
    let effect: Effect
    let input: [Schema.Member]
    /// The members of the structured answer. An answer that reports a mistake has only the member `error`.
    let output: [Schema.Member]
    let run: @Sendable (ToolCall) async throws -> ToolAnswer

    init(
        _ name: String, _ title: String, _ description: String, effect: Effect = .none, input: [Schema.Member],
        output: [Schema.Member], run: @escaping @Sendable (ToolCall) async throws -> ToolAnswer
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.effect = effect
        self.input = input
        self.output = output
        self.run = run
    }

    /// Whether the tool needs the right to write.
    var writes: Bool { if case .none = effect { false } else { true } }

    /// All tools, in the order in which they are listed.
    static let all = [search, read, quote, similar, facets, feeds, changes, savedSearches] + writing

    static let error = Schema.object([
        .always("code", .string),
        .always("message", .string),
        .maybe("at", .integer(), "of a mistake in the query, in UTF-8 bytes"),
        .maybe("length", .integer()),
        .maybe("hint", .string, "what to do"),
    ])
}

/// One call of a tool.
struct ToolCall: Sendable {
    let arguments: ToolArguments
    let caller: AssistantCaller
    let library: any LibraryAccess
    let deadline: Deadline

    /// Runs `body` on a reader, at most for the time limit of a search.
    func read<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        let limit = Deadline.after(.milliseconds(TimeLimit.milliseconds))
        return try await library.read(in: caller.language, until: deadline.or(limit), isPoll: false, body)
    }

    /// Runs `body` on the writer.
    func write<Result: Sendable>(_ body: @escaping @Sendable (Library) throws -> Result) async throws -> Result {
        try await library.write(in: caller.language, body)
    }
}

/// The answer of a tool, in two forms with the same content: clients give a model one of the two.
struct ToolAnswer: Sendable {
    /// The text for clients that show text. Text of articles is fenced (`FencedText`).
    var text: String
    /// A JSON object. Text of articles is in members named `untrusted`.
    var structured: [UInt8]

    /// The maximum size of each form in bytes, apart from the quotes and escapes of JSON.
    static let maxBytes = 30_000

    /// The number of rows, from the first, that fit in an answer; at least one if there are rows.
    ///
    /// - Parameter more: the size of what the JSON of a row has in addition to its text, in bytes.
    static func fitting(_ rows: [String], more: Int = 250) -> Int {
        var bytes = 1_000
        for (index, row) in rows.enumerated() {
            bytes += row.utf8.count + more
            if bytes > maxBytes { return max(index, 1) }
        }
        return rows.count
    }

    /// - Parameter structured: writes the members of the object.
    init(_ text: String, _ structured: (inout JSONWriter) throws -> Void) rethrows {
        self.text = text
        var writer = JSONWriter()
        try writer.object { try structured(&$0) }
        self.structured = writer.bytes
    }
}

extension JSONWriter {
    /// Writes the description of a tool in `tools/list`.
    mutating func tool(_ tool: AssistantTool) {
        object { object in
            object.member("name", tool.name)
            object.member("title", tool.title)
            object.member("description", tool.description)
            object.key("inputSchema")
            object.form(tool.input, isClosed: true)
            object.key("outputSchema")
            object.form(tool.output, isClosed: false)
            object.key("annotations")
            object.object { annotations in
                annotations.member("title", tool.title)
                annotations.member("readOnlyHint", !tool.writes)
                if tool.writes {
                    let mayReplace = if case .mayReplace = tool.effect { true } else { false }
                    annotations.member("destructiveHint", mayReplace)
                    annotations.member("idempotentHint", true)
                }
                annotations.member("openWorldHint", false)
            }
        }
    }

    /// - Parameter isClosed: whether this is the form of arguments, in which other members are refused. Otherwise it is
    ///   the form of an answer, which may be an error instead.
    private mutating func form(_ members: [Schema.Member], isClosed: Bool) {
        object { object in
            object.member("type", "object")
            object.key("properties")
            object.object { properties in
                for member in members {
                    properties.key(member.name)
                    properties.schema(member.schema, member.summary)
                }
                guard !isClosed else { return }
                properties.key("error")
                properties.schema(AssistantTool.error, "why there is no answer")
            }
            let required = members.filter(\.isRequired).map(\.name)
            if isClosed {
                if !required.isEmpty { object.member("required", required) }
                object.member("additionalProperties", false)
            } else {
                object.key("anyOf")
                object.array([required, ["error"]]) { array, names in
                    array.object { $0.member("required", names) }
                }
            }
        }
    }
}
