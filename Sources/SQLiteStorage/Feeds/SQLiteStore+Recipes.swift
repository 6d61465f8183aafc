internal import SQLite

extension SQLiteStore {
    func setRecipe(_ recipe: String?, for feed: Int64) throws {
        try guarded {
            if let recipe {
                try connection.run(
                    "REPLACE INTO feed_recipe (feed, recipe) VALUES (?, ?)", [.integer(feed), .text(recipe)])
            } else {
                try connection.run("DELETE FROM feed_recipe WHERE feed = ?", [.integer(feed)])
            }
        }
    }

    func forgetBody(of feed: Int64) throws {
        try guarded {
            try connection.run(
                """
                UPDATE feed_fetch SET etag = NULL, last_modified = NULL, content_hash = NULL, next_fetch = 0, gone = 0
                WHERE feed = ?
                """, [.integer(feed)])
        }
    }

    func recipes() throws -> [Int64: String] {
        try guarded {
            let statement = try connection.prepare("SELECT feed, recipe FROM feed_recipe")
            var out: [Int64: String] = [:]
            while try statement.step() { out[statement.integer(0)] = statement.text(1) }
            return out
        }
    }

    func hasAny(of ids: [String], in feed: Int64) throws -> Bool {
        try guarded {
            let statement = try connection.cachedStatement("SELECT 1 FROM article WHERE feed = ? AND guid = ?")
            defer { statement.reset() }
            for id in ids {
                statement.reset()
                try statement.bind([.integer(feed), .text(id)])
                if try statement.step() { return true }
            }
            return false
        }
    }
}
