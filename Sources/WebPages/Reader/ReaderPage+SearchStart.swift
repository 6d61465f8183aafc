internal import Articles
internal import FeedLibrary
internal import Messages

/// The page of an empty search.
extension ReaderPage {
    /// Adds suggestions for the next search: recent and saved searches, and examples of filters.
    func searchStart(_ page: inout HTMLPage) {
        page.element("div", [("class", "start")]) { start in
            recentSearches(&start)
            if !content.saved.isEmpty {
                section(.webSavedSearches, "saved-searches", &start) { list in
                    for search in content.saved {
                        list.element("li") { item in
                            item.element("a", [("href", item.root + ReaderView.saved(search.name).path)]) { link in
                                link.element("span", search.name, [("dir", "auto")])
                                link.element("code", search.query, [("dir", "auto")])
                            }
                        }
                    }
                }
            }
            section(.searchIdeas, "ideas", &start) { list in
                for (query, name) in [
                    ("is:unread date:7d", Message.ideaUnread), ("is:starred", .ideaStarred),
                    ("has:enclosure", .ideaEnclosure),
                ] {
                    list.element("li") { item in
                        let address = ReaderView.search(query: query, sort: .newest).address()
                        item.element("a", [("href", item.root + address)]) { link in
                            link.element("span", link.say(name))
                            link.element("code", query)
                        }
                    }
                }
            }
        }
    }

    private func section(
        _ name: Message, _ style: String, _ page: inout HTMLPage, _ items: (inout HTMLPage) -> Void
    ) {
        page.element("section", [("class", style)]) { section in
            section.element("h2", section.say(name))
            section.element("ul") { items(&$0) }
        }
    }

    /// Adds the recent searches in this browser, each with a button to remove it.
    private func recentSearches(_ page: inout HTMLPage) {
        if content.recentSearches.isEmpty { return }
        page.element("section", [("class", "recent-searches")]) { section in
            section.element("h2", section.say(.webRecentSearches))
            section.element("ul") { list in
                for query in content.recentSearches {
                    list.element("li") { item in
                        let address = ReaderView.search(query: query, sort: .relevance).address()
                        item.element("a", query, [("href", item.root + address), ("dir", "auto")])
                        forgetting(query, item.say(.webForget), &item)
                    }
                }
            }
            forgetting(nil, section.say(.webForgetAll), &section)
            section.element("p", section.say(.webForgetHelp), [("class", "dim")])
        }
    }

    /// - Parameter query: the search to remove; nil to remove all. Users without write access may do this too, because
    ///   the searches are stored in a cookie.
    private func forgetting(_ query: String?, _ name: String, _ page: inout HTMLPage) {
        page.element("form", [("method", "post"), ("action", page.root + "actions/forget-searches")]) { form in
            hidden("csrf", csrf, &form)
            hidden("next", "search", &form)
            hidden("query", query, &form)
            if let query {
                form.element("button", [("type", "submit"), ("aria-label", name + ": " + query), ("title", name)]) {
                    $0.element("span", "×", [("aria-hidden", "true")])
                }
            } else {
                form.element("button", name, [("type", "submit")])
            }
        }
    }
}
