internal import Accounts
internal import Articles
internal import FeedLibrary
internal import FeedParsing
internal import HTTPServer
internal import HTTPService
internal import Markup
internal import Messages
internal import PageRecipes

/// A page to enter the selectors that create a feed from a web page, with a preview of the articles that they find.
enum RecipePage {
    private static let selectors: [(name: String, label: Message, help: Message)] = [
        ("item", .recipeItem, .recipeItemHelp), ("title", .recipeTitle, .recipeTitleHelp),
        ("link", .recipeLink, .recipeLinkHelp), ("date", .recipeDate, .recipeDateHelp),
        ("author", .recipeAuthor, .recipeAuthorHelp), ("content", .recipeContent, .recipeContentHelp),
        ("next_page", .recipeNext, .recipeNextHelp), ("pages", .recipePages, .recipePagesHelp),
    ]
    private static let names = selectors.map(\.name)
    private static let shownItems = 30

    static let operations: [Operation] = [
        .page(
            "recipePage", "/recipe", .write, "Selectors for a page without a feed, and their matches",
            query: ["url", "file"] + names, isSlow: true
        ) { call in
            try await page(call)
        },
        .form("recipe", .write, "Subscribe to a page, or change how it is read", isSlow: true) { call in
            let (url, language) = (try call.required("url"), call.language)
            let fields = fields(call)
            let feed = try await call.runOnNetworkThread { library in
                let page = try TypedFeed(url, language)
                _ = try library.subscriptions.add(page, recipe(fields, language), folder: nil)
                return try library.store.feed(named: page.address)?.id
            }
            return feed.map { call.placeAfterRecipe(of: $0) }
        },
        .form("recipe-pages", .write, "Subscribe to the pages of a recipe with parameters", isSlow: true) { call in
            let file = try call.required("file")
            let folder = call.filled("folder").map(FolderPath.parse)
            var values = (call.filled("set") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
            let nodes = call.texts("node").map { $0.replacing(",", with: "") }.filter { !$0.isEmpty }
            if let parameter = call.filled("parameter"), !nodes.isEmpty {
                values.removeAll { $0.hasPrefix(parameter + "=") }
                values.append(parameter + "=" + nodes.joined(separator: ","))
            }
            let set = values
            let feeds = try await call.write { library in
                try library.subscriptions.addPages(
                    library.settings.recipe(json: Array(file.utf8)), url: nil, setting: set, folder: folder
                ).map(\.feed.id)
            }
            return feeds.first.map { call.placeAfterRecipe(of: $0) }
        },
    ]

    /// The section for a recipe with parameters: its JSON, and the nodes that the site offers.
    private struct FileSection {
        var file: String
        var nodes: [RecipeNode] = []
        var parameter: String?
        var parameters: [String] = []
        var failure: (any Error)?

        init(_ file: String, _ call: RequestContext) async {
            self.file = file
            if file.isEmpty { return }
            do {
                let found = try await call.runOnNetworkThreadWithoutLibrary { settings in
                    let recipe = try settings.recipe(json: Array(file.utf8))
                    guard let address = recipe.address else {
                        throw UserFacingError(.recipeWithoutAddress, language: settings.language)
                    }
                    let nodes = recipe.nodes == nil ? [] : try settings.nodes(of: recipe)
                    return (nodes, recipe.nodes?.parameter, address.parameters)
                }
                (nodes, parameter, parameters) = found
            } catch { failure = error }
        }

        func write(_ call: RequestContext, _ page: inout HTMLPage) {
            page.element("h2", page.say(.recipeFile))
            page.element("form", [("action", page.address("recipe")), ("class", "sheet card")]) { form in
                form.area(form.say(.recipeFileText), "file", file, rows: 6, help: form.say(.recipeFileHelp))
                form.submit(form.say(.tryRecipe), isPrimary: false)
            }
            if let failure {
                page.element("p", Problem(failure, call.language).text(in: call.language), [("role", "alert")])
            } else if !file.isEmpty {
                call.form("recipe-pages", &page, class: "sheet card", with: [("file", file)]) { form in
                    if let parameter, !nodes.isEmpty {
                        form.hidden("parameter", parameter)
                        form.element("fieldset", [("class", "nodes")]) { set in
                            set.element("legend", parameter)
                            for node in nodes.prefix(RecipePage.shownNodes) {
                                set.element("label", [("class", "check")]) { label in
                                    label.empty(
                                        "input", [("type", "checkbox"), ("name", "node"), ("value", node.value)])
                                    label.element("span", node.title)
                                }
                            }
                        }
                    }
                    let rest = parameters.filter { $0 != parameter || nodes.isEmpty }
                    if !rest.isEmpty {
                        form.field(
                            form.say(.recipeValues), "set", rest.map { $0 + "=" }.joined(separator: " "),
                            help: form.say(.recipeValuesHelp))
                    }
                    form.field(form.say(.folder), "folder", nil, help: form.say(.folderHelp))
                    form.submit(form.say(.useRecipe))
                }
            }
        }
    }

    private static let shownNodes = 500

    /// The recipe's fields as submitted. The field `next` is left out, because it contains the page to which the form
    /// returns.
    private static func fields(_ call: RequestContext) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.compactMap { name in call.filled(name).map { (name, $0) } })
    }

    private static func recipe(_ fields: [String: String], _ language: Language) throws -> PageRecipe {
        var members = fields
        members["next"] = members.removeValue(forKey: "next_page")
        do throws(PageRecipe.Mistake) { return try PageRecipe(members) } catch {
            switch error {
            case .missing(let name): throw FormMistake(name, .formEmpty)
            case .pages: throw FormMistake("pages", text: error.text(language))
            case .selector: throw FormMistake(wrongSelector(fields), .formSelector)
            default: throw FormMistake(nil, text: error.text(language))
            }
        }
    }

    /// The name of the first field whose selector cannot be parsed.
    private static func wrongSelector(_ fields: [String: String]) -> String? {
        names.first { name in
            guard name != "pages", let text = fields[name] else { return false }
            var members = ["item": "a", "title": "a"]
            members[name == "next_page" ? "next" : name] = text
            return (try? PageRecipe(members)) == nil
        }
    }

    private static func page(_ call: RequestContext) async throws -> HTTPResponse {
        let url = call.filled("url")
        var given = fields(call)
        var found: Result<PageReading, any Error>?
        if let url {
            if given.isEmpty {
                // Show the recipe that the feed currently uses.
                given = try await call.read { library in
                    guard let feed = try library.store.feed(named: url),
                        let json = try library.store.recipes()[feed.id],
                        let members = JSONValue.parse(Array(json.utf8))?.members
                    else { return [:] }
                    var fields: [String: String] = [:]
                    for (key, value) in members {
                        let name = key == "next" ? "next_page" : key
                        guard names.contains(name) else { continue }
                        if case .number(let text) = value { fields[name] = text } else { fields[name] = value.string }
                    }
                    return fields
                }
            }
            if !given.isEmpty {
                do {
                    let recipe = try recipe(given, call.language)
                    found = .success(
                        try await call.runOnNetworkThreadWithoutLibrary {
                            try $0.read(TypedFeed(url, $0.language), by: recipe)
                        })
                } catch { found = .failure(error) }
            }
        }
        let shown = given
        var mistake: RefusedForm?
        if case .failure(let error)? = found {
            mistake = call.refusal(error)
            // A network error is not a mistake in the form.
            if mistake?.field == nil { mistake = nil }
        }
        let entry = mistake
        let section = await FileSection(call.text("file") ?? "", call)
        return call.answer(.none, Message.recipe.text(call.language), status: entry?.status ?? 200) { page in
            page.element("p", page.say(.recipeHelp))
            page.element("form", [("action", page.address("recipe")), ("class", "sheet card")]) { form in
                form.entry = entry
                form.field(
                    form.say(.addressOfPage), "url", url, isRequired: true, [("inputmode", "url")])
                for selector in selectors {
                    form.field(
                        form.say(selector.label), selector.name, shown[selector.name],
                        help: form.say(selector.help),
                        isRequired: selector.name == "item" || selector.name == "title",
                        [("spellcheck", "false"), ("autocomplete", "off")])
                }
                form.entry = nil
                form.submit(form.say(.tryRecipe), isPrimary: found == nil || entry != nil)
            }
            switch found {
            case .success(let reading)?:
                page.element("section", [("class", "card found")]) { write(reading, url ?? "", shown, call, &$0) }
            case .failure(let error)? where entry == nil:
                page.element("p", Problem(error, call.language).text(in: call.language), [("role", "alert")])
            case .failure?, nil: break
            }
            section.write(call, &page)
        }
    }

    // MARK: - What the selectors find

    private static func write(
        _ reading: PageReading, _ url: String, _ fields: [String: String], _ call: RequestContext,
        _ page: inout HTMLPage
    ) {
        let items = reading.feed.items
        page.element("h2", page.say(.recipeFound))
        page.element(
            "p", page.say(.recipeCounts, String(reading.matched), String(items.count)), [("role", "status")])
        if let problem = reading.problem {
            page.element("p", problem.text(call.language), [("role", "alert")])
        }
        if let next = reading.next {
            page.element("p", page.say(.recipeNext) + ": " + next, [("class", "dim address")])
        }
        if items.isEmpty { return }
        page.table(
            page.say(.recipeFound),
            [page.say(.title), page.say(.address), page.say(.recipeDate), page.say(.recipeAuthor)]
                + (fields["content"] == nil ? [] : [page.say(.recipeContent)])
        ) { rows in
            for item in items.prefix(shownItems) {
                rows.element("tr") { row in
                    row.element("th", item.title.map { HTMLText.plainText($0) } ?? "-", [("scope", "row")])
                    row.cells(
                        item.url ?? "-", item.published.map { String($0.rfc3339.prefix(10)) } ?? "-",
                        item.authors.first?.name ?? "-")
                    if fields["content"] != nil {
                        let text = item.contentHTML.map { HTMLText.plainText($0) } ?? "-"
                        row.cells(text.count > 120 ? text.prefix(120) + "…" : text)
                    }
                }
            }
        }
        call.form("recipe", &page) { form in
            form.hidden("url", url)
            for name in names { form.hidden(name, fields[name]) }
            form.submit(form.say(.useRecipe))
        }
    }
}

extension RequestContext {
    /// The settings of a feed whose recipe was saved, or its articles if the client may not open the settings.
    fileprivate func placeAfterRecipe(of feed: Int64) -> String {
        mayOpen("feed/\(feed)/settings") ? "feed/\(feed)/settings?done=saved" : "feed/\(feed)"
    }
}
