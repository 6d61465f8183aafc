import Articles
import FeedFetching
import FeedParsing
import PageRecipes
import SQLiteStorage

/// `add --page URL --item … --title …`: subscribes to a page that has no feed, read by a recipe.
enum AddPage {
    static func run(_ invocation: Invocation, page: String) throws -> ExitCode {
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: invocation.arguments.command.name)
        }
        guard let address = FeedAddress.normalize(page), let typed = try? TypedAddress(page) else {
            throw invocation.complaint(.notAnAddress, [MaskedURL.mask(page)])
        }
        let source = RecipeSource(invocation: invocation)
        let recipe = try source.recipe()
        let shown = MaskedURL.mask(address)
        switch try source.fetch(typed) {
        case .fetched(let fetched):
            let answer = fetched.answer
            let reading = recipe.read(
                fetched.body, address: answer.finalURL.text, contentType: answer.contentType)
            if let problem = reading.problem {
                throw invocation.complaint(.pageProblem, [shown, problem.text(invocation.language)])
            }
            invocation.messages.note(.pageItems, [String(reading.feed.items.count), String(reading.matched)])
        case .failed(let failure):
            // The server's trouble is not the recipe's: the next fetch tries again.
            invocation.messages.warning(.addedUnread, [shown, failure.message])
        default: break
        }
        var draft = FeedDraft(url: address)
        draft.subscribe = true
        draft.folders =
            invocation.settings.value(.folder).map { [FolderPath.parse($0)].filter { !$0.isEmpty } } ?? []
        let store = try invocation.openForWriting()
        try invocation.confirm(FeedOptions(), origin: typed.candidates[0].origin.description, feed: address)
        let (id, isNew) = try store.upsert(draft, now: WallClock.now())
        try store.setRecipe(recipe.json, for: id)
        try store.trust(typed.candidates[0].origin.description, for: id)
        // The page has to be read again, even if it has not changed since the recipe did.
        try store.forgetBody(of: id)
        invocation.messages.note(isNew ? .addedFeed : .presentFeed, [shown])
        return .done
    }
}
