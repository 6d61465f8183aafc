package import Articles
internal import Database

extension ActionLog where Self: TableStore {
    package func actions() throws -> [UserAction] {
        try reading { database in
            try database.rows(
                """
                SELECT a.id, a.at, a.kind, a.subject, coalesce(
                    nullif((SELECT count(*) FROM \(rows: .removedArticle) r WHERE r.action = a.id), 0), a.articles)
                FROM \(rows: .action) a
                WHERE (EXISTS (SELECT 1 FROM \(rows: .removedArticle) r WHERE r.action = a.id)
                    OR EXISTS (SELECT 1 FROM \(rows: .actionChange) c WHERE c.action = a.id))
                    AND \(sql: MemberActions.isOwn("a"))
                ORDER BY a.id DESC
                """
            ) { row in
                // Skip an action whose kind was added by a later version of the program.
                UserAction.Kind(rawValue: row.text(2)).map {
                    UserAction(
                        id: row.integer(0), at: row.seconds(1), kind: $0, articles: row.count(4),
                        subject: row.textOrNil(3))
                }
            }.compactMap { $0 }
        }
    }

    package func undo(_ id: Int64?) throws -> UndoneAction? {
        let reader = database.reader
        return try writing { database in
            try takeBack(id, of: try database.reading(as: reader) { try actions() }, member: reader?.number)
        }
    }
}

extension TableStore {
    /// Inserts an action to which removed articles can be assigned. `UserAction.articles` then counts the action's
    /// articles in the bin.
    func newAction(_ kind: UserAction.Kind, now: Int64) throws -> Int64 {
        let id = try database.takeIDs(1, of: .action)
        try database.run(
            .insert(into: .action, ["id": .integer(id), "at": .integer(now), "kind": .text(kind.rawValue)]))
        return id
    }

    /// Deletes an action and its articles in the bin.
    func forget(action: Int64) throws {
        try database.run([
            MemberActions.forgettingStates(ofRemoved: "b.action = \(action)"),
            MemberActions.forgettingOpened(ofRemoved: "b.action = \(action)"),
            .delete(from: .removedArticle, where: "action = \(action)"),
            .delete(from: .actionChange, where: "action = \(action)"),
            .delete(from: .memberAction, where: "action = \(action)"),
            .delete(from: .action, where: "id = \(action)"),
        ])
    }

    /// Records that the current reader has performed an action, which is stored or pending.
    package func didRecord(action: Int64) throws {
        guard let reader = database.reader else { return }
        try database.postpone([
            .insert(
                into: .memberAction, ["action", "member"], select: "r.id, \(reader.number)",
                from: "\(rows: .action) r WHERE r.id = \(action)", onConflict: .isIgnored)
        ])
    }

    /// Deletes all but the last `ActionLimits.count` actions of the owner, or of the member whose action was just
    /// recorded. Actions that still have articles in the bin are kept.
    package func forgetOldActions() throws {
        let old: SQL = """
            SELECT r.id FROM \(rows: .action) r
            WHERE r.id <= (
                SELECT l.id FROM \(rows: .action) l WHERE \(sql: MemberActions.isOwn("l"))
                ORDER BY l.id DESC LIMIT 1 OFFSET \(sql: .literal(Int64(ActionLimits.count))))
            AND NOT EXISTS (SELECT 1 FROM \(rows: .removedArticle) b WHERE b.action = r.id)
            AND \(sql: MemberActions.isOwn("r"))
            """
        try database.postpone([
            .delete(from: .actionChange, where: "action IN (\(sql: old))"),
            .delete(from: .action, where: "id IN (\(sql: old))"),
        ])
        if database.reader != nil { try database.postpone([MemberActions.forgettingOrphans]) }
    }
}
