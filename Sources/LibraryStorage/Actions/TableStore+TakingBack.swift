internal import ArticleSearch
package import Articles
internal import Database

extension TableStore {
    /// Undoes an action, inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - id: the id of the action, as in `undo`.
    ///   - all: the actions of the person who undoes one, latest first.
    ///   - member: the number of this person; nil for the owner.
    func takeBack(_ id: Int64?, of all: [UserAction], member: Int64?) throws -> UndoneAction? {
        let wanted = id == nil ? all.first { $0.kind != .retention } ?? all.first : all.first { $0.id == id }
        guard let action = wanted else { return nil }
        let folders = action.kind.tables.contains(Table.folder.name) ? try FolderRows(database) : nil
        var kept = try applyInverse(of: action)
        try database.run(action.kind.orphans)
        if action.kind.tables.contains(Table.memberState.name) { try recountMembers(after: action, of: member) }
        if let folders { kept += try folders.repair(database) }
        // Restored articles are exempt from retention.
        let numbers = try ArticleBin(store: self).restore(action: action.id, keeps: action.kind == .retention)
        // Articles that have since arrived again are not restored; `forget` deletes them from the bin.
        try forget(action: action.id)
        if retentionAction == action.id { retentionAction = nil }
        return UndoneAction(action: action, numbers: numbers, kept: kept)
    }

    /// Corrects the counts of members after the undo of an action on articles.
    private func recountMembers(after action: UserAction, of member: Int64?) throws {
        if let member { try database.run(MemberActions.forgettingStrayStates(of: member)) }
        // Only an action of the kind `marked` can have hidden articles, which all members count as read.
        if action.kind == .marked {
            if try !members().isEmpty { try database.run(MemberCounts.recount(nil)) }
        } else if let member {
            try database.run(MemberCounts.recount(member))
        }
    }
}

/// The rows of all folders before an undo.
private struct FolderRows {
    private let rows: [Int64: (parent: Int64, name: String)]

    init(_ database: any LibraryDatabase) throws {
        var rows: [Int64: (parent: Int64, name: String)] = [:]
        try database.visit(FolderPaths.query) { rows[$0.integer(0)] = ($0.integer(1), $0.text(2)) }
        self.rows = rows
    }

    /// Reinserts folders that the undo deleted although they contain other feeds or folders. Removes feeds from folders
    /// that do not exist: undo cannot restore a folder if another folder now has its name.
    ///
    /// - Returns: the number of rows that the undo has not restored.
    func repair(_ database: any LibraryDatabase) throws -> Int {
        let members = try database.integers("SELECT DISTINCT m.folder FROM \(rows: .feedFolder) m")
        var known = try FolderRows(database).rows
        var kept: [[DatabaseValue]] = []
        for folder in members + known.values.map(\.parent) {
            var folder = folder
            while known[folder] == nil, let row = rows[folder] {
                known[folder] = row
                kept.append([.integer(folder), .integer(row.parent), .text(row.name)])
                folder = row.parent
            }
        }
        try database.insert(kept, into: .folder, ["id", "parent", "name"])
        return try kept.count
            + database.run(
                .delete(from: .feedFolder, where: "folder NOT IN (SELECT f.id FROM \(rows: .folder) f)"))
    }
}

/// Limits on the number and the age of actions that can be undone.
package enum ActionLimits {
    /// How many of the newest actions are always kept. Older actions are kept only while they have articles in the bin.
    package static let count = 100
    /// How long removed articles can be restored, in seconds: 30 days.
    package static let binSeconds: Int64 = 30 * 86_400
}

extension UserAction.Kind {
    /// The tables that an action of this kind changes. Only changes to these tables are recorded and undone.
    ///
    /// Article counts are not recorded: the bin updates the feeds' counts, and `TableStore.applyInverse` adjusts them
    /// for read marks.
    package var tables: [String] {
        switch self {
        case .deleted, .retention: []
        case .read, .unread, .starred, .unstarred, .tagged, .marked:
            ["article", "article_tag", "member_state", "member_mark"]
        case .unsubscribed, .edited: ["feed", "folder", "feed_folder", "feed_option", "feed_recipe", "hand_place"]
        case .saved, .unsaved:
            [
                "saved_search", "alert_rule", "alert", "alert_queue", "alert_delivery", "alert_waiting", "trend_event",
            ]
        case .ruleAdded, .ruleChanged, .ruleRemoved, .ownRule: ["arrival_rule"]
        }
    }

    /// Statements that remove the data of a deleted search that undo cannot restore because another search now has its
    /// name.
    fileprivate var orphans: [SQL] {
        switch self {
        case .saved, .unsaved:
            [Table.alertRule, .alert, .alertQueue, .alertDelivery, .alertWaiting, .trendEvent].map {
                .delete(from: $0, where: "search NOT IN (SELECT s.id FROM \(rows: .savedSearch) s)")
            }
        case .deleted, .retention, .read, .unread, .starred, .unstarred, .tagged, .marked, .unsubscribed, .edited,
            .ruleAdded, .ruleChanged, .ruleRemoved, .ownRule:
            []
        }
    }
}
