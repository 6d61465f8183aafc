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
        switch words.first {
        case "nodes": return try showNodes(words, invocation)
        case "topic": return try showTopic(words, invocation)
        default: break
        }
        guard words.first == "test", words.count > 1 || invocation.settings.value(.recipe) != nil else {
            throw invocation.missingOperand
        }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "recipe") }
        let (word, recipe) = try tested(words, invocation)
        let reading = try read(word, recipe, invocation)
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.reading(reading) }
        } else {
            for item in reading.feed.items { write(item, invocation) }
            if let next = reading.next { invocation.messages.note(.pageNext, [next]) }
        }
        for zone in reading.feed.unknownZones.names { invocation.messages.warning(.unknownZone, [zone]) }
        if let problem = reading.problem {
            let page = MaskedURL.mask(word)
            invocation.messages.warning(.pageProblem, [page, problem.text(invocation.language)])
            return .nothingFound
        }
        invocation.messages.note(.pageItems, [String(reading.feed.items.count), String(reading.matched)])
        return .done
    }

    /// The page to test and its recipe. Without an address, the page is that of the recipe, with the values of `--set`.
    private static func tested(_ words: [String], _ invocation: Invocation) throws -> (String, PageRecipe) {
        let recipe = try invocation.recipe()
        let typed = invocation.arguments.flags.filter { $0.flag == .set }.compactMap(\.value)
        if words.count > 1, typed.isEmpty { return (words[1], recipe) }
        if words.count == 1, recipe.address == nil { throw invocation.missingOperand }
        let pages = try invocation.settings.library.pages(of: recipe, setting: typed)
        guard pages.count == 1, let page = pages.first else {
            throw invocation.userError(.badRecipeValue, [typed.joined(separator: " ")])
        }
        return (words.count > 1 ? words[1] : page.page.address, page.recipe)
    }

    /// `recipe nodes`: the values that the recipe's site offers for a parameter.
    private static func showNodes(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "recipe") }
        let recipe = try invocation.recipe()
        let nodes = try invocation.settings.library.nodes(of: recipe, options: options(invocation))
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.nodes(nodes, of: recipe.nodes?.parameter ?? "") }
        } else {
            for node in nodes {
                invocation.output.line(TerminalSafe.line(node.value) + "\t" + TerminalSafe.line(node.title))
            }
        }
        return nodes.isEmpty ? .nothingFound : .done
    }

    /// `recipe topic URL|FILE`: the text and the replies of a topic.
    private static func showTopic(_ words: [String], _ invocation: Invocation) throws -> ExitCode {
        guard words.count > 1 else { throw invocation.missingOperand }
        if words.count > 2 { throw UsageError.unexpectedOperand(words[2], command: "recipe") }
        let recipe = try invocation.recipe()
        let page = try page(words[1], invocation)
        guard
            let reading = recipe.readTopic(
                page.bytes, address: page.address, contentType: page.type, isFirst: true)
        else { throw invocation.userError(.badRecipe, [PageRecipe.Mistake.missing("topic").text(invocation.language)]) }
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.topic(reading) }
        } else {
            let output = invocation.output
            if let html = reading.html { output.line(TerminalSafe.line(HTMLText.plainText(html))) }
            for reply in reading.replies {
                let facts = [reply.number.map { "#\($0)" }, reply.author, reply.published?.rfc3339, reply.inReplyTo]
                output.line(invocation.style.bold(TerminalSafe.line(reply.key)))
                output.line("    " + facts.compactMap(\.self).map { TerminalSafe.line($0) }.joined(separator: " · "))
                output.line("    " + TerminalSafe.line(HTMLText.plainText(reply.html)))
            }
            if let next = reading.next { invocation.messages.note(.pageNext, [next]) }
        }
        if let problem = reading.problem {
            let page = MaskedURL.mask(words[1])
            invocation.messages.warning(.pageProblem, [page, problem.text(invocation.language)])
            return .nothingFound
        }
        return .done
    }

    private static func options(_ invocation: Invocation) throws -> FeedOptions {
        var options = FeedOptions()
        _ = try FeedOptionValues(invocation).apply(to: &options) {
            invocation.messages.warning(.secretReadable, [$0])
        }
        return options
    }

    private static func read(_ word: String, _ recipe: PageRecipe, _ invocation: Invocation) throws -> PageReading {
        let page = try page(word, invocation)
        var reading = recipe.read(page.bytes, address: page.address, contentType: page.type)
        reading.problem = try reading.problem?.considering(options(invocation))
        return reading
    }

    /// Reads a page from a file, from standard input or from an address.
    private static func page(
        _ word: String, _ invocation: Invocation
    ) throws -> (bytes: [UInt8], address: String, type: String?) {
        if word == "-" || FileSystem.kind(word) != nil {
            return (try invocation.read(word), invocation.settings.value(.base) ?? "https://example.org/", nil)
        }
        guard let typed = try? TypedAddress(word) else {
            throw invocation.userError(.notAnAddress, [MaskedURL.mask(word)])
        }
        switch try invocation.settings.library.fetchPage(typed, options: options(invocation)) {
        case .fetched(let page): return (page.body, page.answer.finalURL.text, page.answer.contentType)
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
