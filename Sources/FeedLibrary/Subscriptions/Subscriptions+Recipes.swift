package import Articles
internal import FeedFetching
internal import Formats
internal import Ingestion
internal import Messages
package import PageRecipes

/// A page of a recipe with parameters, with one value for each parameter.
package struct RecipeSubscription {
    package var page: TypedFeed
    package var recipe: PageRecipe
    /// The folder that the recipe names.
    package var folder: [String]?
    /// The values of the parameters, as the feed's title until the page has been fetched.
    package var title: String?
}

extension LibrarySettings {
    /// The pages of a recipe with parameters.
    ///
    /// - Parameter typed: the values as entered, such as `node=swift` or `node=swift,linux`. Several values of a
    ///   parameter give a page for each of them.
    /// - Throws: `UserFacingError` if a parameter is unknown or has no value.
    package func pages(of recipe: PageRecipe, setting typed: [String]) throws -> [RecipeSubscription] {
        guard let address = recipe.address else { throw UserFacingError(.recipeWithoutAddress, language: language) }
        var sets: [[String: String]] = [[:]]
        var known: Set<String> = []
        for text in typed {
            guard let mark = text.firstIndex(of: "=") else {
                throw UserFacingError(.badRecipeValue, [text], language: language)
            }
            let name = String(text[..<mark])
            let values = text[text.index(after: mark)...].split(separator: ",").map(String.init)
            guard address.parameters.contains(name), known.insert(name).inserted else {
                throw UserFacingError(
                    .unknownRecipeParameter, [name, address.parameters.joined(separator: ", ")], language: language)
            }
            guard !values.isEmpty, values.count * sets.count <= Self.maxRecipePages else {
                throw UserFacingError(.badRecipeValue, [text], language: language)
            }
            sets = sets.flatMap { set in values.map { value in set.merging([name: value]) { $1 } } }
        }
        if let missing = address.parameters.first(where: { !known.contains($0) }) {
            throw UserFacingError(.recipeValueWanted, [missing], language: language)
        }
        return try sets.map { values in
            guard let set = recipe.setting(values) else {
                throw UserFacingError(.badRecipeValue, [typed.joined(separator: " ")], language: language)
            }
            let title = address.parameters.compactMap { values[$0] }.joined(separator: " · ")
            return RecipeSubscription(
                page: try TypedFeed(set.address, language), recipe: set.recipe,
                folder: recipe.folder(values).map(FolderPath.parse), title: title.isEmpty ? nil : title)
        }
    }

    private static let maxRecipePages = 200

    /// The values that the recipe's site offers for a parameter.
    ///
    /// - Throws: `UserFacingError` if the recipe has no list of nodes or the page cannot be fetched.
    package func nodes(of recipe: PageRecipe, options: FeedOptions = FeedOptions()) throws -> [RecipeNode] {
        guard let nodes = recipe.nodes else { throw UserFacingError(.recipeWithoutNodes, language: language) }
        let page = try TypedFeed(nodes.address, language)
        switch try fetchPage(page.typed, accept: "text/html, */*;q=0.1", options: options) {
        case .fetched(let fetched): return nodes.nodes(fetched.body, contentType: fetched.answer.contentType)
        case .failed(let failure):
            let reason = FetchReason.text(kind: failure.kind.name, detail: failure.message, language)
            throw UserFacingError(.cannotRead, [MaskedURL.mask(page.address), reason], language: language)
        default: throw UserFacingError(.cannotRead, [MaskedURL.mask(page.address), "410"], language: language)
        }
    }
}

extension LibrarySettings {
    /// Reads a recipe.
    ///
    /// - Throws: `UserFacingError` if the recipe is invalid.
    package func recipe(json: [UInt8]) throws -> PageRecipe {
        do throws(PageRecipe.Mistake) { return try PageRecipe(json: json) } catch {
            throw UserFacingError(.badRecipe, [error.text(language)], language: language)
        }
    }
}

extension Subscriptions {
    /// Subscribes to the pages of a recipe.
    ///
    /// - Parameters:
    ///   - url: the page; nil to use the address in the recipe.
    ///   - typed: the values of the address's parameters, as for `LibrarySettings.pages(of:setting:)`.
    ///   - folder: replaces the folder that the recipe names.
    /// - Returns: the feeds, and whether each subscription is new.
    package func addPages(
        _ recipe: PageRecipe, url: String?, setting typed: [String], folder: [String]?
    ) throws -> [(feed: Feed, isNew: Bool)] {
        let pages =
            try url.map {
                [RecipeSubscription(page: try TypedFeed($0, settings.language), recipe: recipe, folder: nil)]
            } ?? settings.pages(of: recipe, setting: typed)
        var added: [(feed: Feed, isNew: Bool)] = []
        for page in pages {
            let isNew = try add(page.page, page.recipe, folder: folder ?? page.folder, title: page.title)
            if let feed = try store.feed(named: page.page.address) { added.append((feed, isNew)) }
        }
        return added
    }
}
