import Articles
import FeedFetching
import FeedLibrary
import FeedParsing
internal import Formats
import Ingestion
import Messages
import PageRecipes
import TerminalPages

/// `add URL…`: subscribes to feeds. Each address may be that of a feed, a home page or a bare domain.
enum AddCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        if let page = invocation.settings.value(.page) { return try add(page: page, invocation) }
        if invocation.settings.value(.recipe) != nil { return try addPages(invocation) }
        let words = invocation.arguments.operands
        if words.isEmpty { throw invocation.missingOperand }
        let feeds = try words.map { try TypedFeed($0, invocation.language) }
        var subscription = SubscriptionSettings()
        subscription.title = invocation.settings.value(.title)
        subscription.folder = invocation.folder
        _ = try FeedOptionValues(invocation).apply(to: &subscription.options) {
            invocation.messages.warning(.secretReadable, [$0])
        }
        // Report invalid settings before a database is created.
        _ = try invocation.settings.library.fetcher()
        let library = try invocation.library(.writing)
        var code = ExitCode.done
        for feed in feeds {
            if let report = try library.subscriptions.add(feed, subscription) {
                show(report, invocation)
            } else {
                invocation.messages.error(invocation.userError(.noFeedBehind, [MaskedURL.mask(feed.address)]))
                code = .failed
            }
        }
        return code
    }

    private static func show(_ report: AddReport, _ invocation: Invocation) {
        let url = MaskedURL.mask(report.url)
        if report.isNew, let title = report.title {
            invocation.messages.note(.addedFeedNamed, [url, title, String(report.items)])
        } else {
            invocation.messages.note(report.isNew ? .addedFeed : .presentFeed, [url])
        }
        if report.removed > 0 { invocation.messages.note(.fetchRemoved, [String(report.removed)]) }
        for other in report.others {
            invocation.messages.note(.alsoFound, [MaskedURL.mask(other.url), other.title, String(other.items)])
        }
    }

    /// `add --page URL --item … --title …`: subscribes to a web page without a feed. A recipe extracts its articles.
    private static func add(page: String, _ invocation: Invocation) throws -> ExitCode {
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: invocation.arguments.command.name)
        }
        let typed = try TypedFeed(page, invocation.language)
        return try add(typed, invocation.recipe(), folder: invocation.folder, invocation)
    }

    /// `add --recipe FILE --set node=swift`: subscribes to the pages of a recipe with parameters.
    private static func addPages(_ invocation: Invocation) throws -> ExitCode {
        if let word = invocation.arguments.operands.first {
            throw UsageError.unexpectedOperand(word, command: invocation.arguments.command.name)
        }
        let typed = invocation.arguments.flags.filter { $0.flag == .set }.compactMap(\.value)
        let pages = try invocation.settings.library.pages(of: invocation.recipe(), setting: typed)
        for page in pages {
            _ = try add(
                page.page, page.recipe, folder: invocation.folder ?? page.folder, title: page.title, invocation)
        }
        return .done
    }

    private static func add(
        _ typed: TypedFeed, _ recipe: PageRecipe, folder: [String]?, title: String? = nil, _ invocation: Invocation
    ) throws -> ExitCode {
        var options = FeedOptions()
        _ = try FeedOptionValues(invocation).apply(to: &options) {
            invocation.messages.warning(.secretReadable, [$0])
        }
        let shown = MaskedURL.mask(typed.address)
        switch try invocation.settings.library.fetchPage(typed.typed, options: options) {
        case .fetched(let fetched):
            let answer = fetched.answer
            let reading = recipe.read(
                fetched.body, address: answer.finalURL.text, contentType: answer.contentType)
            if let problem = reading.problem?.considering(options) {
                throw invocation.userError(.pageProblem, [shown, problem.text(invocation.language)])
            }
            invocation.messages.note(.pageItems, [String(reading.feed.items.count), String(reading.matched)])
        case .failed(let failure):
            // The server failed, not the recipe, so subscribe anyway. The next fetch tries again.
            invocation.messages.warning(.addedUnread, [shown, failure.message])
        default: break
        }
        let isNew = try invocation.library(.writing).subscriptions.add(
            typed, recipe, folder: folder, title: title, options: options)
        invocation.messages.note(isNew ? .addedFeed : .presentFeed, [shown])
        return .done
    }
}
