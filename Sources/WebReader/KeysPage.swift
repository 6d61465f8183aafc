package import HTTPServer
package import Messages

/// What each key does.
package enum KeysPage {
    package static func response(_ look: Look, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", page.say(.webKeys))
            page.element("dl") { list in
                for (keys, meaning) in [
                    ("j k n p", Message.webKeyNext), ("o Enter", .webKeyOpen), ("J K", .webKeyOpenNext),
                    ("m", .webKeyRead), ("s", .webKeyStar), ("v", .webKeySource), ("Space", .webKeySpace),
                    ("/", .webKeySearch), (". ,", .webKeyMatch), ("g u, g a, g t, g s", .webKeyGo), ("?", .webKeyHelp),
                ] {
                    list.element("dt", keys)
                    list.element("dd", list.say(meaning))
                }
            }
        }
        var frame = HTMLPage.Frame("feedsearch: " + page.say(.webKeys))
        frame.look = look
        return page.response(frame)
    }
}
