package import HTTPServer
package import Messages

/// The page for signing in, in place of a page that needs it.
package enum SignInPage {
    /// - Parameters:
    ///   - next: the page to go on to, relative to the service.
    ///   - depth: how many folders deep the page is shown.
    ///   - takesKey: whether there are no accounts, and a one-time key signs in.
    ///   - mistake: why the attempt before failed.
    package static func response(
        next: String, depth: Int = 0, takesKey: Bool, mistake: String? = nil, status: HTTPStatus, _ language: Language
    ) -> HTTPResponse {
        var page = HTMLPage(language, depth: depth)
        let title = page.say(.pageSignIn)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", title)
            if let mistake { page.element("p", mistake, [("role", "alert")]) }
            page.element("form", [("class", "sign-in"), ("method", "post"), ("action", page.root + "login")]) { form in
                form.empty("input", [("type", "hidden"), ("name", "next"), ("value", next)])
                if takesKey {
                    field(.pageKey, "key", "password", "one-time-code", &form)
                } else {
                    field(.pageName, "name", "text", "username", &form)
                    field(.kindPassword, "password", "password", "current-password", &form)
                }
                form.element("button", title, [("type", "submit"), ("class", "primary")])
            }
        }
        return page.response(status: status, HTMLPage.Frame("feedsearch: " + title))
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
}

/// A page that tells of a problem.
package enum ProblemPage {
    package static func response(
        title: String, detail: String, status: HTTPStatus, depth: Int, _ language: Language
    ) -> HTTPResponse {
        var page = HTMLPage(language, depth: depth)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", title)
            page.element("p", detail, [("role", "alert")])
            page.element("p") {
                $0.element("a", $0.say(.webBackToReader), [("href", $0.root.isEmpty ? "./" : $0.root)])
            }
        }
        return page.response(status: status, HTMLPage.Frame("feedsearch: " + title))
    }
}
