import Articles
import FeedFetching
import FeedLibrary
import FeedParsing
import Formats
import Ingestion
import Markup
import Messages
import PageRecipes
import System
import TerminalPages

/// `recipe test URL|FILE`: shows the items that a recipe finds on a page, without storing them.
enum RecipeCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard words.first == "test", words.count > 1 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "recipe") }
        let recipe = try invocation.recipe()
        let reading = try read(words[1], recipe, invocation)
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.reading(reading) }
        } else {
            for item in reading.feed.items { write(item, invocation) }
            if let next = reading.next { invocation.messages.note(.pageNext, [next]) }
        }
        for zone in reading.feed.unknownZones.names { invocation.messages.warning(.unknownZone, [zone]) }
        if let problem = reading.problem {
            let page = MaskedURL.mask(words[1])
            invocation.messages.warning(.pageProblem, [page, problem.text(invocation.language)])
            return .nothingFound
        }
        invocation.messages.note(.pageItems, [String(reading.feed.items.count), String(reading.matched)])
        return .done
    }

    private static func read(_ word: String, _ recipe: PageRecipe, _ invocation: Invocation) throws -> PageReading {
        if word == "-" || FileSystem.kind(word) != nil {
            let base = invocation.settings.value(.base) ?? "https://example.org/"
            return recipe.read(try invocation.read(word), address: base)
        }
        guard let typed = try? TypedAddress(word) else {
            throw invocation.userError(.notAnAddress, [MaskedURL.mask(word)])
        }
        var options = FeedOptions()
        _ = try FeedOptionValues(invocation).apply(to: &options) {
            invocation.messages.warning(.secretReadable, [$0])
        }
        switch try invocation.settings.library.fetchPage(typed, options: options) {
        case .fetched(let page):
            var reading = recipe.read(
                page.body, address: page.answer.finalURL.text, contentType: page.answer.contentType)
            reading.problem = reading.problem?.considering(options)
            return reading
        case .failed(let failure):
            throw invocation.userError(.cannotRead, [MaskedURL.mask(word), failure.message])
        default: throw invocation.userError(.cannotRead, [MaskedURL.mask(word), "410"])
        }
    }

    private static func write(_ item: ParsedItem, _ invocation: Invocation) {
        let output = invocation.output
        let title = TerminalSafe.line(HTMLText.plainText(item.title ?? ""))
        output.line(invocation.style.bold(title))
        var details: [String] = []
        if let date = item.published { details.append(date.rfc3339) }
        if let name = item.authors.first?.name { details.append(TerminalSafe.line(name)) }
        if !details.isEmpty { output.line("    " + details.joined(separator: " · ")) }
        if let url = item.url { output.line("    " + TerminalSafe.line(MaskedURL.mask(url))) }
    }
}
