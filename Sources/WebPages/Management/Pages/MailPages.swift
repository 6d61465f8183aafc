internal import Accounts
internal import HTTPServer
internal import HTTPService
internal import Messages

/// The page on which the recipient of a mail address allows an account of a host to send alerts to it. The code in the
/// URL of the page is known only from the mail.
///
/// The page has a button, because mail filters open all links in a mail.
enum MailPages {
    static let operations: [Operation] = [
        Operation(
            "mailQuestion", .get, "/mail/{code}", nil, "Whether an account may send alerts to a mail address",
            gives: .text("text/html", or: "*/*"), example: "/mail/1-CODE", errors: .page, isDocumented: false
        ) { call in
            let code = call.part("code")
            guard let question = try await call.readAccounts({ try $0.mailQuestion(code) }) else { throw unknown(call) }
            return page(question, call) { card in
                card.element("p", card.say(.mailQuestionText, question.account, question.address))
                card.element("form", [("method", "post"), ("action", card.root + "mail/" + code)]) { form in
                    form.element("button", form.say(.mailConfirm), [("type", "submit"), ("class", "primary")])
                }
            }
        },
        Operation(
            "confirmMail", .post, "/mail/{code}", nil, "Allow an account to send alerts to a mail address",
            limits: HTTPBodyLimits(maxBodyBytes: 4 << 10), gives: .text("text/html", or: "*/*"),
            example: "/mail/1-CODE", errors: .page, isDocumented: false
        ) { call in
            let code = call.part("code")
            // Refuse unknown codes without waiting for writes.
            guard try await call.readAccounts({ try $0.mailQuestion(code) }) != nil,
                let question = try await call.ask({ try $0.confirmMail(code) })
            else { throw unknown(call) }
            return page(question, call) { card in
                card.element("p", card.say(.mailConfirmed, question.account, question.address))
            }
        },
    ]

    private static func unknown(_ call: RequestContext) -> Problem {
        .missing(Message.mailUnknown.text(call.language))
    }

    private static func page(
        _ question: AccountStore.MailQuestion, _ call: RequestContext, _ body: (inout HTMLPage) -> Void
    ) -> HTTPResponse {
        var page = HTMLPage(call.language, depth: 1)
        let title = page.say(.mailConfirmTitle)
        page.card { card in
            card.element("h1", title)
            body(&card)
        }
        return page.response(HTMLPage.Frame("feedsearch: " + title))
    }
}
