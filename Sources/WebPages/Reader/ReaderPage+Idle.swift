internal import Articles
internal import FeedLibrary
internal import Formats
internal import Messages

extension ReaderPage {
    /// The keys that a new user needs first. The page of keyboard shortcuts lists all keys.
    private static let firstKeys: [(keys: [String], meaning: Message)] = [
        (["j", "k"], .webKeyNext), (["m"], .webKeyRead), (["s"], .webKeyStar), (["v"], .webKeySource),
        (["/"], .webKeySearch), (["z"], .webKeyUndo), (["Ctrl", "K"], .keyCommands), (["?"], .webKeyHelp),
    ]

    /// Fills the article pane while no article is open: with the newest articles of the last day and the first keys.
    func idle(_ page: inout HTMLPage) {
        page.element("div", [("class", "idle")]) { idle in
            if !content.newArticles.isEmpty {
                idle.element("section") { section in
                    section.element("h2") { heading in
                        heading.element("a", heading.say(.webNewToday), [("href", heading.root + "today")])
                    }
                    section.element("ul") { list in
                        for article in content.newArticles { list.element("li") { link(to: article, &$0) } }
                    }
                }
            }
            idle.element("section", [("class", "keys")]) { section in
                section.element("h2", section.say(.webKeys))
                section.element("dl") { list in
                    for (keys, meaning) in Self.firstKeys {
                        list.element("div") { row in
                            row.element("dt") { for key in keys { $0.element("kbd", key) } }
                            row.element("dd", row.say(meaning))
                        }
                    }
                }
                section.element("a", section.say(.webAllKeys), [("href", section.root + "keys")])
            }
        }
    }

    private func link(to article: Article, _ page: inout HTMLPage) {
        let title = article.titleOrBeginning
        page.element("a", [("href", address(of: article.id, page)), ("dir", TextDirection.of(article.language))]) {
            link in
            link.element("span", title.isEmpty ? link.say(.untitled) : title)
            link.element("span", MaskedURL.mask(article.feedTitle ?? article.feed), [("class", "dim")])
        }
    }
}
