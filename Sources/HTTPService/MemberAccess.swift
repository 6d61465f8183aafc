package import Accounts
internal import Articles
package import FeedLibrary
package import HTTPServer
internal import Messages

/// The role that an operation needs in a library that belongs to another account. An operation without an entry needs
/// the owner, so new operations are refused to members by default.
enum MemberAccess {
    /// Operations that read, and operations that change only the member's own state. The operations of rules check the
    /// role themselves if a rule is not the member's own.
    private static let ofReaders: Set = [
        // API
        "articles", "article", "replies", "similar", "search", "searchRequest", "complete", "feeds", "feed", "folders",
        "saved", "savedSearch", "savedPlot", "savedPlotCSV", "digestBook", "rules", "history", "live", "events",
        "state",
        "undo", "opened", "openArticle", "recordOpened", "forgetOpened", "playback", "position", "session",
        "logout", "addRule", "editRule", "removeRule",
        // Pages
        "articlePage", "keysPage", "offlinePage", "picture", "medium", "savedBook", "actionLook",
        "actionForgetSearches", "rulesPage", "action-rule", "action-remove-rule",
        "action-mark", "action-read-all", "action-undo", "action-opened", "exportPage",
        "readerPage", "allPage", "todayPage", "starredPage", "feedPage", "folderPage", "savedPage", "authorPage",
        "recentPage", "searchPage", "actionFold", "actionSignOut", "action-library", "action-accept-invitation",
        "appearancePage",
        "action-appearance", "ownStyle", "ownKeys",
        "unread-json", "unread-atom", "unread-csv", "all-json", "all-atom", "all-csv", "today-json", "today-atom",
        "today-csv", "starred-json", "starred-atom", "starred-csv", "search-json", "search-atom", "search-csv",
        // Protocols of reader apps
        "readerTags", "readerUnread", "readerToken", "readerUser", "readerPreferences", "readerStreamPreferences",
        "readerFriends", "readerPing", "readerItemIDs", "readerItemCount", "readerItems", "readerStream",
        "readerStreamOf", "readerEditTag",
        "readerAtom", "readerMarkAll", "readerSubscriptions", "readerSubscribed", "readerExport",
        "fever", "feverWithSlash",
        "minifluxMe", "minifluxVersion", "minifluxIntegrations", "minifluxFeeds", "minifluxCounters", "minifluxFeed",
        "minifluxFeedIcon", "minifluxIcon", "minifluxExport", "minifluxCategories", "minifluxCategoryFeeds",
        "minifluxEntries", "minifluxFeedEntries", "minifluxCategoryEntries", "minifluxEntryIDs", "minifluxEntry",
        "minifluxFeedEntry", "minifluxCategoryEntry", "minifluxEntryContent", "minifluxEnclosure",
        "minifluxChangeEntries", "minifluxToggleBookmark", "minifluxToggleStar", "minifluxReadFeed",
        "minifluxReadCategory", "minifluxReadAll", "minifluxChangeEnclosure", "minifluxSaveEntry",
    ]

    /// Operations that change what all members share. Only the owner may use operations that store or remove channels,
    /// logins or secrets. Saved searches of members have no alerts (`SavedSearches`). Imports, full texts and recipes of
    /// editors leave out feeds with the owner's access (docs/decisions/0154).
    private static let ofEditors: Set = [
        // API
        "removeFeed", "moveFeed", "moveFolder", "failingFeeds", "discover", "refresh", "jobs", "job", "cancelJob",
        "ingest",
        "ingestSession", "tryCondition", "recipeNodes", "addPages", "import", "save", "editSaved", "unsave",
        // Pages
        "action-tag", "action-tag-list", "action-subscribe", "action-make-folder",
        "action-rename-folder", "action-remove-folder", "action-remove-feed", "action-refresh",
        "action-cancel-job", "jobPage", "foldersPage", "savedListPage", "silentPage",
        "unsubscribedPage", "failingPage", "action-failing", "arrangePage", "action-arrange", "subscribePage",
        "action-add-feed", "importPage", "action-import", "action-full-text", "recipePage", "action-recipe",
        "action-recipe-pages", "savedSettingsPage", "action-save", "action-save-search", "action-unsave",
        // Protocols of reader apps
        "readerRenameTag", "readerDisableTag", "readerEditSubscriptions", "readerQuickAdd",
        "minifluxAddFeed", "minifluxEditFeed", "minifluxRemoveFeed", "minifluxDiscover", "minifluxRefresh",
        "minifluxRefreshFeed", "minifluxRefreshCategory", "minifluxAddCategory", "minifluxEditCategory",
        "minifluxRemoveCategory", "minifluxImportEntry", "minifluxImport", "readerImport",
    ]

    static func role(of operation: String) -> LibraryRole {
        if ofReaders.contains(operation) { return .reader }
        return ofEditors.contains(operation) ? .editor : .owner
    }

    /// All operations that a member may use.
    static var named: Set<String> { ofReaders.union(ofEditors) }
}

extension RequestContext {
    /// Checks the role of the client, for a change that needs a higher role than the operation.
    ///
    /// - Throws: `Problem`.
    package func require(_ role: LibraryRole) throws { try Service.require(role, of: principal) }

    /// Checks the role of the client for undoing an action, which can change what all members share. Only the owner can
    /// undo a change of a saved search or of a common rule, because an alert or a rule of the owner may depend on it by
    /// now.
    ///
    /// - Parameter action: nil for the member's last action.
    /// - Throws: `Problem`.
    package func requireRole(toUndo action: Int64?, in library: Library) throws {
        guard let role = principal?.membership?.role, role < .owner else { return }
        let actions = try library.store.actions()
        // Without a number, the last action of the member is undone, not that of a feed's limits.
        let last = actions.first { $0.kind != .retention } ?? actions.first
        guard let undone = action.map({ id in actions.first { $0.id == id } }) ?? last else { return }
        switch undone.kind {
        case .read, .unread, .starred, .unstarred, .ownRule: return
        case .saved, .unsaved, .ruleAdded, .ruleChanged, .ruleRemoved: try require(.owner)
        case .deleted, .retention, .tagged, .marked, .unsubscribed, .edited: try require(.editor)
        }
    }

    /// Whether the client's role permits the operation at an address relative to the service, such as `actions/tag`.
    package func permits(_ method: HTTPMethod, _ address: String) -> Bool {
        guard let role = principal?.membership?.role, role < .owner,
            let operation = service.operation(method, address)
        else { return true }
        return operation.scope == nil || operation.role <= role
    }
}
