internal import HTTPServer
internal import Messages

/// The page that lists the keyboard shortcuts.
enum KeysPage {
    static func response(_ look: Look, _ language: Language) -> HTTPResponse {
        var page = HTMLPage(language)
        page.element("main", [("class", "plain keys")]) { page in
            page.element("h1", page.say(.webKeys))
            map(&page)
            page.element("h2", page.say(.queryHelp))
            page.element("dl") { list in
                for (query, meaning) in queries {
                    list.element("div") { row in
                        row.element("dt") { $0.element("code", query) }
                        row.element("dd", row.say(meaning))
                    }
                }
            }
        }
        var frame = HTMLPage.Frame("feedsearch: " + page.say(.webKeys))
        frame.look = look
        return page.response(frame)
    }

    /// Adds the keyboard shortcuts in groups.
    static func map(_ page: inout HTMLPage) {
        page.element("div", [("class", "key-map")]) { map in
            for (name, shortcuts) in groups {
                map.element("section") { section in
                    section.element("h2", section.say(name))
                    section.element("dl") { list in
                        for (keys, meaning) in shortcuts {
                            list.element("div") { row in
                                row.element("dt") { Self.keys(keys, &$0) }
                                row.element("dd", row.say(meaning))
                            }
                        }
                    }
                }
            }
        }
    }

    /// - Parameter keys: keys separated by spaces.
    private static func keys(_ keys: String, _ page: inout HTMLPage) {
        for (place, key) in keys.split(separator: " ").enumerated() {
            if place > 0 { page.text(" ") }
            page.element("kbd", String(key))
        }
    }

    private static let groups: [(Message, [(keys: String, meaning: Message)])] = [
        (
            .webKeyGroupMove,
            [
                ("j k", .webKeyNext), ("n p", .webKeyUnread), ("o Enter", .webKeyOpen), ("Space", .webKeySpace),
                (". ,", .webKeyMatch),
            ]
        ),
        (
            .webKeyGroupArticle,
            [("m", .webKeyRead), ("s", .webKeyStar), ("t", .webKeyTag), ("v", .webKeySource), ("e", .sendKey)]
        ),
        (.webKeyGroupList, [("A", .webKeyMarkAll), ("[ ]", .webKeyMarkAboveBelow), ("z", .webKeyUndo)]),
        (
            .webKeyGroupGo,
            [
                ("g u", .webUnread), ("g t", .webToday), ("g s", .webStarred), ("g a", .webAll), ("g r", .webRecent),
            ]
        ),
        (.pageSearch, [("/", .webKeySearch), ("f", .webKeyFilters), ("Ctrl K", .keyCommands), ("?", .webKeyHelp)]),
        (.webSubscriptions, [("↑ ↓ ← → Home End", .webKeyTree), ("Alt ↑ ↓", .webKeyMove)]),
    ]

    /// Examples of the query language.
    private static let queries: [(String, Message)] = [
        ("swift 并发", .helpWords), ("\"full text\"", .helpPhrase), ("swift OR rust", .helpOr),
        ("swift -apple", .helpNot),
        ("inter* 关键*", .helpPrefix), ("full NEAR/3 search", .helpNear), ("title:swift", .helpField),
        ("feed:lwn", .helpFilter), ("is:unread", .helpState), ("date:2024-01..2024-03", .helpDate),
        ("re:/gen-[a-z]+/", .helpPattern), ("search:NAME", .helpSaved),
    ]
}
