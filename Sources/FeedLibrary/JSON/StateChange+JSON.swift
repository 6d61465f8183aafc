extension Schema {
    static let stateChange = Schema.object([
        .maybe("articles", .array(articleNumber), "their numbers; this or \"query\""),
        .maybe("query", .string, "whose matches are changed"),
        .maybe("read", .boolean),
        .maybe("starred", .boolean),
        .maybe("tags", .object([.maybe("add", strings), .maybe("remove", strings)])),
        .maybe("deleted", .boolean, "true, alone: into the bin"),
        .maybe("dry_run", .boolean, "only count"),
    ])
}
