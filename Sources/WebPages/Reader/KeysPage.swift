internal import HTTPServer
internal import Messages

/// The page that lists the keyboard shortcuts.
enum KeysPage {
    static func response(_ look: Look, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language)
        page.element("main", [("class", "plain")]) { page in
            page.element("h1", page.say(.webKeys))
            page.element("dl") { list in
                for (keys, meaning) in [
                    ("j k n p", Message.webKeyNext), ("o Enter", .webKeyOpen), ("J K", .webKeyOpenNext),
                    ("m", .webKeyRead), ("s", .webKeyStar), ("t", .webKeyTag), ("v", .webKeySource),
                    ("Space", .webKeySpace),
                    ("/", .webKeySearch), (". ,", .webKeyMatch), ("A", .webKeyMarkAll), ("[ ]", .webKeyMarkAboveBelow),
                    ("z", .webKeyUndo),
                    ("g u, g a, g t, g s", .webKeyGo), ("g r", .webKeyRecent),
                    ("↑ ↓ ← → Home End", .webKeyTree), ("Alt ↑, Alt ↓", .webKeyMove), ("?", .webKeyHelp),
                ] {
                    list.element("dt", keys)
                    list.element("dd", list.say(meaning))
                }
                list.element("dt", "Ctrl K")
                list.element("dd", list.say(.keyCommands))
            }
            page.element("h2", page.say(.queryHelp))
            page.element("dl") { list in
                for (query, meaning) in queries {
                    list.element("dt", query)
                    list.element("dd", list.say(meaning))
                }
            }
        }
        var frame = HTMLPage.Frame("feedsearch: " + page.say(.webKeys))
        frame.look = look
        return page.response(frame)
    }

    /// Examples of the query language.
    private static let queries: [(String, Message)] = [
        ("swift 并发", .helpWords), ("\"full text\"", .helpPhrase), ("swift OR rust", .helpOr),
        ("swift -apple", .helpNot),
        ("inter* 关键*", .helpPrefix), ("full NEAR/3 search", .helpNear), ("title:swift", .helpField),
        ("feed:lwn", .helpFilter), ("is:unread", .helpState), ("date:2024-01..2024-03", .helpDate),
        ("re:/gen-[a-z]+/", .helpPattern), ("search:NAME", .helpSaved),
    ]
}
