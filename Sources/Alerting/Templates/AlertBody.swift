internal import Articles
internal import FeedParsing

/// The body of a webhook's messages: the JSON that docs/alerts.md describes, or the result of the user's template.
public struct AlertBody {
    /// Nil for the standard JSON.
    private let template: BodyTemplate?

    /// - Throws: `AlertSettingError`.
    init(_ rule: AlertRule?) throws(AlertSettingError) {
        guard let text = rule?.template else {
            template = nil
            return
        }
        template = try Self.template(text, contentType: rule?.contentType)
    }

    /// The value of the header `Content-Type`.
    static func contentType(of rule: AlertRule?) -> String {
        rule?.template == nil ? standardType : rule?.contentType ?? standardType
    }

    private static let standardType = "application/json"

    private static func template(
        _ text: String, contentType: String?
    ) throws(AlertSettingError) -> BodyTemplate {
        let type = contentType ?? standardType
        guard let format = TemplateFormat(contentType: type), !type.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E })
        else { throw .contentType(type) }
        do throws(TemplateError) { return try BodyTemplate(text, format: format) } catch { throw .template(error) }
    }

    /// The bytes for a message.
    ///
    /// - Throws: `AlertFailure` if the result is too large or is not JSON although its type says so.
    func bytes(of message: AlertMessage, _ environment: AlertEnvironment) throws(AlertFailure) -> [UInt8] {
        guard let template else { return message.json(environment).bytes }
        let bytes: [UInt8]
        do throws(TemplateError) { bytes = try template.render(message.values(environment)) } catch {
            throw AlertFailure(refused: "the template's result has more than 1 MB")
        }
        guard template.format != .json || Self.isJSON(bytes) else {
            throw AlertFailure(refused: "the template's result is not JSON")
        }
        return bytes
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool { (try? JSONValue.parseStrictly(bytes)) != nil }

    /// Checks a template: its syntax and, for JSON, its results for samples of no, one and two articles.
    ///
    /// - Throws: `AlertSettingError`.
    public static func check(_ text: String, contentType: String?) throws(AlertSettingError) {
        let template = try template(text, contentType: contentType)
        guard template.format == .json else { return }
        for sample in samples {
            guard let bytes = try? template.render(sample), isJSON(bytes) else {
                throw .template(TemplateError(line: 1, reason: .notJSON))
            }
        }
    }

    /// The values of messages about no, one and two articles, each with all its values and without those that can be
    /// missing.
    private static var samples: [MessageValue] {
        let none = SampleMessage.values(articles: 0, isFull: false)
        return [none, SampleMessage.event]
            + [1, 2].flatMap { count in
                [true, false].map { SampleMessage.values(articles: count, isFull: $0) }
            }
    }
}

extension AlertFailure {
    /// A failure of a message that would fail in the same way each time.
    init(refused reason: String) {
        self.init(reason)
        isRefused = true
    }
}
