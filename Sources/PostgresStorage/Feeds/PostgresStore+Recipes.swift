internal import PostgreSQL
internal import PostgresSearch

extension PostgresStore {
    package func setRecipe(_ recipe: String?, for feed: Int64) throws {
        try writing {
            if let recipe {
                try library.run(
                    """
                    INSERT INTO feedsearch.feed_recipe (library, slot, feed, recipe) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (library, slot, feed) DO UPDATE SET recipe = excluded.recipe
                    """, [.integer(feed), .text(recipe)])
            } else {
                try library.run(
                    "DELETE FROM feedsearch.feed_recipe WHERE library = $1 AND slot = $2 AND feed = $3",
                    [.integer(feed)])
            }
        }
    }

    package func recipes() throws -> [Int64: String] {
        try guarded {
            let rows = try library.query(
                "SELECT feed, recipe FROM feedsearch.feed_recipe WHERE library = $1 AND slot = $2")
            return Dictionary(rows.map { ($0.integer(0), $0.text(1)) }, uniquingKeysWith: { first, _ in first })
        }
    }

    package func hasAny(of ids: [String], in feed: Int64) throws -> Bool {
        if ids.isEmpty { return false }
        return try guarded {
            try library.query(
                """
                SELECT EXISTS (SELECT 1 FROM feedsearch.article
                    WHERE library = $1 AND slot = $2 AND feed = $3 AND guid_key = ANY ($4))
                """, [.integer(feed), .byteArrays(ids.map(NameKey.of))]
            ).first?.bool(0) ?? false
        }
    }
}
