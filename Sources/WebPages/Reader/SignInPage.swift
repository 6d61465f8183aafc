internal import HTTPServer
internal import HTTPService
internal import Messages

/// The sign-in page, which is shown instead of any page that requires a session.
enum SignInPage {
    @Sendable static func response(_ contents: ServicePages.SignIn, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language, depth: contents.depth)
        let takesKey = contents.takesKey
        let title = page.say(.pageSignIn)
        page.card { page in
            if takesKey { page.steps(.account) }
            page.element("h1", title)
            if takesKey { page.element("p", page.say(.webFirstKey)) }
            if let mistake = contents.mistake { page.element("p", mistake, [("role", "alert")]) }
            page.element("form", [("method", "post"), ("action", page.root + "login")]) { form in
                form.empty("input", [("type", "hidden"), ("name", "next"), ("value", contents.next)])
                if takesKey {
                    field(.pageKey, "key", "password", "one-time-code", &form)
                } else {
                    field(.name, "name", "text", "username", &form)
                    field(.password, "password", "password", "current-password", &form)
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

extension HTMLPage {
    /// Adds the only part of a page: a card in the middle of the window.
    mutating func card(_ body: (inout HTMLPage) -> Void) {
        element("main", [("class", "card-page")]) { main in
            main.element("div", [("class", "sheet-card")]) { card in
                card.empty(
                    "img",
                    [
                        ("src", card.root + ReaderAssets.address("icon.svg")), ("alt", ""), ("width", "40"),
                        ("height", "40"),
                    ])
                body(&card)
            }
        }
    }
}

extension RequestContext {
    /// Returns a page that is a single card, for the first step of a user with a session.
    func card(_ title: Message, _ body: (inout HTMLPage) -> Void) -> HTTPResponse {
        var page = HTMLPage(language, depth: depth)
        page.card { card in
            card.element("h1", card.say(title))
            body(&card)
        }
        var frame = HTMLPage.Frame("feedsearch: " + page.say(title))
        frame.look = look
        frame.csrf = csrf ?? ""
        frame.script = "manage.js"
        frame.attributes = [("data-root", page.root.isEmpty ? "./" : page.root), ("data-owner", storageOwner)]
        return page.response(frame)
    }
}
