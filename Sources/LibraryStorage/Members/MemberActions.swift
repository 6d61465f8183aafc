internal import Database

/// Statements on the actions of members.
enum MemberActions {
    /// The condition that an action was performed by the current reader, or by the owner if there is no reader.
    ///
    /// - Parameter action: the alias of the action.
    static func isOwn(_ action: SQL) -> SQL {
        let members: SQL = "SELECT 1 FROM \(rows: .memberAction) p WHERE p.action = \(sql: action).id"
        return """
            \(owner: "NOT EXISTS (\(sql: members))", other: "EXISTS (\(sql: members) AND p.member = \(sql: .reader))")
            """
    }

    static let forgettingOrphans = SQL.delete(
        from: .memberAction, where: "action NOT IN (SELECT r.id FROM \(rows: .action) r)")

    /// Deletes the members' states of articles that leave the bin for good.
    ///
    /// - Parameter condition: a condition on the article `b` in the bin.
    static func forgettingStates(ofRemoved condition: SQL) -> SQL {
        .delete(from: .memberState, where: removed(condition))
    }

    static func forgettingOpened(ofRemoved condition: SQL) -> SQL {
        .delete(from: .memberOpened, where: removed(condition))
    }

    private static func removed(_ condition: SQL) -> SQL {
        "n IN (SELECT b.n FROM \(rows: .removedArticle) b WHERE \(sql: condition))"
    }

    /// Deletes states that an undo has restored although their article no longer exists.
    static func forgettingStrayStates(of member: Int64) -> SQL {
        .delete(
            from: .memberState,
            where: """
                member = \(member) AND NOT EXISTS (SELECT 1 FROM \(rows: .article) a WHERE a.n = member_state.n)
                AND NOT EXISTS (SELECT 1 FROM \(rows: .removedArticle) b WHERE b.n = member_state.n)
                """)
    }
}
