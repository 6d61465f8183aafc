import FeedLibrary
import FeedParsing
internal import Formats
import Markup
import Messages
import TerminalPages

/// A text listing of a feed document: the feed's data, followed by the date, title and address of each item.
struct FeedListing {
    let invocation: Invocation
    /// The document's path if several documents are listed; otherwise nil.
    let path: String?

    /// Writes the listing, and returns the feed without its items. Writes nothing if the document is not a feed.
    ///
    /// The document is parsed twice, so that the number of items can be written first without keeping the items in
    /// memory.
    func write(_ bytes: [UInt8], context: FeedParser.Context) -> ParsedFeed {
        var count = 0
        let feed = FeedParser.parse(bytes, context: context) { _ in count += 1 }
        guard feed.format != .unknown else { return feed }
        invocation.output.write(head(feed, count: count))
        _ = FeedParser.parse(bytes, context: context) { invocation.output.write(text($0)) }
        return feed
    }

    private func head(_ feed: ParsedFeed, count: Int) -> String {
        let style = invocation.style
        var facts = [Self.name(of: feed), Message.itemCount.text(invocation.language, [String(count)])]
        if let updated = feed.updated ?? feed.published { facts.append(minute(updated)) }
        var text = style.bold(title(feed.title)) + "  " + style.dim(facts.joined(separator: " · ")) + "\n"
        let addresses = [feed.selfURL, feed.link].compactMap(\.self)
        if let path { text = style.name(TerminalSafe.line(path)) + "\n" + text }
        for address in addresses.first == addresses.last ? Array(addresses.prefix(1)) : addresses {
            text += style.dim(TerminalSafe.line(MaskedURL.mask(address))) + "\n"
        }
        return text
    }

    private func text(_ item: ParsedItem) -> String {
        let date = (item.published ?? item.updated).map(minute) ?? Message.undated.text(invocation.language)
        let gap = String(repeating: " ", count: max(0, Self.dateWidth - DisplayWidth.of(date)) + 2)
        var text = invocation.style.dim(date) + gap + title(item.title ?? item.summaryHTML) + "\n"
        if let url = item.url ?? item.enclosures.first?.url, !url.isEmpty {
            text += String(repeating: " ", count: Self.dateWidth + 2)
            text += invocation.style.dim(TerminalSafe.line(MaskedURL.mask(url))) + "\n"
        }
        return text
    }

    /// The title as one line of plain text. A note without a title is listed with its summary, which is truncated if it
    /// is long.
    private func title(_ html: String?) -> String {
        let plain = HTMLText.plainText(html ?? "")
        let words = TerminalSafe.line(plain).split(separator: " ").joined(separator: " ")
        return words.isEmpty
            ? Message.untitled.text(invocation.language) : TextWrap.truncate(words, width: Self.titleWidth)
    }

    private func minute(_ moment: Timestamp) -> String {
        invocation.clock.minute(moment.seconds)
    }

    private static let dateWidth = "2024-05-06 07:08".count
    private static let titleWidth = 160

    private static func name(of feed: ParsedFeed) -> String {
        let name =
            switch feed.format {
            case .rss2, .rdf: "RSS"
            case .atom: "Atom"
            case .cdf: "CDF"
            case .json: "JSON Feed"
            case .unknown: ""
            }
        return feed.formatVersion.map { name + " " + TerminalSafe.line(String($0.prefix(20))) } ?? name
    }
}
