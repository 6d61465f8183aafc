internal import HTTPServer
internal import HTTPService
internal import Messages

/// A page that shows a secret once, together with the address and other settings that an app needs to connect.
enum SetUpPage {
    static func token(_ name: String, _ token: String, _ call: RequestContext) -> HTTPResponse {
        once(call, Message.manageTokenMade.text(call.language, name)) { page in
            secret(page.say(.token), token, &page)
            page.element("pre") { line in
                line.element("code", "curl -H 'Authorization: Bearer \(token)' \(call.base)/v1/search?q=owl")
            }
        }
    }

    static func invitation(_ link: String, _ expires: String, _ call: RequestContext) -> HTTPResponse {
        once(call, Message.invitationMade.text(call.language)) { page in
            secret(page.say(.invitationLink), link, &page)
            page.element("p", page.say(.invitationOfOwner, expires))
        }
    }

    static func appPassword(
        _ account: String, _ label: String, _ password: String, isForFever: Bool, _ call: RequestContext
    ) -> HTTPResponse {
        let base = call.base
        return once(call, Message.manageAppPasswordMade.text(call.language, label)) { page in
            secret(page.say(.appPassword), password, &page)
            page.element("h2", page.say(.forPhone))
            page.element("p", page.say(.qrHelp))
            page.element("div", [("class", "codes")]) { codes in
                code(codes.say(.serverAddress), base + "/api/greader.php", &codes)
                code(codes.say(.appPassword), password, &codes)
            }
            page.element("h2", page.say(.setUp))
            app(
                "NetNewsWire, Reeder, NewsFlash, FeedMe", page.say(.chooseFreshRSS), base + "/api/greader.php",
                account,
                &page)
            app("Miniflux", page.say(.chooseMiniflux), base + "/miniflux", account, &page)
            if isForFever { app("Fever", page.say(.chooseFever), base + "/fever/", account, &page) }
            page.element("h3", "newsboat (~/.newsboat/config)")
            page.element("pre") { pre in
                pre.element(
                    "code",
                    """
                    urls-source "feedhq"
                    feedhq-url "\(base)/api/greader.php"
                    feedhq-login "\(account)"
                    feedhq-passwordfile "~/.newsboat/app-password"
                    feedhq-show-special-feeds no
                    feedhq-flag-star "s"
                    feedhq-min-items 100
                    """)
            }
            page.element("p", page.say(.newsboatHelp), [("class", "dim")])
        }
    }

    // MARK: -

    /// Creates a page that is neither cached nor compressed: it contains a secret and user-chosen text (BREACH).
    private static func once(
        _ call: RequestContext, _ title: String, _ body: (inout HTMLPage) -> Void
    ) -> HTTPResponse {
        var response = call.answer(.account, title) { page in
            page.element("p", page.say(.shownOnce), [("role", "status"), ("class", "done")])
            body(&page)
            page.element("p") { $0.element("a", $0.say(.backToAccount), [("href", $0.address("account"))]) }
        }
        response.headers.add("Cache-Control", "no-store")
        response.mayCompress = false
        return response
    }

    private static func secret(_ name: String, _ value: String, _ page: inout HTMLPage) {
        page.element("p", [("class", "secret")]) { line in
            line.text(name + " ")
            line.element("code", value)
        }
    }

    private static func app(
        _ name: String, _ how: String, _ address: String, _ account: String, _ page: inout HTMLPage
    ) {
        page.element("h3", name)
        page.element("p", how)
        page.element("dl", [("class", "pairs")]) { list in
            for (name, value) in [(list.say(.serverAddress), address), (list.say(.userName), account)] {
                list.element("dt", name)
                list.element("dd") { $0.element("code", value) }
            }
        }
    }

    /// Adds a QR code. In any theme, the code has a light background and the quiet zone of four modules that cameras
    /// need.
    private static func code(_ name: String, _ text: String, _ page: inout HTMLPage) {
        guard let code = QRCode(Array(text.utf8)) else { return }
        let side = code.size + 8
        var path = ""
        for y in 0..<code.size {
            for x in 0..<code.size where code.isDark(x, y) { path += "M\(x + 4) \(y + 4)h1v1h-1z" }
        }
        page.element("figure", [("class", "code")]) { figure in
            figure.element(
                "svg",
                [
                    ("viewBox", "0 0 \(side) \(side)"), ("role", "img"), ("aria-label", name),
                    ("shape-rendering", "crispEdges"),
                ]
            ) { svg in
                svg.element("rect", [("width", "\(side)"), ("height", "\(side)"), ("class", "light")]) { _ in }
                svg.element("path", [("d", path), ("class", "ink")]) { _ in }
            }
            figure.element("figcaption", name)
        }
    }
}
