internal import Articles
internal import FeedLibrary
internal import FeedWriting
internal import Formats
internal import HTTPServer
internal import Messages

/// The page of a search: the field, and what was found.
struct SearchPage: Sendable {
    /// As typed; empty before anything was searched for.
    let query: String
    let sort: SearchRequest.Sort
    /// Where browsers find the description of the search engine, relative to the service.
    let description: String
    let language: Language

    func response(_ answer: SearchAnswer?) -> HTTPResponse {
        var page = HTMLPage(language)
        form(&page)
        if let answer { write(answer, &page) }
        return finished(page, status: 200)
    }

    /// The page of a search that could not be carried out.
    func response(_ problem: Problem) -> HTTPResponse {
        var page = HTMLPage(language)
        form(&page)
        page.element("p", problem.detail, [("role", "alert")])
        if let hint = problem.hint { page.element("p", hint, [("class", "dim")]) }
        return finished(page, status: problem.status)
    }

    /// The address of the page, relative to the service.
    static func address(_ query: String, _ sort: SearchRequest.Sort = .relevance, after: String? = nil) -> String {
        var fields = [("q", query)]
        if sort != .relevance { fields.append(("sort", sort.rawValue)) }
        if let after { fields.append(("after", after)) }
        return "search?" + String(decoding: FormEncoding.encode(fields), as: UTF8.self)
    }

    // MARK: -

    private func finished(_ page: HTMLPage, status: HTTPStatus) -> HTTPResponse {
        page.response(
            status: status, title: query.isEmpty ? "feedsearch" : query + " - feedsearch",
            links: [("search", "application/opensearchdescription+xml", description)])
    }

    private func form(_ page: inout HTMLPage) {
        page.element("form", [("role", "search"), ("action", "search")]) { form in
            let label = form.say(.pageSearchField)
            form.empty(
                "input",
                [
                    ("type", "search"), ("name", "q"), ("value", query), ("aria-label", label), ("placeholder", label),
                    ("autocapitalize", "none"), ("autofocus", query.isEmpty ? "" : nil),
                ])
            form.element("select", [("name", "sort"), ("aria-label", form.say(.pageSort))]) { select in
                for (sort, name) in [
                    (SearchRequest.Sort.relevance, Message.pageRelevance), (.newest, .pageNewest),
                    (.oldest, .pageOldest),
                ] {
                    select.element(
                        "option", select.say(name),
                        [("value", sort.rawValue), ("selected", sort == self.sort ? "" : nil)])
                }
            }
            form.element("button", form.say(.pageSearch), [("type", "submit")])
        }
    }

    private func write(_ answer: SearchAnswer, _ page: inout HTMLPage) {
        page.element("p", [("class", "dim"), ("role", "status")]) { line in
            let total = String(answer.total)
            line.text(
                answer.total == 0
                    ? line.say(.nothingFound)
                    : line.say(answer.totalIsLowerBound ? .pageAtLeast : .pageArticles, total))
        }
        if answer.relaxed { page.element("p", page.say(.relaxed)) }
        if let suggestion = answer.suggestion { offer(suggestion, page.say(.didYouMean, suggestion), &page) }
        if let looser = answer.looser {
            offer(looser.query, page.say(.looser, looser.query, String(looser.total)), &page)
        }
        page.element("ol") { list in for hit in answer.hits { list.element("li") { write(hit, &$0) } } }
        if let cursor = answer.cursor {
            page.element("p") { line in
                line.element(
                    "a", line.say(.pageFollowing),
                    [("rel", "next"), ("href", Self.address(query, sort, after: cursor))])
            }
        }
    }

    private func offer(_ query: String, _ text: String, _ page: inout HTMLPage) {
        page.element("p") { $0.element("a", text, [("href", Self.address(query, sort))]) }
    }

    private func write(_ hit: SearchHit, _ page: inout HTMLPage) {
        let title = hit.title.isEmpty ? page.say(.untitled) : hit.title
        let marks = hit.title.isEmpty ? [] : hit.titleHighlights
        page.element("h2", [("class", hit.read ? "read" : nil)]) { heading in
            if let url = hit.url.flatMap(WebLink.address) {
                heading.element("a", [("href", url), ("rel", "noopener noreferrer")]) { $0.text(title, marked: marks) }
            } else {
                heading.text(title, marked: marks)
            }
        }
        page.element("p", [("class", "dim")]) { line in
            var parts = [MaskedURL.mask(hit.feedTitle ?? hit.feed)]
            if let published = hit.published { parts.append(String(CivilTime.rfc3339(published).prefix(10))) }
            if !hit.read { parts.append(line.say(.pageUnread)) }
            if hit.starred { parts.append(line.say(.pageStarred)) }
            parts += hit.tags.map { "#" + $0 }
            if hit.folded > 0 { parts.append(line.say(.foldedHits, String(hit.folded))) }
            line.text(parts.joined(separator: " · "))
        }
        if !hit.snippet.isEmpty {
            page.element("p") { $0.text(hit.snippet, marked: hit.snippetHighlights) }
        }
    }
}
