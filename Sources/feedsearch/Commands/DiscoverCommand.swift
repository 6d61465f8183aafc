import Markup

/// `discover --file PAGE --base URL`: the feeds and icons that a stored page speaks of.
enum DiscoverCommand {
    static func run(_ invocation: Invocation) throws -> ExitCode {
        guard let file = invocation.settings.value(.file) else {
            throw UsageError.missingOperand(command: "discover", operands: "--file FILE --base URL")
        }
        if let word = invocation.arguments.operands.first {
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
}

extension JSONWriter {
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
