internal import Accounts
internal import HTTPServer
internal import Messages
internal import WebPages

/// The fields of a form sent from a page of the reader.
struct PageForm: Sendable {
    private let items: [HTTPQueryItem]

    fileprivate init(_ items: [HTTPQueryItem]) { self.items = items }

    func text(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// Redirects to the page that contained the form.
    func back(_ call: Call) -> HTTPResponse {
        let next = text("next").flatMap { PageAddress.checked($0) } ?? ""
        return HTTPResponse(
            status: 303, headers: ["Location": call.service.address(for: call.request) + "/" + next])
    }
}

extension Call {
    /// The body, which must be a form of a page with that page's CSRF token.
    func form() async throws -> PageForm {
        let type = request.headers["Content-Type"]?.split(separator: ";").first.map { $0.lowercased() } ?? ""
        guard type == "application/x-www-form-urlencoded" else {
            throw Problem(415, "unsupportedMediaType", .httpNotForm)
        }
        let form = PageForm(FormDecoding.items(try await request.body.collect(upTo: 64 << 10)))
        // Browsers send the cookie with any request; only the token proves that a page of this service sent it.
        if let csrf = principal?.csrf {
            guard let token = form.text("csrf") ?? request.headers["X-CSRF-Token"], csrf.matches(token) else {
                throw Problem(403, "csrf", .httpNoCSRFToken)
            }
        }
        return form
    }

    var recentSearches: RecentSearches { RecentSearches(cookieValue: cookie(RecentSearches.cookie) ?? "") }

    /// The Set-Cookie value of recent searches, which scripts of the pages also read and write.
    func cookie(of searches: RecentSearches) -> String {
        service.preference(RecentSearches.cookie, searches.cookieValue, request, isForScripts: true)
    }

    /// The value of a cookie other than the session's.
    func cookie(_ name: String) -> String? {
        for field in request.headers.values("Cookie") {
            for pair in field.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].drop(while: { $0 == " " }) == name { return String(parts[1]) }
            }
        }
        return nil
    }
}
