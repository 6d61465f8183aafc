extension SQLiteSchema {
    static let destinations: [Step] = [
        Step(
            marker: "sending",
            sql: """
                -- Services and folders to which articles are sent. not_before: when the service may be used again; disabled: why
                -- nothing is sent.
                CREATE TABLE destination (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, address TEXT NOT NULL, secret TEXT,
                    created INTEGER NOT NULL, not_before INTEGER NOT NULL DEFAULT 0, disabled TEXT
                );
                -- One article for one destination. state: 0 to be sent, 1 sent, 2 given up.
                CREATE TABLE sending (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, destination INTEGER NOT NULL,
                    article INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL,
                    due INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, finished INTEGER, failure TEXT
                );
                CREATE INDEX sending_due ON sending (due) WHERE state = 0;
                CREATE INDEX sending_finished ON sending (finished) WHERE finished IS NOT NULL;
                CREATE INDEX sending_by_article ON sending (destination, article);
                """)
    ]
}
