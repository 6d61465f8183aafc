internal import Articles
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService

/// Fever's API, version 3, for apps that support no other API:
/// <https://web.archive.org/web/20230616124016/https://feedafever.com/api>.
///
/// An app sends `api_key`, the MD5 of `name:app password`, with each request. Saved searches are not available, because
/// a group consists of whole feeds.
enum Fever {
    /// The limit leaves room for a thousand ids and the other fields of any app.
    private static let limits = HTTPBodyLimits(maxBodyBytes: 64 << 10)

    static let operations: [Operation] = [
        .app("fever", [.get, .post], "/fever", "Fever's API", isOpen: true, limits: limits, answer),
        .app(
            "feverWithSlash", [.get, .post], "/fever/{stream...}", "Fever's API", isOpen: true, limits: limits, answer),
    ]

    @Sendable private static func answer(_ request: RequestContext) async throws -> HTTPResponse {
        guard let key = request.text("api_key"), let call = try await request.signIn(feverKey: key) else {
            return .utf8JSON(Array(#"{"api_version":3,"auth":0}"#.utf8))
        }
        if let mark = try FeverMark(call) { try await call.write { try mark.carryOut($0) } }
        let wanted = FeverRequest(call)
        return .utf8JSON(try await call.read { try FeverAnswer(library: $0).write(wanted) })
    }
}

/// The parts of an answer that an app has requested.
struct FeverRequest: Sendable {
    enum Page: Sendable {
        case since(ArticleID)
        case below(ArticleID)
        case ids([ArticleID])
    }

    private static let maxIDs = 50
    var wantsGroups, wantsFeeds, wantsIcons, wantsItems, wantsLinks, wantsUnread, wantsSaved: Bool
    var page: Page

    init(_ call: RequestContext) {
        func has(_ name: String) -> Bool { call.text(name) != nil }
        // After marking items, an app expects the updated list of ids.
        let mark = call.text("as")
        wantsGroups = has("groups")
        wantsFeeds = has("feeds")
        wantsIcons = has("favicons")
        wantsItems = has("items")
        wantsLinks = has("links")
        wantsUnread = has("unread_item_ids") || mark == "read" || mark == "unread"
        wantsSaved = has("saved_item_ids") || mark == "saved" || mark == "unsaved"
        if let ids = call.text("with_ids") {
            page = .ids(ids.split(separator: ",").compactMap { ArticleID($0) }.prefix(Self.maxIDs).sorted())
        } else if let id = call.text("max_id").flatMap({ ArticleID($0) }), id > 0 {
            page = .below(id)
        } else if call.text("max_id") != nil {
            // Return the newest articles first; some apps begin with this request.
            page = .below(.max)
        } else {
            page = .since(call.text("since_id").flatMap { ArticleID($0) } ?? 0)
        }
    }
}
