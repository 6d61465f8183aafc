internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page that explains a problem and possible solutions. For a user with a session it also shows the subscriptions.
enum ProblemPage {
    /// - Parameters:
    ///   - depth: the number of folders in the path at which the page is shown.
    ///   - requestID: the id of the request in the service's log.
    ///   - call: the context of a user with a session; nil for others.
    @Sendable static func response(
        _ problem: Problem, depth: Int, requestID: String, _ language: Language, _ call: RequestContext?
    ) async -> HTTPResponse {
        let failure = ReaderContent.Failure(
            title: problem.title, text: problem.text(in: language),
            advice: problem.hint ?? advice(problem.status, requestID, language), status: problem.status, depth: depth)
        // A script that requested a part of a page does not show a whole page. If the service itself has failed,
        // reading the subscriptions would probably fail as well.
        if let call, problem.status.code < 500, call.text("part") == nil,
            let response = try? await ReaderController(call).failure(failure)
        {
            return response
        }
        var page = HTMLPage(language, depth: depth)
        page.card { explain(failure, &$0) }
        return page.response(status: problem.status, HTMLPage.Frame("feedsearch: " + failure.title))
    }

    /// Adds the explanation, and links to pages where the user can continue.
    static func explain(_ failure: ReaderContent.Failure, _ page: inout HTMLPage) {
        page.element("h1", failure.title)
        page.element("p", failure.text, [("role", "alert")])
        if let advice = failure.advice { page.element("p", advice) }
        page.element("p") { line in
            line.element("a", line.say(.webBackToReader), [("href", line.root.isEmpty ? "./" : line.root)])
            line.text(" · ")
            line.element("a", line.say(.pageSearch), [("href", line.root + "search")])
        }
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
