internal import Accounts
internal import FeedLibrary
internal import Formats
internal import HTTPServer
internal import HTTPService
internal import Messages
internal import System

/// Properties and methods that pages use to read requests and create responses.
extension RequestContext {
    /// The appearance that the user of this browser has chosen.
    var look: Look { Look(cookieValue: cookie(Look.cookie) ?? "") }

    /// The CSRF token for forms of the response.
    var csrf: String? { principal?.formToken }

    /// A code that identifies the account and the library in a browser's storage; nil without a session, because such
    /// clients run no scripts.
    var storageOwner: String? {
        principal.flatMap { $0.kind == .session ? library.storageOwner(of: $0.account) : nil }
    }

    /// Whether the user may change feeds and searches.
    var mayWrite: Bool { principal?.scope.includes(.write) ?? false }

    /// Whether the user may use the form of an action.
    func mayPost(_ action: String) -> Bool { mayWrite && permits(.post, "actions/" + action) }

    /// Whether the user may open a page of the service.
    func mayOpen(_ page: String) -> Bool { permits(.get, page) }

    /// Formats a date and a time of day, separated by `separator`, in the time zone of the service.
    func time(_ seconds: Int64, separator: String = "\u{A0}") -> String {
        let local = CivilTime.rfc3339(seconds &+ Int64(clock.secondsEastOfUTC(seconds)))
        return String(local.prefix(16).replacing("T", with: separator))
    }

    /// Formats dates in the time zone of the service.
    var dates: PageDates {
        let clock = clock
        return PageDates(language, now: clock.now()) { clock.secondsEastOfUTC($0) }
    }

    // MARK: - Fields

    /// The value of a field without surrounding spaces; nil if the field is missing or blank.
    func filled(_ name: String) -> String? {
        guard let text = text(name) else { return nil }
        let trimmed = text.drop { $0.isWhitespace }
        guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
        return String(trimmed[...last])
    }

    /// The value of a required field of a form.
    func required(_ name: String) throws -> String {
        guard let text = filled(name) else { throw FormMistake(name, .formEmpty) }
        return text
    }

    /// The value of a path parameter or a field, which must be a positive number.
    func requiredNumber(_ name: String) throws -> Int64 {
        guard let number = (parameters[name] ?? text(name)).flatMap({ Int64($0) }), number > 0 else {
            throw UserFacingError(code: "badForm", text: Message.fieldMissing.text(language, name))
        }
        return number
    }

    // MARK: - Addresses

    /// The path of the request relative to the service, which may itself be served below a path.
    private var path: String {
        parameters.reduce(String(operation.path.dropFirst())) { path, parameter in
            path.replacing("{\(parameter.key)}", with: FormEncoding.encode(parameter.value))
        }
    }

    /// The number of slashes in the request's path; 1 if a form was refused, since the paths of all form operations
    /// have one slash.
    var depth: Int { refused == nil ? path.utf8.count { $0 == UInt8(ascii: "/") } : 1 }

    /// The address of the page, or of the page that contained the form, relative to the service.
    var here: String {
        guard refused != nil || request.method == .get || request.method == .head else {
            return text("next").flatMap(PageAddress.checked) ?? ""
        }
        let query = fields.filter { $0.name != "done" }.map { (name: $0.name, value: $0.value) }
        return path + (query.isEmpty ? "" : "?" + FormEncoding.encode(query))
    }

    /// The path of the service as seen by the client, with a slash at its end: `/` or `/feeds/`.
    var rootPath: String {
        let parts = base.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? "/\(parts[3])/" : "/"
    }

    /// The address of `here` with a message that says what the form has done.
    ///
    /// - Parameter done: a name in `Message.done`.
    func here(done: String) -> String { here + (here.contains("?") ? "&" : "?") + "done=" + done }

    /// Redirects to a page of the service, or, if `page` is nil, to the page that contained the form.
    func redirect(to page: String? = nil) -> HTTPResponse {
        let next = (page ?? text("next")).flatMap(PageAddress.checked) ?? ""
        return HTTPResponse(status: 303, headers: ["Location": base + "/" + next])
    }

    // MARK: - Cookies

    var recentSearches: RecentSearches { RecentSearches(cookieValue: cookie(RecentSearches.cookie) ?? "") }

    /// The Set-Cookie value of recent searches, which scripts of the pages also read and write.
    func cookie(of searches: RecentSearches) -> String {
        service.preference(RecentSearches.cookie, searches.cookieValue, request, isForScripts: true)
    }

    /// The value of a cookie; not used for the session's cookie.
    private func cookie(_ name: String) -> String? {
        for field in request.headers.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
            }
        }
        return nil
    }
}
