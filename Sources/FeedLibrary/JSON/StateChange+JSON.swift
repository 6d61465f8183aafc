extension Schema {
    static let stateChange = Schema.object([
        .maybe("articles", .array(articleNumber), "their numbers; this or \"query\""),
        .maybe("query", .string, "its matches are changed"),
        .maybe("read", .boolean),
        .maybe("starred", .boolean),
        .maybe("tags", .object([.maybe("add", strings), .maybe("remove", strings)])),
        .maybe("deleted", .boolean, "true: move to the bin; not combined with other changes"),
        .maybe("dry_run", .boolean, "only count"),
    ])
}
