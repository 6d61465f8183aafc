import FeedFetching
import Formats
import Markup

/// `discover URL`: the feeds behind an address; `--file PAGE --base URL`: the feeds and icons that a stored page speaks of.
enum DiscoverCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        let words = invocation.arguments.operands
        guard let file = invocation.settings.value(.file) else {
            guard let word = words.first else {
                throw UsageError.missingOperand(command: "discover", operands: invocation.arguments.command.operands)
            }
            if words.count > 1 { throw UsageError.unexpectedOperand(words[1], command: "discover") }
            return try look(behind: word, invocation)
        }
        if let word = words.first {
            throw UsageError.unexpectedOperand(word, command: "discover")
        }
        let links = PageDiscovery.discover(html: try invocation.read(file), base: invocation.settings.value(.base))
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.links(links)
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else {
            for feed in links.feeds + links.candidates {
                let address = TerminalSafe.line(MaskedURL.mask(feed.href))
                invocation.output.line("\(address)\t\(feed.source.rawValue)\t\(TerminalSafe.line(feed.title))")
            }
        }
        return links.feeds.isEmpty ? .nothingFound : .done
    }

    /// Fetches what an address leads to, and shows each feed with its title and how many articles it has.
    private static func look(behind word: String, _ invocation: Invocation) throws -> ExitCode {
        guard FeedAddress.normalize(word) != nil, let typed = try? TypedAddress(word) else {
            throw invocation.complaint(.notAnAddress, [MaskedURL.mask(word)])
        }
        let feeds: [FeedFinder.Found]
        switch FeedFinder(fetcher: try invocation.settings.fetcher()).find(typed) {
        case .unreadable(let failure, _):
            throw invocation.complaint(.cannotRead, [MaskedURL.mask(word), failure.message])
        case .found(let found): feeds = found
        }
        if invocation.settings.has(.json) {
            var writer = JSONWriter()
            writer.found(feeds)
            writer.endLine()
            invocation.output.write(writer.bytes)
        } else {
            for feed in feeds {
                let address = TerminalSafe.line(MaskedURL.mask(feed.url))
                invocation.output.line("\(address)\t\(feed.source)\t\(TerminalSafe.line(feed.title)) (\(feed.items))")
            }
        }
        return feeds.isEmpty ? .nothingFound : .done
    }
}

extension JSONWriter {
    fileprivate mutating func found(_ feeds: [FeedFinder.Found]) {
        object { writer in
            writer.key("feeds")
            writer.array(feeds) { writer, feed in
                writer.object { object in
                    object.member("href", feed.url)
                    object.member("title", feed.title.isEmpty ? nil : feed.title)
                    object.member("source", feed.source)
                    object.member("items", feed.items)
                }
            }
        }
    }

    mutating func links(_ links: PageLinks) {
        object { writer in
            writer.member("title", links.title.isEmpty ? nil : links.title)
            writer.member("base", links.base)
            writer.member("canonical", links.canonical)
            writer.key("feeds")
            writer.array(links.feeds) { $0.feedLink($1) }
            writer.key("candidates")
            writer.array(links.candidates) { $0.feedLink($1) }
            writer.key("icons")
            writer.array(links.icons) { writer, icon in
                writer.object { object in
                    object.member("href", icon.href)
                    object.member("rel", icon.rel)
                    object.member("type", icon.type.isEmpty ? nil : icon.type)
                    object.member("sizes", icon.sizes.isEmpty ? nil : icon.sizes)
                }
            }
            writer.member("hubs", links.hubs)
        }
    }

    private mutating func feedLink(_ feed: PageLinks.Feed) {
        object { writer in
            writer.member("href", feed.href)
            writer.member("type", feed.type.isEmpty ? nil : feed.type)
            writer.member("title", feed.title.isEmpty ? nil : feed.title)
            writer.member("source", feed.source.rawValue)
        }
    }
}
