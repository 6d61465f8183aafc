import FeedLibrary
import Messages
import PageRecipes

extension Invocation {
    /// The page recipe given by flags or by a file.
    ///
    /// - Throws: `UserFacingError` if the recipe is invalid.
    func recipe() throws -> PageRecipe {
        do throws(PageRecipe.Mistake) {
            if let path = settings.value(.recipe) { return try PageRecipe(json: try recipeFile(path)) }
            let flags: [(Flag, String)] = [
                (.item, "item"), (.title, "title"), (.link, "link"), (.date, "date"), (.author, "author"),
                (.content, "content"), (.next, "next"), (.pages, "pages"),
            ]
            var fields: [String: String] = [:]
            for (flag, name) in flags { fields[name] = settings.value(flag) }
            return try PageRecipe(fields)
        } catch {
            throw userError(.badRecipe, [error.text(language)])
        }
    }

    private func recipeFile(_ path: String) throws(PageRecipe.Mistake) -> [UInt8] {
        do { return try read(path, limit: 1 << 20) } catch { throw .notJSON }
    }
}
