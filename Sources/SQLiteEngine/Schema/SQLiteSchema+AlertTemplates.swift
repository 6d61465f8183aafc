extension SQLiteSchema {
    static let alertTemplates: [Step] = [
        Step(
            marker: "alert_rule.template",
            sql: """
                -- The body of a webhook's messages, its type, and the place of its headers; whether each article has a message of
                -- its own (docs/alerts.md).
                ALTER TABLE alert_rule ADD COLUMN headers TEXT;
                ALTER TABLE alert_rule ADD COLUMN content_type TEXT;
                ALTER TABLE alert_rule ADD COLUMN is_each INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE alert_rule ADD COLUMN template TEXT;
                """)
    ]
}
