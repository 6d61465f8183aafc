internal import Articles
internal import FeedLibrary
internal import HTTPServer
internal import Messages

extension ReaderPage {
    /// The maximum number of a feed's tags that are shown. Some feeds add hundreds of tags to an article.
    private static let maxFeedTags = 12
    /// The id of the list of tags that tag fields offer.
    private static let offeredTags = "own-tags"

    /// Adds the tags of the article as links to a search: the user's own tags, which can be removed, and those of the
    /// feed.
    func tags(_ article: Article, _ page: inout HTMLPage) {
        if article.ownTags.isEmpty && article.tags.isEmpty && !mayPost("tag") { return }
        page.element(
            "div",
            [
                ("class", "tags"), ("role", "group"), ("aria-label", page.say(.ownTags)), ("lang", page.languageTag),
                ("data-added", page.say(.tagAdded, "{1}")), ("data-removed", page.say(.tagRemoved, "{1}")),
            ]
        ) { box in
            if !article.ownTags.isEmpty { own(article, &box) }
            for tag in article.tags.prefix(Self.maxFeedTags) {
                box.element("span", [("class", "chip")]) { tagLink(tag, &$0) }
            }
            if mayPost("tag") { add(to: article, &box) }
        }
    }

    private func own(_ article: Article, _ page: inout HTMLPage) {
        func chips(_ page: inout HTMLPage) {
            for tag in article.ownTags {
                page.element("span", [("class", "chip own")]) { chip in
                    tagLink(tag, &chip)
                    if !mayPost("tag") { return }
                    chip.element(
                        "button", "×",
                        [("name", "remove"), ("value", tag), ("aria-label", chip.say(.removeTag, tag))])
                }
            }
        }
        if !mayPost("tag") { return chips(&page) }
        form("tag", [], &page) { form in
            hidden("article", String(article.id), &form)
            chips(&form)
        }
    }

    private func tagLink(_ tag: String, _ page: inout HTMLPage) {
        page.element("a", [("href", page.root + Self.search(forTag: tag))]) { $0.element("bdi", "#" + tag) }
    }

    /// The address of a search for the articles with a tag, relative to the service.
    private static func search(forTag tag: String) -> String {
        // A quote cannot be part of a quoted name in a query.
        let query = "tag:\"" + tag.replacing("\"", with: " ") + "\""
        return ReaderView.search(query: query, sort: .relevance).address()
    }

    /// Adds the form for a new tag, which offers the tags that the user has added to other articles.
    private func add(to article: Article, _ page: inout HTMLPage) {
        page.element("details", [("class", "add-tag"), open(for: "tag")]) { details in
            details.element("summary") { $0.element("bdi", "+ " + $0.say(.addTag)) }
            entryForm("tag", with: [("article", String(article.id))], &details) { form in
                tagField(&form)
            }
        }
    }

    /// Adds a tag field and its button. The list of tags that the field offers is in the sidebar.
    private func tagField(_ form: inout HTMLPage) {
        form.empty(
            "input",
            [
                ("type", "text"), ("name", "add"), ("value", form.entered("add", nil)), ("required", ""),
                ("list", Self.offeredTags), ("maxlength", String(ActionOperations.maxTagLength)),
                ("autocomplete", "off"), ("aria-label", form.say(.newTag)), ("placeholder", form.say(.newTag)),
                ("dir", "auto"),
            ] + form.mistakeAttributes("add"))
        form.element("button", form.say(.addButton), [("type", "submit")])
        form.mistake(of: "add")
    }

    /// Adds the form that adds a tag to all articles of the list. It is not offered for the whole library.
    func tagAll(_ page: inout HTMLPage) {
        if !mayPost("tag-list") || content.rows.isEmpty || content.mistake != nil { return }
        var query: String?
        switch content.view {
        case .all, .opened, .listed: return
        case .search(let text, _): query = text
        default: break
        }
        let fields: [(name: String, value: String?)] = [
            ("view", content.view.path), ("query", query), ("unread", content.unreadOnly ? "1" : nil),
            ("newest", String(content.newest)),
        ]
        page.element("details", [("class", "tag-all"), open(for: "tag-list")]) { details in
            details.element("summary", [("title", details.say(.tagAll))]) { $0.labelled(.tag, "+ " + $0.say(.addTag)) }
            entryForm("tag-list", with: fields, attributes: [("data-many", details.say(.taggedMany, "{1}"))], &details)
            { form in
                form.element("p", form.say(.tagAll))
                tagField(&form)
            }
        }
    }

    /// Adds the user's own tags to the sidebar, each with the number of its unread articles, and the list of tags that
    /// fields offer. A script replaces this part when tags are added or removed.
    func tagList(_ page: inout HTMLPage) {
        page.element("section", [("id", "tags"), ("hidden", content.ownTags.isEmpty ? "" : nil)]) { section in
            section.element("h2", section.say(.ownTags))
            section.element("ul", [("class", "own-tags")]) { list in
                for tag in content.ownTags {
                    list.element("li") { item in
                        item.element("a", [("href", item.root + Self.search(forTag: tag.name))]) { link in
                            link.icon(.tag)
                            link.element("span", tag.name, [("class", "name"), ("dir", "auto")])
                            link.element("span", tag.unread > 0 ? String(tag.unread) : "", [("class", "count")])
                        }
                    }
                }
            }
            section.element("datalist", [("id", Self.offeredTags)]) { list in
                for tag in content.ownTags { list.element("option", [("value", tag.name)]) { _ in } }
            }
        }
    }
}
