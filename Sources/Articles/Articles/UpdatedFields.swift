/// The fields of a stored article that an update may change. The groups cover every field of a draft.
public struct UpdatedFields: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let title = UpdatedFields(rawValue: 1)
    /// The text and everything else of the content: HTML, summary, address, author, language, picture, enclosures.
    public static let text = UpdatedFields(rawValue: 2)
    /// The dates of publication and update, and with them the place in lists.
    public static let dates = UpdatedFields(rawValue: 4)
    /// The feed's tags.
    public static let tags = UpdatedFields(rawValue: 8)
    /// Read, starred, hidden and the reader's own tags.
    public static let state = UpdatedFields(rawValue: 16)

    public static let content: UpdatedFields = [.title, .text, .dates, .tags]
    public static let all: UpdatedFields = [.content, .state]

    /// The names of the groups, as users write them.
    public static let names: [(name: String, fields: UpdatedFields)] = [
        ("title", .title), ("text", .text), ("dates", .dates), ("tags", .tags), ("state", .state),
    ]

    /// The names to show if a list is wrong.
    public static let choices = names.map(\.name).joined(separator: "|") + "|none"

    /// Reads names of groups, separated by commas, or `none`.
    ///
    /// - Parameter list: for example `title,dates`. The result is nil if a name is unknown or the list is empty.
    public init?(list: String) {
        if list == "none" {
            self = []
            return
        }
        var fields: UpdatedFields = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
            fields.insert(known.fields)
        }
        self = fields
    }
}
