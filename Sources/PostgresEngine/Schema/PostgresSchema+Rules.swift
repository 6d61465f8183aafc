/// The tables of rules and of actions that can be undone.
extension PostgresSchema {
    static let rules = Step(
        leastProgram: 2,
        sql: """
            -- What is done with articles that match a query as they arrive or, with a delay in seconds, later; next: the first
            -- article that a rule with a delay has not been asked of.
            CREATE TABLE feedsearch.arrival_rule (
                library int8 NOT NULL, slot int2 NOT NULL, id int8 NOT NULL,
                query text NOT NULL, action text NOT NULL, tag text, created int8 NOT NULL,
                matched int8 NOT NULL DEFAULT 0, delay int8, next int8 NOT NULL DEFAULT 1,
                PRIMARY KEY (library, slot, id)
            );

            -- A row that an action has changed: the columns that differ, before and after; NULL where there was no such row.
            CREATE TABLE feedsearch.action_change (
                library int8 NOT NULL, slot int2 NOT NULL, action int8 NOT NULL, relation text NOT NULL, key jsonb NOT NULL,
                old jsonb, new jsonb,
                PRIMARY KEY (library, slot, action, relation, key)
            );

            \(recording("article", key: ["n"], columns: ["read", "starred", "flags"]))
            \(recording("article_tag", key: ["n", "tag", "own"]))
            \(recording("feed", key: ["id"]))
            \(recording("folder", key: ["id"]))
            \(recording("feed_folder", key: ["folder", "feed"]))
            \(recording("feed_option", key: ["feed"]))
            \(recording("feed_recipe", key: ["feed"]))
            \(recording("hand_place", key: ["folder", "kind", "member"]))
            \(recording("arrival_rule", key: ["id"]))
            """)

    // MARK: - Recording changes

    /// SQL that creates triggers for a table. While `feedsearch.recorded` names the table (`PostgresActionRecording`),
    /// the triggers record the values of each changed row before and after the action. Otherwise they cost one
    /// comparison per statement.
    ///
    /// - Parameters:
    ///   - key: the columns of the primary key without `library` and `slot`.
    ///   - columns: the only columns that actions change; nil for all.
    static func recording(_ table: String, key: [String], columns: [String]? = nil) -> String {
        func row(_ name: String) -> String {
            columns.map { "jsonb_build_object(\($0.map { "'\($0)', \(name).\($0)" }.joined(separator: ", ")))" }
                ?? "to_jsonb(\(name))"
        }
        func head(_ name: String) -> String {
            let key = key.map { "'\($0)', \(name).\($0)" }.joined(separator: ", ")
            return """
                \(name).library, \(name).slot, current_setting('feedsearch.action')::int8, '\(table)',
                jsonb_build_object(\(key))
                """
        }
        let insertion = "INSERT INTO feedsearch.action_change AS c (library, slot, action, relation, key, old, new)"
        let merging = """
            ON CONFLICT (library, slot, action, relation, key) DO UPDATE SET
                old = CASE WHEN c.old IS NOT NULL THEN coalesce(excluded.old, '{}') || c.old END,
                new = CASE WHEN excluded.new IS NOT NULL THEN coalesce(c.new, '{}') || excluded.new END
            """
        let same = (["library", "slot"] + key).map { "a.\($0) = b.\($0)" }.joined(separator: " AND ")
        let events = [
            ("insert", "NEW TABLE AS after_rows"), ("delete", "OLD TABLE AS before_rows"),
            ("update", "OLD TABLE AS before_rows NEW TABLE AS after_rows"),
        ]
        let triggers = events.map { event, rows in
            """
            CREATE TRIGGER record_\(event) AFTER \(event) ON feedsearch.\(table) REFERENCING \(rows)
            FOR EACH STATEMENT
            WHEN (pg_catalog.strpos(pg_catalog.current_setting('feedsearch.recorded', true), ' \(table) ') > 0)
            EXECUTE FUNCTION feedsearch.record_\(table)();
            """
        }
        return """
            CREATE FUNCTION feedsearch.record_\(table)() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    \(insertion)
                    SELECT \(head("a")), NULL, \(row("a")) FROM after_rows a
                    \(merging);
                ELSIF TG_OP = 'DELETE' THEN
                    \(insertion)
                    SELECT \(head("b")), \(row("b")), NULL FROM before_rows b
                    \(merging);
                ELSE
                    \(insertion)
                    SELECT r.library, r.slot, r.action, r.relation, r.key, d.old, d.new FROM (
                        SELECT \(head("b")), \(row("b")), \(row("a"))
                        FROM before_rows b JOIN after_rows a ON \(same) OFFSET 0
                    ) r (library, slot, action, relation, key, old, new) CROSS JOIN LATERAL (
                        SELECT jsonb_object_agg(e.key, e.value) AS old, jsonb_object_agg(e.key, r.new -> e.key) AS new
                        FROM jsonb_each(r.old) e WHERE e.value IS DISTINCT FROM r.new -> e.key
                    ) d WHERE d.old IS NOT NULL
                    \(merging);
                END IF;
                RETURN NULL;
            END $$;
            \(triggers.joined(separator: "\n"))
            """
    }
}
