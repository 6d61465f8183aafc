package import Accounts
package import HTTPServer
internal import Messages

/// The role that an operation needs in a library that belongs to another account. An operation without an entry needs the
/// owner, so new operations are refused to members by default.
enum MemberAccess {
    /// Operations that read, and operations that change only what each member has for itself.
    private static let ofReaders: Set = [
        // API
        "articles", "article", "replies", "similar", "search", "searchRequest", "complete", "feeds", "feed", "folders",
        "saved", "savedSearch", "savedPlot", "savedPlotCSV", "digestBook", "rules", "history", "live", "events",
        "state",
        "undo", "opened", "openArticle", "recordOpened", "forgetOpened", "playback", "position", "session",
        "logout", "jobs", "job",
        // Pages
        "articlePage", "keysPage", "offlinePage", "picture", "medium", "savedBook", "actionLook",
        "actionForgetSearches",
        "action-mark", "action-read-all", "action-undo", "action-opened", "jobPage", "exportPage",
        "readerPage", "allPage", "todayPage", "starredPage", "feedPage", "folderPage", "savedPage", "authorPage",
        "recentPage", "searchPage", "actionFold", "actionSignOut", "action-library", "appearancePage",
        "action-appearance", "ownStyle", "ownKeys",
        "unread-json", "unread-atom", "unread-csv", "all-json", "all-atom", "all-csv", "today-json", "today-atom",
        "today-csv", "starred-json", "starred-atom", "starred-csv", "search-json", "search-atom", "search-csv",
        // Protocols of reader apps
        "readerTags", "readerUnread", "readerToken", "readerUser", "readerPreferences", "readerStreamPreferences",
        "readerFriends", "readerPing", "readerItemIDs", "readerItemCount", "readerItems", "readerStream",
        "readerStreamOf", "readerEditTag",
        "readerAtom", "readerMarkAll", "readerSubscriptions", "readerSubscribed", "readerExport",
    ]

    /// Operations that change what all members share. Operations that may also store channels, logins or secrets are not
    /// among them: only the owner sets these.
    private static let ofEditors: Set = [
        // API
        "removeFeed", "moveFeed", "moveFolder", "failingFeeds", "discover", "refresh", "import",
        "cancelJob", "ingest", "ingestSession", "unsave", "addRule", "editRule", "removeRule",
        "tryCondition", "addPages", "recipeNodes",
        // Pages
        "action-tag", "action-tag-list", "action-subscribe", "action-full-text", "action-make-folder",
        "action-rename-folder", "action-remove-folder", "action-remove-feed", "action-unsave", "action-remove-rule",
        "action-refresh", "action-cancel-job", "action-import", "importPage", "foldersPage", "savedListPage",
        "silentPage",
        "unsubscribedPage", "failingPage", "action-failing", "arrangePage", "action-arrange", "subscribePage",
        "action-add-feed",
        // Protocols of reader apps
        "readerRenameTag", "readerDisableTag", "readerEditSubscriptions", "readerQuickAdd",
        "readerImport",
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

    /// Whether the client's role permits the operation at an address relative to the service, such as `actions/tag`.
    package func permits(_ method: HTTPMethod, _ address: String) -> Bool {
        guard let role = principal?.membership?.role, role < .owner,
            let operation = service.operation(method, address)
        else { return true }
        return operation.scope == nil || operation.role <= role
    }
}
