internal import FeedLibrary
internal import HTTPServer
internal import Messages

/// The page for signing in, in place of a page that needs it.
enum SignInPage {
    /// - Parameters:
    ///   - next: the page to go on to, relative to the service.
    ///   - takesKey: whether there are no accounts, and a one-time key signs in.
    ///   - mistake: why the attempt before failed.
    static func response(
        next: String, takesKey: Bool, mistake: String? = nil, status: HTTPStatus, _ language: Language
    ) -> HTTPResponse {
        var page = HTMLPage(language)
        let title = page.say(.pageSignIn)
        page.element("h1", title)
        if let mistake { page.element("p", mistake, [("role", "alert")]) }
        page.element("form", [("class", "sign-in"), ("method", "post"), ("action", "login")]) { form in
            form.empty("input", [("type", "hidden"), ("name", "next"), ("value", next)])
            if takesKey {
                field(.pageKey, "key", "password", "one-time-code", &form)
            } else {
                field(.pageName, "name", "text", "username", &form)
                field(.kindPassword, "password", "password", "current-password", &form)
            }
            form.element("button", title, [("type", "submit")])
        }
        return page.response(status: status, title: "feedsearch: " + title)
    }

    private static func field(
        _ label: Message, _ name: String, _ type: String, _ completion: String, _ page: inout HTMLPage
    ) {
        let text = page.say(label)
        page.element("label") { page in
            page.text(text)
            page.empty(
                "input",
                [
                    ("name", name), ("type", type), ("autocomplete", completion), ("autocapitalize", "none"),
                    ("required", ""),
                ])
        }
    }

    /// A page of the service that may follow signing in: nothing that leads elsewhere.
    static func target(_ next: String) -> String? {
        next == "search" || next.hasPrefix("search?") ? next.filter { $0 != "\r" && $0 != "\n" } : nil
    }
}
