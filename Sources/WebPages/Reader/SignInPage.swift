internal import HTTPServer
internal import HTTPService
internal import Messages

/// The sign-in page, which is shown instead of any page that requires a session.
enum SignInPage {
    @Sendable static func response(_ contents: ServicePages.SignIn, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language, depth: contents.depth)
        let takesKey = contents.takesKey
        let title = page.say(.pageSignIn)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", title)
            if takesKey { page.element("p", page.say(.webFirstKey)) }
            if let mistake = contents.mistake { page.element("p", mistake, [("role", "alert")]) }
            page.element("form", [("class", "sign-in"), ("method", "post"), ("action", page.root + "login")]) { form in
                form.empty("input", [("type", "hidden"), ("name", "next"), ("value", contents.next)])
                if takesKey {
                    field(.pageKey, "key", "password", "one-time-code", &form)
                } else {
                    field(.pageName, "name", "text", "username", &form)
                    field(.kindPassword, "password", "password", "current-password", &form)
                }
                form.element("button", title, [("type", "submit"), ("class", "primary")])
            }
        }
        return page.response(status: contents.status, HTMLPage.Frame("feedsearch: " + title))
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

/// A page that explains a problem and possible solutions.
enum ProblemPage {
    /// - Parameters:
    ///   - depth: the number of folders in the path at which the page is shown.
    ///   - requestID: the id of the request in the service's log.
    @Sendable static func response(
        _ problem: Problem, depth: Int, requestID: String, _ language: Language
    ) -> HTTPResponse {
        let title = problem.title
        var page = HTMLPage(language, depth: depth)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", title)
            page.element("p", problem.text(in: language), [("role", "alert")])
            if let hint = problem.hint ?? advice(problem.status, requestID, language) { page.element("p", hint) }
            page.element("p") { line in
                line.element("a", line.say(.webBackToReader), [("href", line.root.isEmpty ? "./" : line.root)])
                line.text(" · ")
                line.element("a", line.say(.pageSearch), [("href", line.root + "search")])
            }
        }
        return page.response(status: problem.status, HTMLPage.Frame("feedsearch: " + title))
    }

    /// The default advice for a status.
    static func advice(_ status: HTTPStatus, _ requestID: String, _ language: Language) -> String? {
        switch status.code {
        case 400, 415: Message.webProblemRequest.text(language)
        case 403: Message.webProblemForbidden.text(language)
        case 404: Message.webProblemNotFound.text(language)
        case 409: Message.webProblemConflict.text(language)
        case 413: Message.webProblemTooLarge.text(language)
        case 421: Message.webProblemHost.text(language)
        case 429, 503: Message.webProblemBusy.text(language)
        case 507: Message.webProblemDisk.text(language)
        case 500...: Message.webProblemServer.text(language, [requestID])
        default: nil
        }
    }
}
