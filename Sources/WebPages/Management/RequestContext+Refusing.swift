internal import FeedLibrary
internal import HTTPServer
internal import HTTPService
internal import Messages

extension RequestContext {
    /// Responds to a refused form. The response is the form's page with the entered values and the message, or only the
    /// message if that page cannot be shown. A script that requested JSON gets the problem as JSON.
    ///
    /// If the user made a mistake, the status is 422.
    func refuse(_ error: any Error) async -> HTTPResponse {
        let refused = refusal(error)
        var problem = Problem(error, language)
        if request.headers["Accept"] == "application/json" {
            (problem.status, problem.detail) = (refused.status, refused.text)
            return problem.response(requestID: request.id)
        }
        var response: HTTPResponse
        if let again = await again(refused) { response = again } else { response = alone(refused, problem) }
        for field in problem.headers.fields { response.headers.add(field.name, field.value) }
        return response
    }

    /// The form that this request submitted (by POST or GET), and why it was refused.
    func refusal(_ error: any Error) -> RefusedForm {
        let mistake = FormMistake(error, fields.map(\.name), language)
        let problem = Problem(error, language)
        let isMistake = mistake != nil || [400, 409].contains(problem.status.code)
        return RefusedForm(
            path: operation.path, fields: fields, status: isMistake ? 422 : problem.status, field: mistake?.field,
            text: mistake?.text(language) ?? problem.text(in: language), hint: problem.hint)
    }

    /// The page that contained the form.
    private func again(_ refused: RefusedForm) async -> HTTPResponse? {
        guard let address = text("next").flatMap(PageAddress.checked), let page = showing(address, refused),
            PageOperations.pathsOfForms.contains(page.operation.path),
            let response = try? await page.operation.respond(page), response.status == refused.status
        else { return nil }
        return response
    }

    private func alone(_ refused: RefusedForm, _ problem: Problem) -> HTTPResponse {
        let title =
            refused.status == 422
            ? Message.formRefused.text(language)
            : problem.code == Problem.missingCode ? Message.notFound.text(language) : problem.title
        return answer(.none, title, status: refused.status) { page in
            page.mistake(refused)
            if refused.hint == nil, let hint = ProblemPage.advice(refused.status, request.id, language) {
                page.element("p", hint, [("class", "dim")])
            }
            page.element("p") { $0.element("a", $0.say(.backToForm), [("href", $0.address(here))]) }
        }
    }
}

/// A mistake in a form, with the field that contains it.
struct FormMistake: Error {
    /// The name of the field; nil if the message concerns the whole form.
    let field: String?
    private let message: Message?
    private let arguments: [String]
    /// The text if there is no message.
    private let detail: String

    init(_ field: String?, _ message: Message, _ arguments: String...) {
        self.field = field
        self.message = message
        self.arguments = arguments
        detail = ""
    }

    /// - Parameter text: the message, already in the client's language.
    init(_ field: String?, text: String) {
        self.field = field
        message = nil
        arguments = []
        detail = text
    }

    /// Converts an error about a value that the user entered.
    ///
    /// - Parameter names: the names of the form's fields.
    /// - Returns: nil for any other error.
    init?(_ error: any Error, _ names: [String], _ language: Language) {
        if let mistake = error as? FormMistake {
            self = mistake
            return
        }
        let problem = Problem(error, language)
        guard let known = Self.known[problem.code], let field = known.fields.first(where: names.contains) else {
            return nil
        }
        self.field = field
        message = known.message
        arguments = []
        // Capitalise the message: messages of the program begin with a small letter, because they follow its name.
        detail = problem.detail.prefix(1).uppercased() + problem.detail.dropFirst()
    }

    func text(_ language: Language) -> String { message?.text(language, arguments) ?? detail }

    /// Maps an error code to the fields that the error may concern, and to a message; nil for the error's own message.
    /// The first of the fields that the form contains is used.
    private static let known: [String: (fields: [String], message: Message?)] = [
        "badQuery": (["query"], nil), "emptyQuery": (["query"], .formEmpty), "badPattern": (["query"], nil),
        "costlyPattern": (["query"], nil), "badRecipe": (["item"], nil),
        "badDigest": (["digest"], .formChoice),
        "badQuietHours": (["quiet_from"], .formTimes), "badUserAgent": (["user_agent"], .formUserAgent),
        "badFeedInterval": (["interval"], .formInterval), "badKeep": (["keep"], .formKeep),
        "badKeepUnread": (["keep_unread"], .formKeepUnread), "badFullText": (["selector"], .formSelector),
        "badKeepRead": (["keep_read"], .formKeepUnread),
        "badExpiry": (["expires"], .formExpiry), "notAnAddress": (["url"], .formWebAddress),
        "noFeedFound": (["url"], nil), "fetchLocal": (["url"], .formNotPublic),
        "badAccountName": (["name"], nil), "accountExists": (["name"], .formNameTaken), "badPassword": (["new"], nil),
        "passwordTooShort": (["new"], nil),
        "passwordIsName": (["new"], nil),
        "passwordCommon": (["new"], nil), "labelExists": (["label"], .formNameTaken),
        "tokenExists": (["name"], .formNameTaken),
    ]
}
