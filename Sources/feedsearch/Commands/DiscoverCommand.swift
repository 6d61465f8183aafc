import FeedFetching
import FeedLibrary
import Formats
import Markup
import TerminalPages

/// `discover URL`: lists the feeds of an address. `--file PAGE --base URL`: lists the feeds and icons named in a stored
/// page.
enum DiscoverCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard let file = invocation.settings.value(.file) else {
            guard let word = words.first else {
                throw invocation.missingOperand
            }
            if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "discover") }
            return try look(behind: word, invocation)
        }
        if let word = words.first {
            throw UsageError.unexpectedOperand(word, command: "discover")
        }
        let links = PageDiscovery.discover(html: try invocation.read(file), base: invocation.settings.value(.base))
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.links(links) }
        } else {
            for feed in links.feeds + links.candidates {
                let address = TerminalSafe.line(MaskedURL.mask(feed.href))
                invocation.output.line("\(address)\t\(feed.source.rawValue)\t\(TerminalSafe.line(feed.title))")
            }
        }
        return links.feeds.isEmpty ? .nothingFound : .done
    }

    /// Fetches an address, and prints each feed found there with its title and number of articles.
    private static func look(behind word: String, _ invocation: Invocation) throws -> ExitCode {
        let feeds = try invocation.settings.library.discover(word)
        if invocation.settings.has(.json) {
            invocation.writeJSON { $0.found(feeds) }
        } else {
            for feed in feeds {
                let address = TerminalSafe.line(MaskedURL.mask(feed.url))
                invocation.output.line("\(address)\t\(feed.source)\t\(TerminalSafe.line(feed.title)) (\(feed.items))")
            }
        }
        return feeds.isEmpty ? .nothingFound : .done
    }
}
