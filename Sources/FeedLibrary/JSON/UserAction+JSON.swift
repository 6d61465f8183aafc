public import Articles
public import Formats

extension JSONWriter {
    /// Writes an action that can be undone.
    public mutating func action(_ action: UserAction) {
        object { writer in
            writer.member("action", Int(action.id))
            writer.member("at", CivilTime.rfc3339(action.at))
            writer.member("kind", action.kind.rawValue)
            writer.member("articles", action.articles)
            writer.member("subject", action.subject.map(MaskedURL.mask))
        }
    }

    /// Writes an undone action: the restored articles, and the number of rows that were left unchanged.
    public mutating func undone(_ undone: UndoneAction?) {
        object { writer in
            if let action = undone?.action {
                writer.key("action")
                writer.action(action)
            }
            writer.key("restored")
            writer.array(undone?.numbers ?? []) { $0.number($1) }
            writer.member("kept", undone?.kept ?? 0)
        }
    }
}

extension Schema {
    static let undo = Schema.object([
        .maybe("action", articleNumber, "the action to undo; by default the last one of the user"),
        .maybe("dry_run", .boolean, "only list the actions that can be undone"),
    ])

    static let undone = Schema.object([
        .maybe("action", action, "the undone action"),
        .maybe("restored", numbers, "articles restored from the bin"),
        .maybe("kept", .integer(), "rows that were changed again since then and were left unchanged"),
        .maybe("actions", .array(action), "with dry_run: the actions that can be undone"),
    ])

    private static let action = Schema.object([
        .always("action", .integer()), .always("at", .date),
        .always("kind", .choice(UserAction.Kind.allCases.map(\.rawValue))), .always("articles", .integer()),
        .maybe("subject", .string, "the feed, tag, saved search or rule that it was about"),
    ])
}
