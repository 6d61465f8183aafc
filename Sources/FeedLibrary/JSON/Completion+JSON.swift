public import Articles
public import Formats
internal import SQLiteEngine
public import TextAnalysis

extension JSONWriter {
    /// Writes the completions of a prefix.
    public mutating func completions(_ completions: [Completion], of prefix: String) {
        object { object in
            object.member("prefix", prefix)
            object.key("completions")
            object.array(completions) { writer, completion in
                writer.object { object in
                    object.member("text", completion.text)
                    object.member("articles", completion.articles)
                    object.member("source", completion.source.rawValue)
                }
            }
        }
    }

    /// Writes one token of an analysed text, with its range in UTF-8 bytes.
    public mutating func token(_ token: Token) {
        object { object in
            object.member("token", token.text)
            object.member("kind", String(describing: token.kind))
            object.member("start", token.utf8Range.lowerBound)
            object.member("end", token.utf8Range.upperBound)
        }
    }
}

extension Schema {
    static let completions = Schema.object([
        .always("prefix", .string, "as typed"),
        .always(
            "completions",
            .array(
                .object([
                    .always("text", .string, "the input with its last word completed"),
                    .always("articles", .integer(), "number of articles with the word"),
                    .always("source", .choice(["word", "title", "pinyin"])),
                ]))),
    ])
}
